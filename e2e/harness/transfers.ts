import { randomUUID } from 'node:crypto'
import type { Answer, Api } from './api.ts'
import { BENEFICIARY, ORIGINATOR } from './parties.ts'

/** What the operations below select of a transaction. */
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

/** A travel address of a VASP that nobody knows: `beneficiary.com`. Source: shared vectors, from TRISA's travel address tests. */
export const UNKNOWN_VASP_ADDRESS = 'ta2W2HPKfHxgSgrzY178knqXHg1H3jfeQrwQ9JrKBs9wv'

export const INQUIRE = `mutation ($input: InquireInput!) { trpd { inquire(input: $input) { ${TRANSFER} } } }`

/** The input of an inquiry that nothing is wrong with. */
export function inquireInput(travelAddress: string, change: object = {}) {
  return { travelAddress, asset: 'btc', amount: '0.25', originator: ORIGINATOR, beneficiary: BENEFICIARY, ...change }
}

/** Starts a transfer; throws when it is refused. */
export async function inquire(api: Api, travelAddress: string, change: object = {}): Promise<Transfer> {
  const input = inquireInput(travelAddress, { requestIdentifier: randomUUID(), ...change })
  const { trpd } = await api.get<{ trpd: { inquire: Transfer } }>(INQUIRE, { input })
  return trpd.inquire
}

/** Makes a change that `trpdTransactions` delivers, and sends nothing to anybody. */
export async function probeTransfers(api: Api): Promise<string> {
  return (await inquire(api, UNKNOWN_VASP_ADDRESS)).id
}

export function confirmTx(
  api: Api,
  id: string,
  txHash: string,
): Promise<Answer<{ trpd: { confirmTx: Transfer | null } }>> {
  return api.ask(CONFIRM, { id, txHash })
}

export async function loadTransfer(api: Api, id: string): Promise<Transfer> {
  const query = `query ($id: ID!) { trpd { transaction(id: $id) { ${TRANSFER} } } }`
  const { trpd } = await api.get<{ trpd: { transaction: Transfer } }>(query, { id })
  return trpd.transaction
}

/** Registers the VASP at `url` as one that reads amounts in whole units, and trusts it; returns its id. */
export async function trustVaspAt(api: Api, url: string): Promise<string> {
  const id = await registerVaspAt(api, url)
  await api.get('mutation ($id: ID!) { trpd { trustVasp(id: $id, note: "known") { trust } } }', { id })
  return id
}

export async function registerVaspAt(api: Api, url: string): Promise<string> {
  const vasp = { name: 'Demo Counterparty VASP', url, wireProfile: { amountUnit: 'WHOLE' } }
  const query = 'mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }'
  const { trpd } = await api.get<{ trpd: { registerOrUpdateVasp: { id: string } } }>(query, { vasp })
  return trpd.registerOrUpdateVasp.id
}

/** A hash that is on no ledger. */
export function freshTxHash(): string {
  return randomUUID().replaceAll('-', '').repeat(2)
}
