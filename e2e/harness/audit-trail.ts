import type { Api } from './api.ts'

export interface AuditEntry {
  readonly source: string
  readonly type: string
  readonly subjectType: string
  readonly subjectId: string
  readonly actor: { readonly type: string; readonly id: string }
  readonly detail: readonly { readonly name: string; readonly value: string | null }[]
}

/** The audit trail of a transaction, oldest first. It is eventually consistent: poll it. */
export async function auditTrail(api: Api, id: string): Promise<readonly AuditEntry[]> {
  const query = `query ($id: ID!) { trpd { transaction(id: $id) { auditTrail(first: 500) {
    source type subjectType subjectId actor { type id } detail { name value } } } } }`
  const { trpd } = await api.request<{ trpd: { transaction: { auditTrail: AuditEntry[] } } }>(query, { id })
  return trpd.transaction.auditTrail.toReversed()
}

/** The types of its entries, oldest first. */
export async function auditTypes(api: Api, id: string): Promise<string[]> {
  return (await auditTrail(api, id)).map(({ type }) => type)
}
