import { openIndexedSealer } from '@travel-rule/database/index-keys'
import { openJobs } from '@travel-rule/database/jobs'
import { observeMaintenance } from '@travel-rule/database/observe-maintenance'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import { requestSignatureProof, revokeProof, submitSignature } from '../../proofs/actions/proof-actions.ts'
import type { Proof } from '../../proofs/domain/proof.ts'
import { parseProofFilter } from '../../proofs/domain/proof-filter.ts'
import { openProvableAssets } from '../../signatures/domain/asset.ts'
import { listProofs, listProofsOfAddresses } from '../../store/list-proofs.ts'
import { listSubmissions } from '../../store/list-submissions.ts'
import { loadProofs, loadProofVersions, type ProofReader } from '../../store/load-proof.ts'
import { sealPlainProofs } from '../../store/seal-proofs.ts'
import { openCustomerWallet } from '../../testing/customer-wallet.ts'
import { openTestService } from '../../testing/open-test-service.ts'
import {
  countOutdated,
  MAINTENANCE_QUEUES,
  MAINTENANCE_STEPS,
  maintainSealing,
  workOnMaintenance,
} from './maintain-proofs.ts'

const alice = { type: 'USER', id: 'alice' } as const
const wallet = openCustomerWallet()
/** A run that ends only when everything is done. */
const whole = { runMs: Number.POSITIVE_INFINITY }
const from = { actor: alice, channel: 'API' } as const

describe('proofs of a version without data keys', () => {
  let test: Awaited<ReturnType<typeof openTestService>>
  let ids: readonly string[]
  beforeAll(async () => {
    test = await openTestService({ createsDataKeys: false })
    const fixed = ok(await request({ asset: 'ETH', address: wallet.addresses.evm, customerReference: 'customer 7' }))
    ok(await submit(fixed, openCustomerWallet().signEip191(fixed.challenge)))
    ok(await submit(fixed, wallet.signEip191(fixed.challenge)))
    ok(await revokeProof(test.service, { id: fixed.id, reason: 'reported stolen' }, alice))
    const open = ok(await request({ asset: 'BTC', address: wallet.addresses.p2wpkh }))
    const chosen = ok(await request({ asset: 'ETH' }))
    ids = [fixed.id, open.id, chosen.id]
  })
  afterAll(() => test[Symbol.asyncDispose]())

  it('older proofs are sealed completely or not at all, and are read and found as before, with and without the setting', async () => {
    const { database, sealer: older } = test.service
    const log = captureLog()
    const sealer = await openIndexedSealer(database.db, test.sealingKeys)
    const newer = { db: database.db, sealer }
    const before = await readAll({ db: database.db, sealer: older })
    expect(before).toMatchObject({ ofAddress: [[{ status: 'REVOKED' }], [{ status: 'REQUESTED' }]] })
    expect(await readAll(newer)).toEqual(before)

    const job = { database, sealer, sealsProofs: true, onBroken: expect.unreachable, logger: log.logger }
    await database.pool.query(`
      create function fail() returns trigger language plpgsql as $$
        begin if new.id = '${ids[2]}' then raise exception 'half-way'; end if; return new; end $$;
      create trigger fails before update on proof_version for each row execute function fail()`)
    await expect(maintainSealing(job, whole)).rejects.toThrow('half-way')
    expect(await readAll(newer)).toEqual(before)
    await database.pool.query('drop trigger fails on proof_version')
    await maintainSealing({ ...job, sealsProofs: false }, whole)
    expect(await countOutdated(job)).toBe(ids.length)

    await Promise.all([maintainSealing(job, whole), maintainSealing(job, whole)])
    expect(await countOutdated(job)).toBe(0)
    expect(log.text()).toContain('the older sealing keys can be removed')
    expect(await readAll(newer)).toEqual(before)
    expect(await readAll({ db: database.db, sealer: older })).toEqual(before)
  })

  it('older proofs, once sealed, cannot be opened by 0.1.0, which would interpret a missing address as any address', async () => {
    const rows = await test.service.database.db.selectFrom('proof').selectAll().execute()
    expect(rows.map(({ address, challenge }) => [address, challenge])).toEqual(Array(ids.length).fill([null, null]))
    const { open } = openSealer(test.sealingKeys)
    for (const { id, tokenSealed } of rows) {
      expect(() => open(tokenSealed, `proof:${id}:token`)).toThrow(expect.objectContaining({ code: 'SEAL_BROKEN' }))
    }
  })

  it('older proofs, once sealed, can be changed even by a process without the setting', async () => {
    const [, id = ''] = ids
    const [proof] = await loadProofs(reader(), [id])
    if (proof === undefined) throw new Error('the proof does not exist')
    const verified = ok(await submit(proof, wallet.signBitcoinMessage(proof.challenge)))
    expect(verified).toMatchObject({ status: 'VERIFIED', address: wallet.addresses.p2wpkh })
    const row = await test.service.database.db
      .selectFrom('proof')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ address: null, signature: null, submittedAddress: null })
  })

  it('older proofs no longer need older sealing keys after a rotation', async () => {
    const { database } = test.service
    const before = await readAll(reader())
    const next = generateSealingKeys()
    const sealer = await openIndexedSealer(database.db, `${next},${test.sealingKeys}`)
    const job = { database, sealer, sealsProofs: true, onBroken: expect.unreachable, logger: test.logger }
    expect(await countOutdated(job)).toBeGreaterThan(ids.length)
    await maintainSealing(job, whole)
    expect(await countOutdated(job)).toBe(0)
    expect(await readAll({ db: database.db, sealer: await openIndexedSealer(database.db, next) })).toEqual(before)
  })

  /** Everything that can be read about the proofs, through every query. */
  async function readAll(reader: ProofReader) {
    return {
      proofs: await listProofs(reader, everything(), page),
      first: (await loadProofVersions(reader, [{ id: ids[0] ?? '', version: 1 }]))[0],
      submissions: await listSubmissions(reader, ids),
      ofAddress: await listProofsOfAddresses(reader, [wallet.addresses.evm, wallet.addresses.p2wpkh]),
      byAddress: await listProofs(
        reader,
        parseProofFilter({ address: wallet.addresses.evm }, openProvableAssets()),
        page,
      ),
    }
  }

  function request(input: Parameters<typeof requestSignatureProof>[1]) {
    return requestSignatureProof(test.service, input, alice)
  }

  function submit({ id, asset }: Proof, signature: string) {
    const address = asset === 'BTC' ? wallet.addresses.p2wpkh : wallet.addresses.evm
    return submitSignature(test.service, { id }, { address, signature }, from)
  }

  function reader(): ProofReader {
    return { db: test.service.database.db, sealer: test.service.sealer }
  }
})

it('every proof is sealed, however many broken ones come first, and each broken one is reported once', async () => {
  await using test = await openTestService({ createsDataKeys: false })
  const { database, sealer } = test.service
  for (let n = 0; n < 52; n += 1) ok(await requestSignatureProof(test.service, { asset: 'ETH' }, alice))
  const { rows } = await database.pool.query(
    `update proof set token_sealed = 'broken' where id <> (select max(id::text)::uuid from proof) returning id`,
  )
  const broken: string[] = []
  const job = { database, sealer: await openIndexedSealer(database.db, test.sealingKeys), logger: test.logger }
  await maintainSealing({ ...job, sealsProofs: true, onBroken: (id) => void broken.push(id) }, whole)
  expect(await countOutdated({ database, sealer })).toBe(51)
  expect(broken).toEqual(rows.map(({ id }) => id).sort())
})

it('a run of the job that fails is counted, and the job runs again', async () => {
  await using test = await openTestService()
  const { database } = test.service
  const metrics = openMetrics('aopd')
  const onFailedStep = observeMaintenance(metrics, { logger: test.logger, steps: MAINTENANCE_STEPS })
  await using jobs = await openJobs({ database, logger: test.logger, queues: MAINTENANCE_QUEUES })
  await database.pool.query('alter table data_keys rename to elsewhere')
  // A clock in the past, so that the next run is due immediately.
  const past = { time: Date.now() - 3_600_000 }
  const now = () => {
    past.time += 15_000
    return new Date(past.time)
  }
  const parts = { sealsProofs: false, onBroken: expect.unreachable, logger: test.logger }
  await workOnMaintenance({ ...parts, service: { ...test.service, now }, onFailedStep }, jobs)
  await expect
    .poll(() => metrics.registry.metrics())
    .toMatch(/^maintenance_failures_total\{step="maintainSealing",service="aopd"\} ([2-9]|\d\d)/m)
})

describe('a proof whose sealing was rolled back', () => {
  it('a proof whose sealing was rolled back stays readable after a restart, including a submission before the retry', async () => {
    await using test = await openPlain()
    const { service, sealer, proof } = test
    await rollBack(test)
    ok(await submitSignature({ ...service, sealer }, { id: proof.id }, signed(proof), from))
    const restarted = await openIndexedSealer(service.database.db, test.sealingKeys)
    expect(await loadProofs({ db: service.database.db, sealer: restarted }, [proof.id])).toMatchObject([
      { status: 'VERIFIED', token: proof.token, customerReference: 'customer 7' },
    ])
  })

  it('a proof whose sealing was rolled back is readable in that process once another process has sealed it', async () => {
    await using test = await openPlain()
    const { service, sealer, proof } = test
    await rollBack(test)
    const other = await openIndexedSealer(service.database.db, test.sealingKeys)
    const job = { ...service, logger: test.logger, sealer: other }
    await maintainSealing({ ...job, sealsProofs: true, onBroken: expect.unreachable }, whole)
    expect(await loadProofs({ db: service.database.db, sealer }, [proof.id])).toMatchObject([
      { token: proof.token, customerReference: 'customer 7' },
    ])
  })

  /** A proof without a data key, and a sealer that gives it one. */
  async function openPlain() {
    const test = await openTestService({ createsDataKeys: false })
    const input = { asset: 'ETH', address: wallet.addresses.evm, customerReference: 'customer 7' }
    const proof = ok(await requestSignatureProof(test.service, input, alice))
    return { ...test, proof, sealer: await openIndexedSealer(test.service.database.db, test.sealingKeys) }
  }

  async function rollBack({ service, sealer }: Awaited<ReturnType<typeof openPlain>>) {
    const sliced = service.database.db.transaction().execute(async (tx) => {
      await sealPlainProofs(tx, sealer, { max: 50, onBroken: () => {} })
      throw new Error('connection lost')
    })
    await expect(sliced).rejects.toThrow('connection lost')
  }

  function signed({ challenge }: Proof) {
    return { address: wallet.addresses.evm, signature: wallet.signEip191(challenge) }
  }
})

const page = { limit: 10, offset: 0 }

function everything() {
  return parseProofFilter(null, openProvableAssets())
}

function ok<Value>(result: ProofResult<Value>): Value {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}
