import { expect } from 'vitest'
import { type GraphqlResponse, type TestNode, until } from './test-node.ts'

const TRANSACTION = `id version requestIdentifier direction status folder reason address txHash amount amountUnit
  delivery { state kind attempts lastProblem nextAttemptAt } allowedActions ivms101Issues { path constraint }
  vasp { id name trust host: url } decidedBy { id }
  originator { originatorPersons { naturalPerson { name { nameIdentifier { primaryIdentifier } } } } }`

/** A natural person that satisfies IVMS101. */
export const originator = {
  originatorPersons: [
    {
      naturalPerson: {
        name: {
          nameIdentifier: [
            { primaryIdentifier: 'Engels', secondaryIdentifier: 'Friedrich', nameIdentifierType: 'LEGL' },
          ],
        },
        customerIdentification: 'customer-1',
      },
    },
  ],
  accountNumber: ['account-1'],
}

export const beneficiary = {
  beneficiaryPersons: [
    {
      naturalPerson: {
        name: {
          nameIdentifier: [{ primaryIdentifier: 'Marx', secondaryIdentifier: 'Karl', nameIdentifierType: 'LEGL' }],
        },
      },
    },
  ],
  accountNumber: [],
}

/** Sends an inquiry about 0.5 BTC. */
export function inquire(node: TestNode, travelAddress: string, more: object = {}) {
  return node.query(`mutation($input: InquireInput!) { trpd { inquire(input: $input) { ${TRANSACTION} } } }`, {
    input: { travelAddress, asset: 'btc', amount: '0.5', originator, beneficiary, ...more },
  })
}

/** Runs a mutation field that returns a transaction. */
export function mutate(node: TestNode, call: string) {
  return node.query(`mutation { trpd { ${call} { ${TRANSACTION} } } }`)
}

/** Waits until the checks of a transaction have run with a finding, and accepts it. */
export async function acceptFindings(node: TestNode, id: string, reason: string): Promise<void> {
  const { data } = await until(
    () => node.query(`{ trpd { transaction(id: "${id}") { release { isChecking obstacles { finding } } } } }`),
    ({ data: { trpd } }) => {
      const { isChecking, obstacles } = trpd.transaction.release
      return !isChecking && obstacles.some(({ finding }: { finding: string | null }) => finding !== null)
    },
  )
  for (const { finding } of data.trpd.transaction.release.obstacles) {
    if (finding === null) continue
    const { errors } = await mutate(node, `acceptFinding(id: "${id}", finding: "${finding}", reason: "${reason}")`)
    expect(errors).toBeUndefined()
  }
}

/** Runs a query, and retries like a client while the database of a busy machine is unavailable. */
export function read(node: TestNode, query: string): Promise<GraphqlResponse> {
  return until(
    () => node.query(query),
    ({ errors = [] }) => !errors.some(({ extensions }) => extensions.retryable === true),
  )
}

/** The transactions of a node, newest first. */
export async function transactions(node: TestNode) {
  const { data } = await read(node, `{ trpd { transactions { nodes { ${TRANSACTION} } } } }`)
  return data.trpd.transactions.nodes
}

/** Registers and trusts the VASP at `url`; returns its id. */
export async function trust(node: TestNode, url: string, amountUnit = 'WHOLE'): Promise<string> {
  const { data } = await node.query(
    `mutation($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }`,
    { vasp: { name: `VASP at ${url}`, url, wireProfile: { amountUnit } } },
  )
  const { id } = data.trpd.registerOrUpdateVasp
  const trusted = await node.query(`mutation($id: ID!) { trpd { trustVasp(id: $id) { trust } } }`, { id })
  expect(trusted.data.trpd.trustVasp.trust).toBe('TRUSTED')
  return id
}

/**
 * Turns on automatic approval of inquiries from a trusted VASP up to `amountMax` BTC, whether or not a
 * certificate verifies their sender.
 */
export async function autoApprove(node: TestNode, id: string, amountMax = '1000'): Promise<void> {
  const { errors } = await node.query(
    `mutation($id: ID!, $limits: [AutoApproveLimitInput!]) {
      trpd { setAutoApprove(id: $id, enabled: true, limits: $limits) { id } setMutualTls(id: $id, required: false) { id } }
    }`,
    { id, limits: [{ asset: 'btc', amountMax }] },
  )
  expect(errors ?? []).toEqual([])
}

/** Issues a travel address for BTC. */
export async function issue(node: TestNode, address?: string): Promise<string> {
  const { data } = await node.query(
    `mutation($input: CreateTravelAddressInput!) { trpd { createTravelAddress(input: $input) { travelAddress } } }`,
    { input: { asset: 'btc', ...(address === undefined ? {} : { address }) } },
  )
  return data.trpd.createTravelAddress.travelAddress
}

/** Trusts `counterparty` and sends it an inquiry; returns the id of the transaction. */
export async function startedWith(
  node: TestNode,
  { url, travelAddress }: { readonly url: string; readonly travelAddress: string },
): Promise<string> {
  await trust(node, url)
  const { data } = await inquire(node, travelAddress)
  return data.trpd.inquire.id
}

/** Waits until the delivery is in `state`; returns the transaction. */
export async function untilDelivery(node: TestNode, id: string, state: string) {
  const isReached = (tx: { id: string; delivery: { state: string } }) => tx.id === id && tx.delivery.state === state
  const all = await until(
    () => transactions(node),
    (list) => list.some(isReached),
  )
  return all.find(isReached)
}

/** Waits until an attempt to deliver a message has failed; returns the transaction. */
export async function untilProblem(node: TestNode, id: string) {
  const hasProblem = (tx: { id: string; delivery: { lastProblem: string | null } }) =>
    tx.id === id && tx.delivery.lastProblem !== null
  const all = await until(
    () => transactions(node),
    (list) => list.some(hasProblem),
  )
  return all.find(hasProblem)
}
