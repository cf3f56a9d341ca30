import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cancelProof, requestSignatureProof, submitSignature } from '../proofs/actions/proof-actions.ts'
import type { Proof } from '../proofs/domain/proof.ts'
import { matchesFilter, type ProofFilterInput, parseProofFilter } from '../proofs/domain/proof-filter.ts'
import { openProvableAssets } from '../signatures/domain/asset.ts'
import { openCustomerWallet } from '../testing/customer-wallet.ts'
import { openTestService } from '../testing/open-test-service.ts'
import { countProofs, listProofs, listProofsOf } from './list-proofs.ts'
import { loadProofs } from './load-proof.ts'

const alice = { type: 'USER', id: 'alice' } as const
const { addresses } = openCustomerWallet()
const requests = [
  { asset: 'BTC', address: addresses.p2wpkh, transactionId: 'tx-1' },
  { asset: 'ETH', address: addresses.evm, transactionId: 'tx-1', addressBookEntryId: 'entry-1' },
  { asset: 'USDC', address: addresses.evm, transactionId: 'tx-2' },
  { asset: 'BTC', addressBookEntryId: 'entry-1' },
]

describe('listing proofs', () => {
  let test: Awaited<ReturnType<typeof openTestService>>
  let proofs: Proof[]
  beforeAll(async () => {
    test = await openTestService()
    const ids: string[] = []
    for (const request of requests) {
      test.clock.now = new Date(test.clock.now.getTime() + 1000)
      const result = await requestSignatureProof(test.service, request, alice)
      if (result.ok) ids.unshift(result.value.id)
    }
    const inconclusive = { address: addresses.p2wpkh, signature: 'fulAAAA' }
    await submitSignature(test.service, { id: ids.at(-1) ?? '' }, inconclusive, { actor: alice, channel: 'API' })
    await cancelProof(test.service, ids.at(0) ?? '', alice)
    proofs = (await loadProofs(reader(), ids)).filter((proof) => proof !== undefined)
    expect(proofs).toHaveLength(requests.length)
  })
  afterAll(() => test[Symbol.asyncDispose]())

  it('listing proofs returns the newest first, page by page', async () => {
    expect(await listProofs(reader(), parseProofFilter(null, openProvableAssets()), { limit: 10, offset: 0 })).toEqual(
      proofs,
    )
    expect(await listProofs(reader(), parseProofFilter(null, openProvableAssets()), { limit: 2, offset: 1 })).toEqual(
      proofs.slice(1, 3),
    )
  })

  it.each<[ProofFilterInput, number]>([
    [{}, 4],
    [{ status: ['REQUESTED'] }, 3],
    [{ status: ['CANCELED', 'EXPIRED'] }, 1],
    [{ status: [] }, 0],
    [{ asset: 'btc' }, 2],
    [{ asset: 'DOGE' }, 0],
    [{ address: addresses.evm.toLowerCase() }, 2],
    [{ address: addresses.p2wpkh.toUpperCase(), asset: 'BTC' }, 1],
    [{ address: 'nonsense' }, 0],
    [{ transactionId: 'tx-1' }, 2],
    [{ transactionId: 'tx-1\0' }, 0],
    [{ addressBookEntryId: 'entry-1', status: ['REQUESTED'] }, 1],
    [{ inconclusive: true }, 1],
    [{ inconclusive: false }, 3],
  ])('listing proofs finds the same proofs with %j in SQL as in the domain: %i', async (input, count) => {
    const filter = parseProofFilter(input, openProvableAssets())
    const expected = proofs.filter((proof) => matchesFilter(proof, filter))
    expect(expected).toHaveLength(count)
    expect(await listProofs(reader(), filter, { limit: 10, offset: 0 })).toEqual(expected)
    expect(await countProofs(reader(), filter)).toBe(count)
  })

  it('listing proofs accepts more statuses than a statement can have parameters', async () => {
    const status = Array.from({ length: 70_000 }, () => 'CANCELED' as const)
    expect(await countProofs(reader(), parseProofFilter({ status }, openProvableAssets()))).toBe(1)
  })

  it('listing proofs returns the proofs of several transactions or entries in one statement, in the requested order', async () => {
    const [byTwo, byNone, byOne] = await listProofsOf(reader(), 'transactionId', ['tx-2', 'tx-0', 'tx-1'])
    expect(byTwo?.map(({ asset }) => asset)).toEqual(['USDC'])
    expect(byNone).toEqual([])
    expect(byOne?.map(({ asset }) => asset)).toEqual(['ETH', 'BTC'])
    const [entry] = await listProofsOf(reader(), 'addressBookEntryId', ['entry-1'])
    expect(entry?.map(({ asset }) => asset)).toEqual(['BTC', 'ETH'])
  })

  it('listing proofs returns undefined for unknown and malformed ids', async () => {
    const [first] = proofs
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await loadProofs(reader(), [unknown, 'x', first?.id ?? ''])).toEqual([undefined, undefined, first])
  })

  function reader() {
    return { db: test.service.database.db, sealer: test.service.sealer }
  }
})
