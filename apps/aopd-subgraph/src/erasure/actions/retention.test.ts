import { expect, it } from 'vitest'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import {
  cancelProof,
  type ProofService,
  requestSignatureProof,
  revokeProof,
  submitSignature,
} from '../../proofs/actions/proof-actions.ts'
import type { Proof } from '../../proofs/domain/proof.ts'
import { loadProofs } from '../../store/load-proof.ts'
import { openCustomerWallet } from '../../testing/customer-wallet.ts'
import { openTestService } from '../../testing/open-test-service.ts'
import { BUILT_IN_PERIODS, parseRetentionPeriods } from '../domain/retention-period.ts'
import { endLegalHold, setLegalHold } from './legal-hold.ts'
import { eraseDue, planRetention } from './retention.ts'

const alice = { type: 'USER', id: 'alice' } as const
const wallet = openCustomerWallet()
const BROKEN = 5

it('proofs are erased when the period of their kind has ended, unless they are in use, under a legal hold, or the period is unknown', async () => {
  await using test = await openTestService()
  const { service } = test
  const unused = await canceled(service)
  const [verified, revoked] = [await verifiedProof(service), await verifiedProof(service)]
  ok(await revokeProof(service, { id: revoked.id, reason: 'reported stolen' }, alice))
  const ofTransaction = await canceled(service, { transactionId: 'tx-1' })
  const requested = ok(await requestSignatureProof(service, { asset: 'BTC' }, alice))
  const held = await canceled(service)
  ok(await setLegalHold(service, { id: held.id, reason: 'case 7' }, alice))
  // Five years later one proof changes for the last time, a month before the others are past their period.
  test.clock.now = new Date('2030-12-01T00:00:00Z')
  const recent = await canceled(service)
  test.clock.now = new Date('2031-01-02T00:00:00Z')

  const eu = under(service, 'EU')
  expect(await planRetention(eu)).toEqual({
    period: BUILT_IN_PERIODS.find(({ code }) => code === 'EU'),
    erases: false,
    dueCount: 1,
    due: [unused.id],
    keptCount: 5,
    heldCount: 1,
  })
  await eraseDue(eu)
  expect(await erasedOf(service, [unused])).toEqual([])
  await eraseDue(erasing(eu))
  await eraseDue(erasing(under(service, 'CH')))
  await eraseDue(erasing(under(service, 'JP')))
  const all = [unused, verified, revoked, ofTransaction, requested, held, recent]
  expect(await erasedOf(service, all)).toEqual([unused.id])
  expect(await certificatesOf(service)).toEqual([
    {
      subjectId: unused.id,
      actorType: 'SYSTEM',
      at: test.clock.now,
      detail: { version: 2, ground: 'RETENTION_ENDED', ticket: null },
    },
  ])

  ok(await endLegalHold(service, { id: held.id, reason: 'closed' }, alice))
  const own = erasing(under(service, 'EU', { unused: 5, transaction: 8 }))
  await eraseDue(own)
  expect(await erasedOf(service, all)).toEqual([unused.id, held.id])
  expect(await planRetention(own)).toMatchObject({ dueCount: 0, keptCount: 1 })
  test.clock.now = new Date('2034-01-02T00:00:00Z')
  await eraseDue(own)
  expect(await erasedOf(service, all)).toEqual([unused.id, revoked.id, ofTransaction.id, held.id])
  expect(await planRetention(own)).toMatchObject({ dueCount: 0, due: [], heldCount: 0 })
})

it('a proof that is put under a legal hold while it is about to be erased is kept', async () => {
  await using test = await openTestService()
  const { service } = test
  const proof = await canceled(service)
  test.clock.now = new Date('2032-01-01T00:00:00Z')
  const eu = erasing(under(service, 'EU'))
  expect((await planRetention(eu)).due).toEqual([proof.id])
  const { db, pool } = service.database
  const { hold, erasure } = await db.transaction().execute(async (tx) => {
    await tx.selectFrom('proof').select('id').forUpdate().execute()
    const hold = setLegalHold(service, { id: proof.id, reason: 'case 7' }, alice)
    await waiting(pool, 1)
    const erasure = eraseDue(eu)
    await waiting(pool, 2)
    return { hold, erasure }
  })
  ok(await hold)
  await erasure
  expect(await erasedOf(service, [proof])).toEqual([])
  expect(await planRetention(eu)).toMatchObject({ dueCount: 0, keptCount: 1, heldCount: 1 })
})

it('proofs that cannot be erased do not stop the erasure of others, and are retried', async () => {
  await using test = await openTestService()
  const { service } = test
  const { pool } = service.database
  await canceled(service)
  await pool.query(`
    do $$ declare names text; begin
      select string_agg(quote_ident(column_name), ', ') into names from information_schema.columns
      where table_name = 'proof' and table_schema = current_schema() and column_name not in ('id', 'token_hash');
      execute format('insert into proof (id, token_hash, %1$s)
        select gen_random_uuid(), int4send(n), %1$s from proof, generate_series(1, ${BROKEN}) as n', names);
    end $$;
    update proof set updated_at = updated_at + interval '1 hour' where token_hash = int4send(${BROKEN});
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'a broken row'; end $$;
    create trigger fails before update on proof for each row
      when (old.updated_at < '2026-01-01T00:30:00Z' and new.erased_at is not null) execute function fail()`)
  test.clock.now = new Date('2032-01-01T00:00:00Z')
  const eu = erasing(under(service, 'EU'))
  const due = async () => (await planRetention(eu)).dueCount
  expect(await due()).toBe(BROKEN + 1)
  await expect(eraseDue(eu)).rejects.toThrow('5 proofs could not be erased')
  expect(await due()).toBe(BROKEN)
  await pool.query('drop trigger fails on proof')
  await eraseDue(eu)
  expect(await due()).toBe(0)
})

it.each([
  ['[', 'must be a JSON array of retention periods'],
  ['[{"code":"eu"}]', '0.code: must have 2 to 16 capital letters, digits and hyphens'],
  [JSON.stringify([periodOf('XX', {}), periodOf('XX', {})]), 'XX is listed twice'],
  [JSON.stringify([periodOf('XX', { unused: 0 })]), '0.unusedProofYears.value: Too small: expected number to be >=1'],
])('invalid retention periods are refused (%#)', (text, message) => {
  const refusal = { code: 'RETENTION_PERIODS_INVALID', message }
  expect(parseRetentionPeriods(text)).toEqual({ ok: false, refusal })
})

async function canceled(service: ProofService, input: object = {}): Promise<Proof> {
  const { id } = ok(await requestSignatureProof(service, { asset: 'BTC', ...input }, alice))
  return ok(await cancelProof(service, id, alice))
}

async function verifiedProof(service: ProofService): Promise<Proof> {
  const address = wallet.addresses.p2wpkh
  const { id, challenge } = ok(await requestSignatureProof(service, { asset: 'BTC', address }, alice))
  const signature = wallet.signBitcoinMessage(challenge)
  return ok(await submitSignature(service, { id }, { address, signature }, { actor: alice, channel: 'API' }))
}

function under(service: ProofService, code: string, years?: Parameters<typeof periodOf>[1]): ProofService {
  const builtIn = BUILT_IN_PERIODS.find((period) => period.code === code)
  return { ...service, retention: { period: years === undefined ? builtIn : periodOf(code, years), erases: false } }
}

function erasing(service: ProofService): ProofService {
  return { ...service, retention: { ...service.retention, erases: true } }
}

function periodOf(code: string, { unused, transaction }: { readonly unused?: number; readonly transaction?: number }) {
  const years = (value: number | undefined) => ({
    value: value ?? null,
    source: 'our counsel',
    checked: 'OPERATOR' as const,
  })
  return { code, unusedProofYears: years(unused), transactionProofYears: years(transaction) }
}

async function erasedOf({ database: { db }, sealer }: ProofService, proofs: readonly Proof[]) {
  const loaded = await loadProofs(
    { db, sealer },
    proofs.map(({ id }) => id),
  )
  return proofs.map(({ id }) => id).filter((id) => loaded.find((proof) => proof?.id === id)?.erasedAt !== undefined)
}

async function certificatesOf({ database: { db } }: ProofService) {
  return db
    .selectFrom('outbox')
    .select(['subjectId', 'actorType', 'at', 'detail'])
    .where('type', '=', 'proof.erased')
    .execute()
}

async function waiting(pool: ProofService['database']['pool'], count: number): Promise<void> {
  const statement = `
    select count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await pool.query(statement)).rows).toEqual([{ count }])
}

function ok<Value>(result: ProofResult<Value>): Value {
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}
