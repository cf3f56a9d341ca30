import type { Api } from '../harness/api.ts'

/** An entry of the counterparty's log. */
export interface LoggedExchange {
  readonly sequence: number
  readonly direction: 'RECEIVED' | 'SENT'
  readonly kind: string
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly inquiryId: string | null
  readonly problem: string | null
  readonly repeatOf: number | null
}

interface LoggedInquiry {
  readonly id: string
  readonly requestIdentifier: string
  readonly status: string
  readonly txid?: string
}

/** The counterparty's inquiries and messages with this request identifier. */
export async function counterpartyTraces(url: string, requestIdentifier: string) {
  const read = async <Body>(path: string) => (await (await fetch(`${url}/control/${path}`)).json()) as Body
  const { inquiries } = await read<{ inquiries: readonly LoggedInquiry[] }>('inquiries')
  const { entries } = await read<{ entries: readonly LoggedExchange[] }>('log')
  const own = inquiries.filter((inquiry) => inquiry.requestIdentifier === requestIdentifier)
  const exchanges = (direction: string, kind: string) =>
    entries.filter(
      (entry) =>
        entry.direction === direction &&
        entry.kind === kind &&
        (own.some(({ id }) => id === entry.inquiryId) || entry.headers['request-identifier'] === requestIdentifier),
    )
  return {
    inquiries: own,
    received: (kind: string) => exchanges('RECEIVED', kind),
    sent: (kind: string) => exchanges('SENT', kind),
  }
}

export interface AuditEntry {
  readonly id: string
  readonly type: string
  readonly sequence: string
}

/** The history in trpd and the audit trail in autod, both oldest first. */
export async function auditTraces(api: Api, id: string) {
  const query = `query ($id: ID!) {
    trpd { transaction(id: $id) { history { version event } auditTrail(first: 500) { id type sequence } } }
    autod { verifyAuditLog { isIntact problems { kind message } } }
  }`
  const { trpd, autod } = await api.request<{
    trpd: { transaction: { history: readonly { version: number; event: string }[]; auditTrail: readonly AuditEntry[] } }
    autod: { verifyAuditLog: { isIntact: boolean; problems: readonly unknown[] } }
  }>(query, { id })
  const { history, auditTrail } = trpd.transaction
  return { history, trail: auditTrail.toReversed(), chain: autod.verifyAuditLog }
}
