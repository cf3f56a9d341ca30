import { openDatabase } from '@travel-rule/database/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'

const LEI = '529900T8BM49AURSDO55'
const admin = { ...officer, scopes: [...officer.scopes, 'autod:write'] }

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
})
afterAll(() => node[Symbol.asyncDispose]())

async function exported(format: string, args = '') {
  const query = `{ trpd { vaspDirectory(format: ${format}${args}) { content vasps next } } }`
  const { data, errors } = await node.query(query)
  return errors?.[0]?.extensions.code ?? data.trpd.vaspDirectory
}

async function imported(content: string | object[], dryRun = false, identity = admin) {
  const query = `mutation ($format: DirectoryFormat!, $content: String!, $dryRun: Boolean!) {
    trpd { importVasps(format: $format, content: $content, dryRun: $dryRun) {
      stored added changed unchanged rows { row line outcome vaspId name changedFields } problems { row line field code message }
    } } }`
  const variables =
    typeof content === 'string'
      ? { format: 'CSV', content, dryRun }
      : { format: 'JSON', content: JSON.stringify(content), dryRun }
  const { data, errors } = await node.query(query, variables, identity)
  return data?.trpd?.importVasps ?? errors?.[0]?.extensions
}

/** The events about VASPs and the versions of their records. */
async function storedState() {
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const { rows } = await sql<{ events: string[]; details: string; versions: string }>`
    select
      (select coalesce(jsonb_agg(type order by position), '[]') from outbox where type like 'vasp.%') as events,
      (select jsonb_agg(o order by position) from outbox as o where type like 'vasp.%')::text as details,
      (select jsonb_agg(v order by id) from vasps as v)::text as versions`.execute(database.db)
  const [state] = rows
  if (state === undefined) throw new Error('the query has one row')
  return state
}

it('an import adds and changes VASPs like an officer, with one event for each, and never changes trust', async () => {
  const first = await imported(
    `name,lei,url,trust,licence,reviewedAt,amountUnit\r\n"'=Bank, A",${LEI},https://a.example,TRUSTED,ACTIVE,2026-01-31,BASE\r\nBank B,,,,,,\r\n`,
  )
  expect(first).toMatchObject({ stored: true, added: 2, changed: 0, problems: [] })
  expect(first.rows).toMatchObject([
    { row: 1, line: 2 },
    { row: 2, line: 3 },
  ])
  const [a, b] = first.rows
  const { data } = await node.query(
    `{ trpd { vasp(id: "${a.vaspId}") { name trust dueDiligence { licence reviewedAt } wireProfile { amountUnit } } } }`,
  )
  expect(data.trpd.vasp).toEqual({
    name: '=Bank, A',
    trust: 'UNTRUSTED',
    dueDiligence: { licence: 'ACTIVE', reviewedAt: '2026-01-31T00:00:00.000Z' },
    wireProfile: { amountUnit: 'BASE' },
  })
  const second = await imported([
    { name: 'Bank A', url: 'https://A.example/' },
    { id: b.vaspId, url: 'https://b.example' },
  ])
  expect(second.rows).toEqual([
    { row: 1, line: null, outcome: 'CHANGED', vaspId: a.vaspId, name: 'Bank A', changedFields: ['name'] },
    { row: 2, line: null, outcome: 'CHANGED', vaspId: b.vaspId, name: 'Bank B', changedFields: ['url'] },
  ])
  const { events, details } = await storedState()
  expect(events).toEqual([
    'vasp.registered',
    'vasp.due_diligence_recorded',
    'vasp.registered',
    'vasp.updated',
    'vasp.updated',
  ])
  expect(details).toContain('=Bank, A')
})

it.each(['CSV', 'JSON'])('importing an export in %s changes nothing', async (format) => {
  const added = await imported([
    { name: '-1+2 "quoted"', url: 'https://c.example', assetIdentifiers: ['DTI', 'CAIP19'], apiVersion: '3.1.0' },
    { name: 'ＡＢＣ, GmbH', url: 'https://d.example', licence: 'NONE', reviewedAt: '2026-01-02T03:04:05.678+01:00' },
  ])
  expect(added).toMatchObject({ stored: true })
  const before = await storedState()
  const { content, vasps, next } = await exported(format)
  expect({ vasps, next }).toEqual({ vasps: 4, next: null })
  const document = format === 'CSV' ? content : JSON.parse(content)
  expect(await imported(document)).toMatchObject({ stored: true, added: 0, changed: 0, unchanged: 4 })
  expect(await storedState()).toEqual(before)
})

it('the directory is exported in parts', async () => {
  const { content: all } = await exported('JSON')
  const parts: object[] = []
  let after = ''
  for (let next: string | null = ''; next !== null; after = `, after: "${next}"`) {
    const part = await exported('JSON', `, first: 3${after}`)
    parts.push(...JSON.parse(part.content))
    next = part.next
  }
  expect(parts).toEqual(JSON.parse(all))
  expect(await exported('CSV', ', first: 0')).toBe('INPUT_INVALID')
  expect(await exported('CSV', ', first: 501')).toBe('INPUT_INVALID')
  expect(await exported('CSV', ', after: "x"')).toBe('VASP_CURSOR_INVALID')
})

it('a dry run of an import stores nothing and reports the intended changes and all problems', async () => {
  const before = await storedState()
  const rows = [
    { name: 'New Bank', lei: LEI, url: 'https://new.example' },
    { url: 'https://a.example', licence: 'REVOKED', reviewedAt: '2026-02-01', nextReviewAt: '2027-02-01' },
    { name: 'Bank A', url: 'https://a.example' },
    { url: 'https://unknown.example' },
    { name: 'X', lei: 'x' },
    { name: 'X', url: 'ftp://x' },
    { name: 'X', url: 'https://x.example', amountUnit: 'OUNCES' },
    { name: 'X', licence: 'ACTIVE', reviewedAt: '2026-02-30' },
    { name: 'X', licence: 'ACTIVE', reviewedAt: '2126-01-01' },
    { name: 'X', reviewedAt: '2026-01-01' },
    { id: 'x', name: 'X' },
    { name: 5 },
  ]
  const dryRun = await imported(rows, true)
  expect(dryRun).toMatchObject({ stored: false, added: 1, changed: 1, unchanged: 0 })
  expect(dryRun.rows).toMatchObject([
    { row: 1, outcome: 'ADDED', vaspId: null, changedFields: [] },
    { row: 2, outcome: 'CHANGED', changedFields: ['licence', 'reviewedAt', 'nextReviewAt'] },
  ])
  expect(dryRun.problems).toMatchObject([
    { row: 3, line: null, field: null, code: 'VASP_IMPORT_DUPLICATE', message: 'Row 2 is about the same VASP.' },
    { row: 4, field: 'name', code: 'VASP_NAME_MISSING' },
    { row: 5, field: 'lei', code: 'LEI_LENGTH' },
    { row: 6, field: 'url', code: 'VASP_URL_INVALID' },
    { row: 7, field: 'amountUnit', code: 'WIRE_PROFILE_AMOUNT_UNIT' },
    { row: 8, field: 'reviewedAt', code: 'DUE_DILIGENCE_INVALID' },
    { row: 9, field: 'reviewedAt', code: 'DUE_DILIGENCE_INVALID' },
    { row: 10, field: 'licence', code: 'DUE_DILIGENCE_INVALID' },
    { row: 11, field: 'id', code: 'VASP_IMPORT_ROW_INVALID' },
    { row: 12, field: 'name', code: 'VASP_IMPORT_ROW_INVALID' },
  ])
  const refused = await imported(rows)
  expect(refused.code).toBe('VASP_IMPORT_REFUSED')
  expect(refused.problems).toEqual(dryRun.problems.map(withoutNulls))
  expect(await storedState()).toEqual(before)
})

function withoutNulls(problem: object): object {
  return Object.fromEntries(Object.entries(problem).filter(([, value]) => value !== null))
}

it('an import sets the risk ratings of VASPs, and a file without ratings keeps them', async () => {
  const [added] = (
    await imported([
      { name: 'Bank F', licence: 'ACTIVE', riskRating: 'HIGH', reviewedAt: '2026-01-31', nextReviewAt: '2026-02-28' },
    ])
  ).rows
  const rated = async () => {
    const { data } = await node.query(
      `{ trpd { vasp(id: "${added.vaspId}") { dueDiligence { riskRating reviewedAt } } } }`,
    )
    return data.trpd.vasp.dueDiligence
  }
  expect(await rated()).toEqual({ riskRating: 'HIGH', reviewedAt: '2026-01-31T00:00:00.000Z' })
  await imported(`id,name,licence,reviewedAt,nextReviewAt\r\n${added.vaspId},Bank F,ACTIVE,2026-02-01,2026-02-28\r\n`)
  expect(await rated()).toEqual({ riskRating: 'HIGH', reviewedAt: '2026-02-01T00:00:00.000Z' })
  const refused = await imported(
    [{ id: added.vaspId, licence: 'ACTIVE', riskRating: 'NONE', reviewedAt: '2026-02-01' }],
    true,
  )
  expect(refused.problems).toMatchObject([{ row: 1, field: 'riskRating', code: 'DUE_DILIGENCE_INVALID' }])
  const { data } = await node.query(
    `{ trpd { vasps(reviewDue: true) { name } all: vaspsCount due: vaspsCount(reviewDue: true) deskSummary { vaspReviewsDue } } }`,
  )
  expect(data.trpd).toMatchObject({ vasps: [{ name: 'Bank F' }], due: 1, deskSummary: { vaspReviewsDue: 1 } })
  expect(data.trpd.all).toBeGreaterThan(1)
})

it('problems in a CSV document name the lines as a person counts them, including the header and empty lines', async () => {
  const { problems } = await imported('name,url\r\nBank L,https://l.example\r\n\r\nBank M,https://l.example\r\n', true)
  const message = 'Line 2 is about the same VASP.'
  expect(problems).toMatchObject([{ row: 2, line: 4, code: 'VASP_IMPORT_DUPLICATE', message }])
})

it('an import whose last row has a problem stores no rows', async () => {
  const before = await storedState()
  const refused = await imported([{ name: 'Bank E', url: 'https://e.example' }, { name: '' }])
  expect(refused).toMatchObject({ code: 'VASP_IMPORT_REFUSED', problems: [{ row: 2, code: 'VASP_NAME_MISSING' }] })
  expect(await storedState()).toEqual(before)
})

it('only administrators import VASPs', async () => {
  expect(await imported([{ name: 'Bank E' }], true, { ...officer, scopes: ['trpd:read', 'trpd:write'] })).toMatchObject(
    {
      code: 'FORBIDDEN',
    },
  )
})

it('an import updates a VASP whose host another request registers at the same time', async () => {
  const [{ vaspId }] = (await imported([{ name: 'Registered meanwhile' }])).rows
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const importing = await database.db.transaction().execute(async (tx) => {
    await sql`insert into vasp_hosts (host, vasp_id, added_at) values ('contested.example', ${vaspId}, now())`.execute(
      tx,
    )
    const result = imported([{ name: 'Contested', url: 'https://contested.example' }])
    await until(
      () =>
        database.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "vasps"%'`,
        ),
      ({ rows }) => rows.length > 0,
    )
    return { result }
  })
  expect(await importing.result).toMatchObject({
    stored: true,
    rows: [{ vaspId, outcome: 'CHANGED', name: 'Contested' }],
  })
})
