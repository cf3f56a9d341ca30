import type { Identity } from '@travel-rule/auth/identity'
import { type Database, openDatabase } from '@travel-rule/database/database'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { officer, openTestNode, type TestNode } from '../../testing/test-node.ts'
import { forgetDrafts } from '../actions/transfer-drafts.ts'

const colleague: Identity = { ...officer, subject: 'officer-2' }
const FIELDS = 'id version name content updatedAt endsAt'
const CONTENT = JSON.stringify({ originator: 'Zaphod Beeblebrox' })
const DAY_MS = 86_400_000

let node: TestNode
let database: Database<Tables>
beforeAll(async () => {
  node = await openTestNode('Drafts VASP')
  database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
})
beforeEach(async () => {
  await database.db.deleteFrom('transferDrafts').execute()
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await node[Symbol.asyncDispose]()
})

async function save(input: object, identity = officer) {
  const { data, errors } = await node.query(
    `mutation ($input: TransferDraftInput!) { trpd { saveTransferDraft(input: $input) { ${FIELDS} } } }`,
    { input: { name: 'Rent', content: CONTENT, ...input } },
    identity,
  )
  return { draft: data?.trpd?.saveTransferDraft, error: errors?.[0], code: errors?.[0]?.extensions.code }
}

async function remove(id: string, identity = officer) {
  const { data, errors } = await node.query(
    'mutation ($id: ID!) { trpd { deleteTransferDraft(id: $id) } }',
    { id },
    identity,
  )
  return { id: data?.trpd?.deleteTransferDraft, code: errors?.[0]?.extensions.code }
}

async function list(identity = officer) {
  const { data } = await node.query(`{ trpd { transferDrafts { ${FIELDS} } } }`, {}, identity)
  return data.trpd.transferDrafts
}

it('a person can save, change and delete drafts', async () => {
  const { draft: first } = await save({ name: ' Rent ' })
  expect(first).toMatchObject({ version: 1, name: 'Rent', content: CONTENT })
  expect(Date.parse(first.endsAt) - Date.parse(first.updatedAt)).toBe(30 * DAY_MS)
  const { draft: second } = await save({ name: 'Invoice' })
  const { draft: changed } = await save({ id: first.id.toUpperCase(), version: 1, content: '{}' })
  expect(changed).toMatchObject({ id: first.id, version: 2, content: '{}' })
  expect(await list()).toEqual([changed, second])
  expect(await remove(second.id)).toMatchObject({ id: second.id })
  expect(await list()).toEqual([changed])
  expect(await remove(second.id)).toMatchObject({ code: 'TRANSFER_DRAFT_NOT_FOUND' })
})

it('a person sees, changes and deletes only their own drafts', async () => {
  const { draft } = await save({})
  expect(await list(colleague)).toEqual([])
  expect(await save({ id: draft.id, version: 1 }, colleague)).toMatchObject({ code: 'TRANSFER_DRAFT_NOT_FOUND' })
  expect(await remove(draft.id, colleague)).toMatchObject({ code: 'TRANSFER_DRAFT_NOT_FOUND' })
  expect(await list()).toEqual([draft])
  const observer = { ...officer, scopes: ['trpd:read'] }
  expect((await node.query(`{ trpd { transferDrafts { id } } }`, {}, observer)).errors).toMatchObject([
    { extensions: { code: 'FORBIDDEN' } },
  ])
})

it('a draft that was changed elsewhere in the meantime is not overwritten', async () => {
  const { draft } = await save({})
  const changes = await Promise.all(['a', 'b'].map((name) => save({ id: draft.id, version: 1, name })))
  expect(changes.map(({ code }) => code ?? 'saved').sort()).toEqual(['TRANSFER_DRAFT_CHANGED', 'saved'])
  expect(await list()).toHaveLength(1)
})

it.each([
  [{ name: ' ' }, 'name must have 1 to 100 characters on one line.'],
  [{ name: 'x'.repeat(101) }, 'name must have 1 to 100 characters on one line.'],
  [{ name: 'a\nb' }, 'name must have 1 to 100 characters on one line.'],
  [{ content: '{' }, 'content must be JSON of at most 100,000 bytes.'],
  [{ content: JSON.stringify('ä'.repeat(50_000)) }, 'content must be JSON of at most 100,000 bytes.'],
  [{ id: crypto.randomUUID() }, 'version is that of the draft with the given id; a new draft has neither.'],
  [{ version: 1 }, 'version is that of the draft with the given id; a new draft has neither.'],
])('an invalid draft is refused: %o', async (input, message) => {
  expect((await save(input)).error).toMatchObject({ message, extensions: { code: 'TRANSFER_DRAFT_INVALID' } })
  expect(await list()).toEqual([])
})

it('a person can save at most 50 drafts', async () => {
  const saved = await Promise.all(Array.from({ length: 52 }, () => save({})))
  expect(saved.filter(({ code }) => code === 'TRANSFER_DRAFTS_TOO_MANY')).toHaveLength(2)
  expect(await list()).toHaveLength(50)
  expect((await save({}, colleague)).draft).toBeTruthy()
})

it('a draft is sealed at rest, and reading it is recorded', async () => {
  const { draft } = await save({ customerReference: 'customer-42' })
  const row = await database.db.selectFrom('transferDrafts').selectAll().executeTakeFirstOrThrow()
  const stored = Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
  expect(stored.join()).not.toMatch(/Rent|Beeblebrox|customer-42/)
  await list()
  await expect
    .poll(() => database.db.selectFrom('outbox').select('detail').where('type', '=', 'personal-data.read').execute())
    .toContainEqual({ detail: expect.objectContaining({ records: expect.stringContaining(draft.id) }) })
})

it('erasing a customer deletes only the drafts that name it', async () => {
  await save({ name: 'Erased', customerReference: ' customer-9 ' })
  await save({ name: 'Kept', customerReference: 'customer-8' })
  await save({ name: 'Without' })
  const administrator = { ...officer, scopes: [...officer.scopes, 'autod:write'] }
  const { errors } = await node.query(
    `mutation { trpd { eraseCustomer(customerReference: "customer-9", ground: DATA_SUBJECT_REQUEST) { customers } } }`,
    {},
    administrator,
  )
  expect(errors).toBeUndefined()
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Without', 'Kept'])
})

it('a draft expires 30 days after its last change', async () => {
  const { draft: ended } = await save({})
  const { draft: kept } = await save({})
  const age = async (id: string, ageMs: number) =>
    database.db
      .updateTable('transferDrafts')
      .set({ updatedAt: new Date(Date.now() - ageMs) })
      .where('id', '=', id)
      .execute()
  await age(ended.id, 30 * DAY_MS + 1)
  await age(kept.id, 30 * DAY_MS - 60_000)
  expect((await list()).map(({ id }: { id: string }) => id)).toEqual([kept.id])
  expect(await save({ id: ended.id, version: 1 })).toMatchObject({ code: 'TRANSFER_DRAFT_NOT_FOUND' })
  await forgetDrafts({ database, now: () => new Date() })
  expect(await database.db.selectFrom('transferDrafts').select('id').execute()).toEqual([{ id: kept.id }])
})
