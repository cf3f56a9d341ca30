import type { BenchTrpd } from '../trpd/bench-trpd.ts'

/** Number of transactions of an erased customer. */
export const ERASED = 1_000
const RUNS = 3
const AT_ONCE = 8

const REGISTER = `mutation ($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id } } }`
const ERASE = `mutation ($reference: String!) { trpd {
  eraseCustomer(customerReference: $reference, ground: DATA_SUBJECT_REQUEST) { transactions } } }`

/** Durations of erasing customers with 1,000 finished transactions each, in milliseconds, in ascending order. */
export async function measureErasure(node: BenchTrpd): Promise<readonly number[]> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const reference = `erased customer ${run}`
    const inputs = Array.from({ length: ERASED }, (_, index) => withdrawal(reference, `${run * ERASED + index}`))
    const next = inputs.values()
    const register = async () => {
      for (const input of next) await node.query(REGISTER, { input })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, register))
    const began = performance.now()
    const { trpd } = await node.query<{ trpd: { eraseCustomer: { transactions: number } } }>(ERASE, { reference })
    times.push(performance.now() - began)
    const { transactions } = trpd.eraseCustomer
    if (transactions !== ERASED) throw new Error(`an erasure erased ${transactions} transactions`)
  }
  return times.toSorted((a, b) => a - b)
}

/** A withdrawal that is already on the ledger, so that no work is left. */
function withdrawal(customerReference: string, number: string) {
  return {
    direction: 'SENT',
    selfHosted: true,
    asset: 'btc',
    amount: '0.01',
    originator: { originatorPersons: [person('Moreau', `customer ${number}`)], accountNumber: [`account ${number}`] },
    beneficiary: { beneficiaryPersons: [person('Weber', `other ${number}`)], accountNumber: [`other ${number}`] },
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    txHash: number.padStart(64, '0'),
    customerReference,
  }
}

function person(primaryIdentifier: string, customerIdentification: string) {
  const name = { nameIdentifier: [{ primaryIdentifier, nameIdentifierType: 'LEGL' }] }
  return { naturalPerson: { name, customerIdentification } }
}
