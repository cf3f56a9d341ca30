import { openFeed } from '@travel-rule/database/feed'
import { openIndexedSealer } from '@travel-rule/database/index-keys'
import { eventOfRow } from '@travel-rule/database/outbox'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eraseProof } from '../../erasure/actions/erase-proofs.ts'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import { openProvableAssets } from '../../signatures/domain/asset.ts'
import { countProofs } from '../../store/list-proofs.ts'
import { loadProofByToken, loadProofs, loadProofVersions } from '../../store/load-proof.ts'
import { openCustomerWallet } from '../../testing/customer-wallet.ts'
import { openTestService } from '../../testing/open-test-service.ts'
import type { Proof } from '../domain/proof.ts'
import { parseProofFilter } from '../domain/proof-filter.ts'
import { cancelProof, requestSignatureProof, revokeProof, submitSignature, workOnExpiry } from './proof-actions.ts'

const alice = { type: 'USER', id: 'alice', name: 'Alice' } as const
const customer = { actor: { type: 'CUSTOMER', id: 'customer' }, channel: 'PORTAL' } as const
const wallet = openCustomerWallet()
const request = {
  asset: 'BTC',
  address: wallet.addresses.p2wpkh,
  customerReference: 'Erika Müller, 4711',
  transactionId: 'tx-1',
}

describe('the life of a proof', () => {
  let test: Awaited<ReturnType<typeof openTestService>>
  beforeEach(async () => {
    test = await openTestService()
  })
  afterEach(() => test[Symbol.asyncDispose]())

  it('a proof is stored with every version and its audit event, in the same order', async () => {
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    ok(await submit(proof, openCustomerWallet().signBitcoinMessage(proof.challenge)))
    const verified = ok(await submit(proof, wallet.signBitcoinMessage(proof.challenge)))
    expect(verified).toMatchObject({ status: 'VERIFIED', attempts: 2, version: 3 })
    const revoked = ok(await revokeProof(test.service, { id: proof.id, reason: 'reported stolen' }, alice))
    expect(await loadProofs(reader(), [proof.id])).toEqual([revoked])
    expect((await loadProofVersions(reader(), [{ id: proof.id, version: 1 }]))[0]).toEqual(proof)
    expect((await loadProofVersions(reader(), [{ id: proof.id, version: 3 }]))[0]).toEqual(verified)
    expect(
      (await events()).map(({ type, actor, detail }) => [type, actor.type, detail.version, detail.outcome]),
    ).toEqual([
      ['proof.requested', 'USER', 1, undefined],
      ['proof.attempted', 'CUSTOMER', 2, 'INVALID'],
      ['proof.verified', 'CUSTOMER', 3, 'VALID'],
      ['proof.revoked', 'USER', 4, 'VALID'],
    ])
  })

  it("a proof's customer reference, revocation reason and token are sealed, and absent from its events", async () => {
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    ok(await submit(proof, wallet.signBitcoinMessage(proof.challenge)))
    ok(await revokeProof(test.service, { id: proof.id, reason: 'Erika Müller asked for it' }, alice))
    const { pool } = test.service.database
    for (const table of ['proof', 'proof_version', 'outbox', 'jobs.job']) {
      const { rows } = await pool.query(`select to_jsonb(t)::text as document from ${table} t`)
      const dump = rows.map((row) => row.document).join()
      expect(dump.length).toBeGreaterThan(0)
      for (const secret of ['Müller', proof.token, Buffer.from(proof.token).toString('hex')])
        expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from('Müller').toString('hex'))
    }
  })

  it('a proof is read as erased, without an error, by a reader that loaded its row before the erasure', async () => {
    const { database, sealer } = test.service
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    ok(await cancelProof(test.service, proof.id, alice))
    const other = await openIndexedSealer(database.db, test.sealingKeys)
    const load: typeof other.records.load = async (...read) => {
      await eraseProof(test.service, { id: proof.id, ground: 'RECORDED_IN_ERROR' }, alice)
      return other.records.load(...read)
    }
    const between = { ...other, records: { ...other.records, load } }
    expect(await loadProofs({ db: database.db, sealer: between }, [proof.id])).toMatchObject([
      { id: proof.id, status: 'CANCELED', challenge: '', erasedAt: test.clock.now },
    ])
    expect(await loadProofs({ db: database.db, sealer }, [proof.id])).toMatchObject([{ status: 'CANCELED' }])
  })

  it('concurrent attempts are counted one by one, and the proof is rejected at the limit', async () => {
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    const results = await Promise.all(
      Array.from({ length: 6 }, () => submit(proof, openCustomerWallet().signBitcoinMessage(proof.challenge))),
    )
    expect(results.filter((result) => result.ok)).toHaveLength(3)
    expect(results.filter((result) => !result.ok && result.refusal.code === 'PROOF_WRONG_STATUS')).toHaveLength(3)
    expect(await loadProofs(reader(), [proof.id])).toMatchObject([{ status: 'REJECTED', attempts: 3 }])
  })

  it('one of two concurrent valid signatures is recorded', async () => {
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    const forms = [wallet.signBitcoinMessage(proof.challenge, 31), wallet.signBitcoinMessage(proof.challenge, 39)]
    const results = await Promise.all(forms.map((signature) => submit(proof, signature)))
    expect(results.map((result) => result.ok).sort()).toEqual([false, true])
    expect((await events()).map(({ type }) => type)).toEqual(['proof.requested', 'proof.verified'])
  })

  it('a proof is found by its token as well as by its id, and by no other token', async () => {
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    expect(await loadProofByToken(reader(), proof.token)).toEqual(proof)
    expect(await loadProofByToken(reader(), `${proof.token}x`)).toBeUndefined()
    const input = { address: wallet.addresses.p2wpkh, signature: wallet.signBitcoinMessage(proof.challenge) }
    expect(await submitSignature(test.service, { token: 'guessed' }, input, customer)).toMatchObject({
      refusal: { code: 'PROOF_NOT_FOUND' },
    })
    expect(ok(await submitSignature(test.service, { token: proof.token }, input, customer)).status).toBe('VERIFIED')
  })

  it('a proof is expired by its job at its deadline', async () => {
    await workOnExpiry(test.service, test.jobs)
    await using feed = await openFeed({ database: test.service.database, logger: test.logger })
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    test.clock.now = proof.expiresAt
    for await (const { type, actor } of feed.follow({ after: 1n, signal: AbortSignal.timeout(60_000) })) {
      expect([type, actor]).toEqual(['proof.expired', { type: 'SYSTEM', id: 'aopd' }])
      break
    }
    expect(await loadProofs(reader(), [proof.id])).toMatchObject([{ status: 'EXPIRED' }])
  })

  it("a proof is expired even when the database's clock is ahead of this process's clock", async () => {
    await workOnExpiry(test.service, test.jobs)
    await using feed = await openFeed({ database: test.service.database, logger: test.logger })
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    await jobAttempted()
    expect(await loadProofs(reader(), [proof.id])).toEqual([proof])
    test.clock.now = proof.expiresAt
    for await (const { type } of feed.follow({ after: 1n, signal: AbortSignal.timeout(60_000) })) {
      expect(type).toBe('proof.expired')
      break
    }
    expect(await loadProofs(reader(), [proof.id])).toMatchObject([{ status: 'EXPIRED' }])
  })

  it('no proof is stored for a refused request', async () => {
    expect(await requestSignatureProof(test.service, { asset: 'BTC', address: 'x' }, alice)).toMatchObject({
      ok: false,
    })
    expect(await countProofs(reader(), parseProofFilter({}, openProvableAssets()))).toBe(0)
    expect(await events()).toEqual([])
  })

  it('a proof is not found by a malformed id, and cannot be revoked without a valid reason', async () => {
    expect(await cancelProof(test.service, "'; drop table proof", alice)).toMatchObject({
      refusal: { code: 'PROOF_NOT_FOUND' },
    })
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    for (const reason of ['  ', 'x'.repeat(501), 'a\0b', 'a\u001b[31m', '\ud800'])
      expect(await revokeProof(test.service, { id: proof.id, reason }, alice)).toMatchObject({
        refusal: { code: 'INPUT_INVALID' },
      })
  })

  it('an unreadable signature does not count as an attempt', async () => {
    const proof = ok(await requestSignatureProof(test.service, request, alice))
    for (const signature of ['', 'a\0b', 'ü', 'a'.repeat(4097)])
      expect(await submit(proof, signature)).toMatchObject({ refusal: { code: 'SIGNATURE_UNREADABLE' } })
    expect(await loadProofs(reader(), [proof.id])).toEqual([proof])
  })

  function submit(proof: Proof, signature: string): Promise<ProofResult<Proof>> {
    const input = { address: wallet.addresses.p2wpkh, signature }
    return submitSignature(test.service, { id: proof.id }, input, customer)
  }

  async function jobAttempted(): Promise<void> {
    const { pool } = test.service.database
    for (;;) {
      const { rows } = await pool.query(`select state from jobs.job where name = 'proof-expiry'`)
      if (rows.some(({ state }) => state === 'retry' || state === 'completed')) return
    }
  }

  function reader() {
    return { db: test.service.database.db, sealer: test.service.sealer }
  }

  async function events() {
    const rows = await test.service.database.db.selectFrom('outbox').selectAll().orderBy('position').execute()
    return rows.map(eventOfRow)
  }
})

function ok(result: ProofResult<Proof>): Proof {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}
