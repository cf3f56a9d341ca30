import type { Check } from './check.ts'

/** Checks that there is no other transfer with the same parties, asset and amount, or with the same hash. */
export const duplicate: Check = {
  name: 'DUPLICATE',
  version: 1,
  needs: ['SIMILAR'],
  judge({ similar, duplicateSeconds }) {
    if (similar === undefined) throw new Error('the check DUPLICATE ran without its facts')
    const { duplicates } = similar
    const evidence = { transactions: duplicates.map(({ id }) => id).join(' ') }
    if (duplicates.some(({ sameHash }) => sameHash)) {
      return { verdict: 'FAIL', reason: 'Another transaction has the same hash on the ledger.', evidence }
    }
    const window = `${duplicateSeconds / 3_600} hours`
    if (duplicates.length > 0) {
      const reason = `Within ${window}, there is another transaction with the same travel address, asset and amount.`
      return { verdict: 'WARN', reason, evidence }
    }
    const reason = `Within ${window}, there is no other transaction with the same travel address, asset and amount.`
    return { verdict: 'PASS', reason }
  },
}
