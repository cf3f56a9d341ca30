import { createHash } from 'node:crypto'
import { openDatabase } from '@travel-rule/database/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { trust } from '../../testing/operations.ts'
import { officer, openTestNode, type TestNode } from '../../testing/test-node.ts'

/** A word in an answer, a name and a document that must not occur in any table or event. */
const PLANTED = 'Zarquon'
const observer = { ...officer, subject: 'observer-1', scopes: ['trpd:read'] }
const administrator = { ...officer, scopes: [...officer.scopes, 'autod:write'] }
const content = Buffer.from(`%PDF-1.7 ${PLANTED}`).toString('base64')

let node: TestNode
let vaspId: string
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
  vaspId = await trust(node, 'https://bank.example')
})
afterAll(() => node[Symbol.asyncDispose]())

async function mutate(mutation: string, variables: object = {}, identity = officer) {
  const { data, errors } = await node.query(`mutation${mutation}`, variables, identity)
  return errors?.[0]?.extensions ?? data.trpd.result
}

function record(input: object) {
  return mutate(
    `($id: ID!, $input: DueDiligenceInput!) { trpd { result: recordDueDiligence(id: $id, input: $input) {
      dueDiligence { id licence riskRating answers { key answer } } } } }`,
    { id: vaspId, input: { licence: 'ACTIVE', reviewedAt: '2026-01-01T00:00:00Z', ...input } },
  )
}

function attach(id: string, document: object = {}) {
  return mutate(
    `($id: ID!, $name: String!, $mediaType: String!, $content: String!) { trpd {
      result: addDueDiligenceDocument(id: $id, name: $name, mediaType: $mediaType, content: $content) {
        dueDiligence { documents { id name mediaType bytes sha256 addedBy { id } } } } } }`,
    { id, name: `${PLANTED}.pdf`, mediaType: 'application/pdf', content, ...document },
  )
}

async function history(fields: string, identity = officer) {
  const query = `{ trpd { vasp(id: "${vaspId}") { dueDiligenceHistory { ${fields} } } } }`
  const { data, errors } = await node.query(query, {}, identity)
  return { records: data?.trpd?.vasp?.dueDiligenceHistory, code: errors?.[0]?.extensions.code }
}

async function stored(): Promise<string> {
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const { rows } = await sql<{ all: string }>`
    select (select jsonb_agg(r) from due_diligence_records as r)::text
      || coalesce((select jsonb_agg(d) from due_diligence_documents as d)::text, '')
      || (select jsonb_agg(v) from vasps as v)::text || (select jsonb_agg(o) from outbox as o)::text as all`.execute(
    database.db,
  )
  return rows[0]?.all ?? ''
}

const question = { key: 'owner', question: 'Who owns it?', answer: `${PLANTED} Holding` }

it('each record of due diligence stays in the history of the VASP, with its author and its sealed answers', async () => {
  const first = await record({ licence: 'NONE', riskRating: 'HIGH', answers: [question] })
  expect(first.dueDiligence).toMatchObject({ riskRating: 'HIGH', answers: [{ key: 'owner', answer: question.answer }] })
  const second = await record({ riskRating: 'LOW' })
  expect(second.dueDiligence).toMatchObject({ licence: 'ACTIVE', riskRating: 'LOW', answers: [] })
  const { records } = await history('id licence riskRating answers { question answer } recordedBy { id } erasedAt')
  const author = { recordedBy: { id: 'officer-1' }, erasedAt: null }
  expect(records).toEqual([
    { id: second.dueDiligence.id, licence: 'ACTIVE', riskRating: 'LOW', answers: [], ...author },
    {
      id: first.dueDiligence.id,
      licence: 'NONE',
      riskRating: 'HIGH',
      answers: [{ question: question.question, answer: question.answer }],
      ...author,
    },
  ])
  expect(await history('licence', observer)).toMatchObject({ records: [{}, {}], code: undefined })
  expect(await history('answers { answer }', observer)).toMatchObject({ code: 'FORBIDDEN' })
  expect(await stored()).not.toContain(PLANTED)
})

it('a document is stored sealed and only once, and only persons who may read personal data can download it', async () => {
  const { dueDiligence } = await record({})
  const added = await attach(dueDiligence.id)
  const document = {
    id: expect.any(String),
    name: `${PLANTED}.pdf`,
    mediaType: 'application/pdf',
    bytes: Buffer.from(content, 'base64').length,
    sha256: createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex'),
    addedBy: { id: 'officer-1' },
  }
  expect(added.dueDiligence.documents).toEqual([document])
  expect(await attach(dueDiligence.id)).toEqual(added)
  const queryOf = (id: string) => `{ trpd { dueDiligenceDocument(id: "${id}") { content document { name } } } }`
  const { id } = added.dueDiligence.documents[0]
  const query = queryOf(id)
  for (const each of [query, queryOf(id.toUpperCase())]) {
    const { data } = await node.query(each)
    expect(data.trpd.dueDiligenceDocument).toEqual({ content, document: { name: `${PLANTED}.pdf` } })
  }
  const refused = await node.query(query, {}, observer)
  expect(refused.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  expect(JSON.stringify(refused.data)).not.toContain(content)
  const everything = await stored()
  expect(everything).toContain('vasp.due_diligence_document_added')
  expect(everything).not.toContain(PLANTED)
  expect(everything).not.toContain(Buffer.from(content, 'base64').toString('hex'))
})

it('an erased record keeps its findings and permanently loses its answers and documents', async () => {
  const { dueDiligence } = await record({ riskRating: 'MEDIUM', answers: [question] })
  const { id } = (await attach(dueDiligence.id)).dueDiligence.documents[0]
  const erase = (identity: typeof officer) =>
    mutate(
      `{ trpd { result: eraseDueDiligence(id: "${dueDiligence.id}", ground: RECORDED_IN_ERROR, ticket: "T-1") {
        dueDiligence { riskRating answers { key } documents { name bytes sha256 } erasedAt } } } }`,
      {},
      identity,
    )
  expect(await erase(officer)).toMatchObject({ code: 'FORBIDDEN' })
  const erased = await erase(administrator)
  expect(erased.dueDiligence).toEqual({
    riskRating: 'MEDIUM',
    answers: [],
    documents: [{ name: null, bytes: Buffer.from(content, 'base64').length, sha256: '' }],
    erasedAt: expect.any(String),
  })
  expect(await erase(administrator)).toEqual(erased)
  const { data } = await node.query(`{ trpd { dueDiligenceDocument(id: "${id}") { content } } }`)
  expect(data.trpd.dueDiligenceDocument).toBeNull()
  expect(await attach(dueDiligence.id)).toMatchObject({ code: 'DUE_DILIGENCE_ERASED' })
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const keys = await database.db
    .selectFrom('dataKeys')
    .select(['kind', 'wrapped'])
    .where('recordId', 'in', [dueDiligence.id, id])
    .execute()
  expect(keys.map(({ kind }) => kind).sort()).toEqual(['DUE_DILIGENCE', 'DUE_DILIGENCE_DOCUMENT'])
  expect(keys.map(({ wrapped }) => wrapped)).toEqual([null, null])
  // With the digest, anyone who has the file could tell that it was stored here.
  const digest = createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex')
  const { rows } = await sql<{ detail: string }>`
    select detail::text as detail from outbox where type like 'vasp.due_diligence%'`.execute(database.db)
  expect(rows.some(({ detail }) => detail.includes(id))).toBe(true)
  expect(rows.filter(({ detail }) => detail.includes(digest))).toEqual([])
})

it('a record of an older replica gets an id and its place in the history', async () => {
  const findings = { licence: 'REVOKED', reviewedAt: '2026-01-01T00:00:00.000Z', recordedBy: 'old-1' }
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  await sql`
    update vasps set due_diligence = ${JSON.stringify({ ...findings, recordedAt: '2099-01-01T00:00:00.000Z' })}::jsonb
    where id = ${vaspId}`.execute(database.db)
  const { records } = await history('id licence recordedBy { id }')
  expect(records[0]).toMatchObject({ licence: 'REVOKED', recordedBy: { id: 'old-1' } })
  const added = await attach(records[0].id)
  expect(added.dueDiligence.documents).toHaveLength(1)
})

it('the digest of a document is destroyed even if a process of an older version erases the document', async () => {
  const { dueDiligence } = await record({})
  await attach(dueDiligence.id)
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const { rows } = await sql`
    update due_diligence_documents set name_sealed = '', content_sealed = ''
    where record_id = ${dueDiligence.id} returning length(sha256) as bytes`.execute(database.db)
  expect(rows).toEqual([{ bytes: 0 }])
})

it('the record that counts is the first of the history, even after a record that another clock dated later', async () => {
  const { dueDiligence } = await record({ riskRating: 'LOW' })
  const { records } = await history('id')
  expect(records[0]).toEqual({ id: dueDiligence.id })
  expect(await record({ reviewedAt: '2098-01-01T00:00:00Z' })).toMatchObject({ field: 'reviewedAt' })
})

it.each([
  [[{ ...question, key: 'Wer?' }], 'answers.0.key'],
  [[question, question], 'answers.1.key'],
  [[{ ...question, question: ' ' }], 'answers.0.question'],
  [[{ ...question, answer: 'x'.repeat(4_001) }], 'answers.0.answer'],
  [Array.from({ length: 101 }, (_, index) => ({ ...question, key: `k${index}` })), 'answers'],
  [Array.from({ length: 26 }, (_, index) => ({ ...question, key: `k${index}`, answer: 'x'.repeat(4_000) })), 'answers'],
])('answers that are malformed, repeated or too long are refused: %#', async (answers, field) => {
  expect(await record({ answers })).toMatchObject({ code: 'DUE_DILIGENCE_INVALID', field })
})

it.each([
  [{ name: '../licence.pdf' }, 'name'],
  [{ mediaType: 'text/html; charset=utf-8' }, 'mediaType'],
  [{ content: '' }, 'content'],
  [{ content: 'not Base64' }, 'content'],
  [{ content: Buffer.alloc(700_001).toString('base64') }, 'content'],
])('a document without a file name, a media type or bytes within the limit is refused: %#', async (document, field) => {
  const { records } = await history('id')
  expect(await attach(records[0].id, document)).toMatchObject({ code: 'DUE_DILIGENCE_DOCUMENT_INVALID', field })
})

it('a page with more than 2,000,000 bytes of answers is refused, and a smaller one includes them', async () => {
  const answers = Array.from({ length: 24 }, (_, index) => ({
    ...question,
    key: `k${index}`,
    answer: 'x'.repeat(4_000),
  }))
  for (let n = 0; n < 22; n += 1) await record({ answers })
  const page = async (limit: number) => {
    const query = `{ trpd { vasp(id: "${vaspId}") { dueDiligenceHistory(limit: ${limit}) { id answers { key } } } } }`
    const { data, errors } = await node.query(query)
    return { records: data?.trpd?.vasp?.dueDiligenceHistory, code: errors?.[0]?.extensions.code }
  }
  expect((await page(22)).code).toBe('DUE_DILIGENCE_ANSWERS_TOO_LARGE')
  const { records, code } = await page(20)
  expect(code).toBeUndefined()
  expect(records.map((each: { answers: unknown[] }) => each.answers.length)).toEqual(Array(20).fill(24))
})

it('nothing can be added to a record that does not exist', async () => {
  for (const id of ['x', vaspId]) expect(await attach(id)).toMatchObject({ code: 'DUE_DILIGENCE_NOT_FOUND' })
})
