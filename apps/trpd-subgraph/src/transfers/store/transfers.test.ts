import { randomUUID } from 'node:crypto'
import type { Database } from '@travel-rule/database/database'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { listRetries, saveScreening } from '../../screening/store/transfer-screenings.ts'
import { at, exampleVasp, facts } from '../../testing/example-transfers.ts'
import { insertVasp } from '../../vasps/store/vasps.ts'
import { decide } from '../domain/decide-transfer.ts'
import type { Command } from '../domain/decision.ts'
import { openSent, type Transfer } from '../domain/transfer.ts'
import { insertTransfer } from './insert-transfer.ts'
import { listHistory, loadTransferVersions } from './transfer-history.ts'
import { loadSecrets, loadTransfers, markInFlight, updateTransfer } from './transfers.ts'

const sealer = openSealer(generateSealingKeys())
const actor = { type: 'SYSTEM', id: 'trpd' } as const
const expiresAt = new Date('2026-01-02T00:00:00Z')

async function stored(database: Database<Tables>): Promise<Transfer> {
  const vasp = { ...exampleVasp, id: randomUUID() }
  const own = { id: randomUUID(), requestIdentifier: randomUUID(), amount: '0.5', vaspId: vasp.id }
  const transfer = openSent({
    facts: { ...facts, ...own, direction: 'SENT' },
    amountUnit: 'WHOLE',
    vaspTrusted: true,
    expiresAt,
  })
  const secrets = {
    ivms101: { transferPath: [], originator: { originatorPersons: [], accountNumber: ['Engels-account'] } },
    callback: 'https://x',
  }
  await database.db.transaction().execute(async (tx) => {
    await insertVasp(tx, vasp)
    const change = { event: 'transfer.inquired', actor, transfer } as const
    await insertTransfer(tx, sealer, [change], secrets)
  })
  return transfer
}

async function change(database: Database<Tables>, transfer: Transfer, command: Command): Promise<Transfer> {
  const decision = decide(transfer, command)
  if (decision.outcome !== 'accepted') throw new Error(decision.outcome)
  await database.db.transaction().execute(async (tx) => {
    await updateTransfer(tx, sealer, { event: decision.event, actor, transfer: decision.transfer })
  })
  return decision.transfer
}

const problem: Command = {
  type: 'delayDelivery',
  kind: 'INQUIRY',
  attempts: 1,
  problem: 'Karl Marx is unknown',
  nextAttemptAt: expiresAt,
  at,
}
const rejected: Command = { type: 'resolve', verdict: { outcome: 'DECLINE', reason: 'Karl Marx moved' }, at }

it('a transfer is loaded as it was stored, at every version', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const first = await stored(database)
  const second = await change(database, first, problem)
  const third = await change(database, second, rejected)
  expect(await loadTransfers(database.db, sealer, [first.id])).toEqual([third])
  const history = await listHistory(database.db, sealer, [first.id])
  expect(history.map(({ transfer }) => transfer)).toEqual([first, second, third])
  const versions = [2, 4, 1].map((version) => ({ id: first.id, version }))
  expect(await loadTransferVersions(database.db, sealer, versions)).toEqual([second, undefined, first])
  expect((await loadSecrets(database.db, sealer, first.id)).callback).toBe('https://x')
})

it('a version is stored once, and a writer that read an older version fails', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const first = await stored(database)
  await change(database, first, problem)
  await expect(change(database, first, rejected)).rejects.toThrow('changed concurrently')
})

it('a screening is repeated when it is due, while its transfer is open or new', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const open = await stored(database)
  const ended = await change(database, await change(database, await stored(database), problem), rejected)
  const evidence = { subjects: [], wallets: [], gaps: [], lists: [] }
  for (const [seconds, { id: transferId }] of [open, ended].entries()) {
    const screenedAt = new Date(at.getTime() + seconds * 1_000)
    const due = { version: 'version', retryAt: expiresAt }
    await saveScreening(database.db, sealer, { transferId, verdict: 'UNKNOWN', evidence, screenedAt, ...due })
  }
  const search = { at: expiresAt, limit: 10 }
  expect(await listRetries(database.db, { ...search, since: at })).toEqual([open.id, ended.id])
  expect(await listRetries(database.db, { ...search, since: expiresAt })).toEqual([open.id])
  expect(await listRetries(database.db, { ...search, since: at, at })).toEqual([])
})

it('a transfer whose message is in flight has no next attempt', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const { id } = await change(database, await stored(database), problem)
  await database.db.transaction().execute((tx) => markInFlight(tx, id, undefined))
  const [transfer] = await loadTransfers(database.db, sealer, [id])
  expect(transfer?.delivery).toMatchObject({ state: 'IN_FLIGHT', attempts: 1 })
  expect(transfer?.delivery).not.toHaveProperty('nextAttemptAt')
})

it('the database contains no personal data in plain text', async () => {
  await using database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
  const transfer = await stored(database)
  await change(database, await change(database, transfer, problem), rejected)
  const dumps = await Promise.all(
    (['transfers', 'transferHistory'] as const).map((table) => database.db.selectFrom(table).selectAll().execute()),
  )
  const bytes = dumps
    .flat()
    .flatMap((row) =>
      Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value))),
    )
  expect(bytes.join('\n')).not.toMatch(/Engels|Karl|https:/)
})
