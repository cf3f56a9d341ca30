import { randomUUID } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { loadFeedCursor, moveFeedCursor, stopFeedCursor } from '@travel-rule/database/feed-cursor'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { customerFingerprints } from '../../customers/store/customer-fingerprints.ts'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { openRegistered } from '../../transfers/domain/transfer.ts'
import { insertTransfer } from '../../transfers/store/insert-transfer.ts'
import {
  eraseProofs,
  findProofs,
  forgetProofs,
  listTransfersOfFingerprints,
  loadWallets,
  lockWallets,
  markCaughtUp,
  markRevoked,
  PROOF_SOURCE,
  saveProofs,
  shareWallet,
  type VerifiedProof,
} from './proven-addresses.ts'

const AGE_MAX_SECONDS = 300
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const at = new Date('2026-01-01T00:00:00Z')
const sealer = openSealer(generateSealingKeys())

let database: Database<Tables>
beforeAll(async () => {
  database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
})
afterAll(() => database[Symbol.asyncDispose]())

const searchFor = (address: string) =>
  ({ address, customerFingerprints: [], transactionId: randomUUID(), ageMaxSeconds: AGE_MAX_SECONDS }) as const
const find = (address = EVM) => findProofs(database.db, sealer, searchFor(address))
const caughtUp = () => database.db.transaction().execute((tx) => markCaughtUp(tx, AGE_MAX_SECONDS))
const age = (seconds: number) =>
  database.pool.query(`update proof_feed set caught_up_at = now() - interval '${seconds} seconds'`)
const proofOf = (more: Partial<VerifiedProof> = {}): VerifiedProof => ({
  id: randomUUID(),
  address: EVM,
  method: 'SIGNATURE',
  customerReference: undefined,
  transactionId: undefined,
  verifiedAt: at,
  ...more,
})
const save = (more?: Partial<VerifiedProof>) =>
  database.db.transaction().execute((tx) => saveProofs(tx, sealer, [proofOf(more)]))

it('proofs are relied on once all of them have been read, until the last read is too long ago', async () => {
  expect(await find()).toEqual({ state: 'NOT_READ', proofs: [] })
  expect(await caughtUp()).toEqual(new Date(0))
  expect(await find()).toMatchObject({ state: 'READ' })
  expect(await caughtUp()).toBeUndefined()
  await age(AGE_MAX_SECONDS - 60)
  expect(await find()).toMatchObject({ state: 'READ' })
  await age(AGE_MAX_SECONDS + 60)
  expect(await find()).toMatchObject({ state: 'BEHIND' })
  const before = Date.now() - AGE_MAX_SECONDS * 1_000
  expect((await caughtUp())?.getTime()).toBeLessThan(before)
  expect(await find()).toMatchObject({ state: 'READ' })
})

it('proofs are not relied on while reading is stopped, and are forgotten together with the time of the last read', async () => {
  await save()
  const cursor = await loadFeedCursor(database.db, PROOF_SOURCE)
  await stopFeedCursor(database.db, cursor, { code: 'FEED_EPOCH_CHANGED', epoch: randomUUID() })
  expect(await find()).toMatchObject({ state: 'STOPPED', proofs: [{ method: 'SIGNATURE' }] })
  await database.db.transaction().execute(async (tx) => {
    expect(await moveFeedCursor(tx, cursor, cursor)).toBe(true)
    await forgetProofs(tx)
  })
  expect(await find()).toEqual({ state: 'NOT_READ', proofs: [] })
})

it('a transfer that is checked while a proof of its wallet is being stored waits for the proof', async () => {
  const address = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'
  const id = randomUUID()
  const [stored, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const storing = database.db.transaction().execute(async (tx) => {
    await lockWallets(tx, sealer, { addresses: [address], fingerprints: [] })
    await saveProofs(tx, sealer, [proofOf({ id, address })])
    stored.resolve()
    await release.promise
  })
  await stored.promise
  const checking = database.db.transaction().execute(async (tx) => {
    await shareWallet(tx, sealer, address)
    return findProofs(tx, sealer, searchFor(address))
  })
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  release.resolve()
  await storing
  expect((await checking).proofs).toMatchObject([{ proofId: id }])
})

it('the transfers of a proof fingerprinted with an older sealing key are found, including one that is being stored', async () => {
  const [before, after] = [generateSealingKeys(), generateSealingKeys()]
  const rotated = openSealer(`${after},${before}`)
  const address = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
  const id = randomUUID()
  await database.db.transaction().execute((tx) => saveProofs(tx, openSealer(before), [proofOf({ id, address })]))
  const [stored, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const registered = {
    id: randomUUID(),
    direction: 'SENT',
    channel: 'SELF_HOSTED',
    requestIdentifier: randomUUID(),
  } as const
  const facts = { assetId: 'btc', amount: '1', ivms101Issues: [], deviations: [], createdAt: new Date() } as const
  const transfer = openRegistered({ facts: { ...registered, ...facts }, address, txHash: undefined })
  const storing = database.db.transaction().execute(async (tx) => {
    await shareWallet(tx, rotated, address)
    const version = { event: 'transfer.registered', actor: { type: 'USER', id: 'officer-1' }, transfer } as const
    await insertTransfer(tx, rotated, [version], { ivms101: { transferPath: [] } })
    stored.resolve()
    await release.promise
  })
  await stored.promise
  const finding = database.db.transaction().execute(async (tx) => {
    const fingerprints = await loadWallets(tx, [id])
    await lockWallets(tx, rotated, { addresses: [], fingerprints })
    return listTransfersOfFingerprints(tx, rotated, fingerprints)
  })
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  try {
    await expect.poll(async () => (await database.pool.query(waiting)).rowCount).toBe(1)
  } finally {
    release.resolve()
  }
  await storing
  expect(await finding).toEqual([transfer.id])
})

it('a proof is found by any spelling of its address, valid proofs before revoked ones, until it is erased', async () => {
  const [revoked, valid] = [randomUUID(), randomUUID()]
  await save({ id: valid, address: EVM.toLowerCase() })
  await save({ id: revoked, verifiedAt: new Date(at.getTime() + 1_000) })
  await database.db.transaction().execute((tx) => markRevoked(tx, [{ id: revoked, at }]))
  const ids = async (address: string) => (await find(address)).proofs.map(({ proofId: id }) => id)
  expect(await ids(`0x${EVM.slice(2).toUpperCase()}`)).toEqual([valid, revoked])
  await save({ id: revoked })
  expect(await ids(EVM)).toEqual([valid, revoked])
  await database.db.transaction().execute((tx) => eraseProofs(tx, [valid]))
  expect(await ids(EVM)).toEqual([revoked])
  expect(await ids('1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).toEqual([])
})

it("our customer's proofs of an address that many have proven come before those of others, unless they are revoked", async () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
  const [ofCustomer, ofTransfer, revoked, transactionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await save({ id: ofCustomer, address, customerReference: 'customer 1' })
  await save({ id: ofTransfer, address, transactionId })
  await save({ id: revoked, address, transactionId })
  await database.db.transaction().execute((tx) => markRevoked(tx, [{ id: revoked, at }]))
  for (let later = 1; later <= 60; later += 1) {
    const verifiedAt = new Date(at.getTime() + later * 1_000)
    await save({ address, customerReference: 'customer 2', transactionId: randomUUID(), verifiedAt })
  }
  const own = { customerFingerprints: customerFingerprints(sealer, 'customer 1'), transactionId }
  const { proofs } = await findProofs(database.db, sealer, { ...searchFor(address), ...own })
  const ids = proofs.map(({ proofId: id }) => id)
  expect(new Set(ids.slice(0, 2))).toEqual(new Set([ofCustomer, ofTransfer]))
  expect(ids).not.toContain(revoked)
})
