import { randomUUID } from 'node:crypto'
import type { Api, GraphqlResponse } from './api.ts'
import { eventually } from './eventually.ts'
import { BENEFICIARY, ORIGINATOR } from './parties.ts'

/** The fields that the operations below select. */
export interface Transfer {
  readonly id: string
  readonly version: number
  readonly requestIdentifier: string
  readonly direction: 'SENT' | 'RECEIVED'
  readonly status: string
  readonly folder: string
  readonly delivery: {
    readonly state: string
    readonly kind: string | null
    readonly attempts: number
    readonly lastProblem: string | null
  }
  readonly asset: { readonly id: string }
  readonly amount: string
  readonly amountUnit: string | null
  readonly travelAddress: string
  readonly vasp: { readonly id: string; readonly name: string; readonly trust: string }
  readonly address: string | null
  readonly txHash: string | null
  readonly reason: string | null
  readonly allowedActions: readonly string[]
}

export const TRANSFER = `id version requestIdentifier direction status folder delivery { state kind attempts lastProblem } asset { id }
  amount amountUnit travelAddress vasp { id name trust } address txHash reason allowedActions`

export const CONFIRM = `mutation ($id: ID!, $txHash: String!) { trpd { confirmTx(id: $id, txHash: $txHash) { ${TRANSFER} } } }`

/**
 * A travel address of `beneficiary.com`, a VASP unknown to all nodes. Source: shared vectors, from TRISA's travel
 * address tests.
 */
export const UNKNOWN_VASP_ADDRESS = 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv'

export const INQUIRE = `mutation ($input: InquireInput!) { trpd { inquire(input: $input) { ${TRANSFER} } } }`

/** The input of a valid inquiry. */
export function inquireInput(travelAddress: string, overrides: object = {}) {
  return { travelAddress, asset: 'btc', amount: '0.25', originator: ORIGINATOR, beneficiary: BENEFICIARY, ...overrides }
}

/** Starts a transfer. Throws when it is refused. */
export async function inquire(api: Api, travelAddress: string, overrides: object = {}): Promise<Transfer> {
  const input = inquireInput(travelAddress, { requestIdentifier: randomUUID(), ...overrides })
  const { trpd } = await api.request<{ trpd: { inquire: Transfer } }>(INQUIRE, { input })
  return trpd.inquire
}

/**
 * Causes an event of `trpdTransactions` without an outbound message. Returns the transaction id.
 */
export async function probeTransfers(api: Api): Promise<string> {
  return (await inquire(api, UNKNOWN_VASP_ADDRESS)).id
}

export function confirmTx(
  api: Api,
  id: string,
  txHash: string,
): Promise<GraphqlResponse<{ trpd: { confirmTx: Transfer | null } }>> {
  return api.execute(CONFIRM, { id, txHash })
}

export async function loadTransfer(api: Api, id: string): Promise<Transfer> {
  const query = `query ($id: ID!) { trpd { transaction(id: $id) { ${TRANSFER} } } }`
  const { trpd } = await api.request<{ trpd: { transaction: Transfer } }>(query, { id })
  return trpd.transaction
}

/** Polls until a transfer matches. */
export function untilTransfer(
  api: Api,
  id: string,
  matches: (transfer: Transfer) => boolean,
  timeoutMs?: number,
): Promise<Transfer> {
  return eventually(() => loadTransfer(api, id), matches, timeoutMs)
}

/** The transactions with this request identifier. */
export async function transfersNamed(api: Api, requestIdentifier: string): Promise<Pick<Transfer, 'id' | 'status'>[]> {
  const query = 'query ($id: ID!) { trpd { transactions(filter: { requestIdentifier: $id }) { nodes { id status } } } }'
  const { trpd } = await api.request<{ trpd: { transactions: { nodes: Transfer[] } } }>(query, {
    id: requestIdentifier,
  })
  return trpd.transactions.nodes
}

/** Issues a travel address for BTC. */
export async function issueAddress(
  api: Api,
  input: object = {},
): Promise<{ readonly id: string; readonly travelAddress: string }> {
  const query =
    'mutation ($input: CreateTravelAddressInput!) { trpd { createTravelAddress(input: $input) { id travelAddress } } }'
  const { trpd } = await api.request<{ trpd: { createTravelAddress: { id: string; travelAddress: string } } }>(query, {
    input: { asset: 'btc', ...input },
  })
  return trpd.createTravelAddress
}

/** Approves an inbound inquiry. Throws when it is refused. */
export async function approveTx(api: Api, id: string): Promise<void> {
  await api.request('mutation ($id: ID!) { trpd { assessTx(id: $id, decision: APPROVE) { status } } }', { id })
}

/** Registers and trusts the VASP at `url`, which interprets amounts as `WHOLE`. Returns its id. */
export async function trustVaspAt(api: Api, url: string): Promise<string> {
  const id = await registerVaspAt(api, url)
  await api.request('mutation ($id: ID!) { trpd { trustVasp(id: $id, note: "known") { trust } } }', { id })
  return id
}

export async function registerVaspAt(api: Api, url: string): Promise<string> {
  const vasp = { name: 'Demo Counterparty VASP', url, wireProfile: { amountUnit: 'WHOLE' } }
  const query = 'mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }'
  const { trpd } = await api.request<{ trpd: { registerOrUpdateVasp: { id: string } } }>(query, { vasp })
  return trpd.registerOrUpdateVasp.id
}

/** A random hash that no transaction on a ledger has. */
export function freshTxHash(): string {
  return randomUUID().replaceAll('-', '').repeat(2)
}
