import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@travel-rule/database/database'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ListEntry, ListName } from '../../domain/screening/list-entry.ts'
import { migrations } from '../../store/migrations.ts'
import { listScreeningLists, loadScreeningList } from '../../store/screening-lists.ts'
import type { Tables } from '../../store/tables.ts'
import { euXml, examplePersons, sdnXml, ukCsv, unXml, writeSdnCsv } from '../../testing/example-lists.ts'
import { readText } from './read-records.ts'
import { updateScreeningLists } from './update-screening-lists.ts'

const WALLET = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT'
const persons = [
  { id: 7, family: 'Musterlistmann', given: 'Max', weakAlias: 'The Falcon', wallet: WALLET },
  ...examplePersons(30),
]

let database: Database<Tables>
let folder: string
beforeAll(async () => {
  database = await openTestDatabase<Tables>(migrations, { template: 'trpd' })
})
afterAll(() => database[Symbol.asyncDispose]())
beforeEach(async () => {
  await database.db.deleteFrom('screening_lists').execute()
  folder = await mkdtemp(join(tmpdir(), 'lists-'))
})
afterEach(() => rm(folder, { recursive: true }))

function update(...confirmed: ListName[]) {
  return updateScreeningLists(database.db, folder, { confirmed: new Set(confirmed), at: new Date() })
}

async function entriesOf(name: ListName): Promise<ListEntry[]> {
  const state = (await listScreeningLists(database.db)).find((list) => list.name === name)
  const lines = await loadScreeningList(database.db, name, state?.version ?? '')
  return (lines ?? []).map((line) => JSON.parse(line) as ListEntry)
}

describe('the lists of four authorities are read in the form in which they are published', () => {
  const first = { kind: 'PERSON', birthYears: [1975] }
  const weak = { name: expect.stringMatching(/the falcon/i), isWeak: true }

  it('OFAC as CSV: weak aliases and wallets are in the remarks, and the file ends with 0x1A', async () => {
    await writeSdnCsv(folder, persons)
    expect(await update()).toMatchObject({
      updates: [{ list: 'OFAC_SDN', outcome: 'LOADED', entries: 31, malformed: 0 }],
    })
    const [entry] = await entriesOf('OFAC_SDN')
    expect(entry).toMatchObject({
      ...first,
      id: '7',
      wallets: [{ asset: 'BTC', address: WALLET }],
      programs: ['EXAMPLE'],
    })
    expect(entry?.names).toEqual([
      { name: 'MUSTERLISTMANN, Max', isWeak: false },
      { name: 'OTHER, Example', isWeak: false },
      weak,
    ])
  })

  it('OFAC as XML, which is preferred to the CSV beside it', async () => {
    await writeSdnCsv(folder, persons)
    await writeFile(join(folder, 'sdn.xml'), sdnXml(persons))
    expect(await update()).toMatchObject({ updates: [{ file: 'sdn.xml', outcome: 'LOADED', entries: 31 }] })
    const [entry] = await entriesOf('OFAC_SDN')
    expect(entry).toMatchObject({ id: '7', birthYears: [1970, 1975], wallets: [{ asset: 'BTC', address: WALLET }] })
    expect(entry?.names).toEqual([{ name: 'Max Musterlistmann', isWeak: false }, weak])
    expect((await listScreeningLists(database.db))[0]?.publishedOn).toBe('2026-11-20')
  })

  it('not OFAC in its advanced form: refused with the files that are read, or ignored beside one of them', async () => {
    const advanced = '<?xml version="1.0"?><Sanctions xmlns="https://example.org/sanctions"><DateOfIssue/></Sanctions>'
    await writeFile(join(folder, 'SDN_ADVANCED.XML'), advanced)
    const { updates } = await update()
    expect(updates).toMatchObject([{ list: 'OFAC_SDN', outcome: 'REFUSED', refused: { code: 'LIST_UNSUPPORTED' } }])
    expect(updates[0]?.refused?.reason).toContain('provide sdn.xml, or sdn.csv with alt.csv and sdn_comments.csv')
    await writeSdnCsv(folder, persons)
    expect(await update()).toMatchObject({
      updates: [{ file: 'sdn.csv', outcome: 'LOADED', entries: 31 }],
      ignored: ['SDN_ADVANCED.XML'],
    })
  })

  it('the EU, the UN with its empty aliases, and the UK with 00/00/1975', async () => {
    await writeFile(join(folder, 'eu.xml'), euXml(persons))
    await writeFile(join(folder, 'consolidated.xml'), unXml(persons))
    await writeFile(join(folder, 'uk.csv'), ukCsv(persons))
    await writeFile(join(folder, 'notes.txt'), 'fetched this morning')
    const { updates, ignored } = await update()
    expect(updates.map(({ list, outcome, entries }) => [list, outcome, entries]).sort()).toEqual([
      ['EU_FSF', 'LOADED', 31],
      ['UK', 'LOADED', 31],
      ['UN', 'LOADED', 31],
    ])
    expect(ignored).toEqual(['notes.txt'])
    for (const list of ['EU_FSF', 'UK', 'UN'] as const) {
      const [entry] = await entriesOf(list)
      expect(entry).toMatchObject({ kind: 'PERSON', birthYears: list === 'UN' ? [1970, 1975] : [1975] })
      expect(entry?.names).toEqual([{ name: expect.stringMatching(/^max musterlistmann$/i), isWeak: false }, weak])
    }
    const days = (await listScreeningLists(database.db)).map(({ publishedOn }) => publishedOn)
    expect(days).toEqual(['2026-11-20', '2026-11-20', '2026-11-20'])
  })
})

it("the UK's XML states the day of publication", async () => {
  await writeFile(
    join(folder, 'uk.xml'),
    `<?xml version="1.0"?><Designations><DateGenerated>20/11/2026</DateGenerated><Designation><UniqueID>EXA1</UniqueID>
<Names><Name><Name1>Max</Name1><Name6>Musterlistmann</Name6></Name></Names></Designation></Designations>`,
  )
  expect(await update()).toMatchObject({ updates: [{ list: 'UK', outcome: 'LOADED', entries: 1 }] })
  expect((await listScreeningLists(database.db))[0]?.publishedOn).toBe('2026-11-20')
})

describe('an update that may lose entries is refused by name, and the loaded list stays', () => {
  beforeEach(async () => {
    await writeFile(join(folder, 'un.xml'), unXml(persons))
    await update()
  })

  it.each([
    ['truncated', 'LIST_TRUNCATED', unXml(persons).slice(0, -400)],
    ['in the wrong encoding', 'LIST_ENCODING', Buffer.from(unXml(persons).replace('Max', 'Müller'), 'latin1')],
    ['empty', 'LIST_EMPTY', unXml([])],
    ['not well-formed', 'LIST_FORMAT', unXml(persons).replace('</INDIVIDUAL>', '</ENTITY>')],
    ['with entities of its own', 'LIST_FORMAT', unXml(persons).replace('<CONS', '<!DOCTYPE x [<!ENTITY a "b">]><CONS')],
    ['smaller by a third', 'LIST_SHRANK', unXml(persons.slice(0, 20))],
    ['one huge name', 'LIST_FORMAT', unXml(persons).replace('Max', 'x'.repeat(2_100_000))],
    ['nested without end', 'LIST_FORMAT', unXml(persons).replace('<INDIVIDUAL>', '<INDIVIDUAL>'.repeat(50_000))],
  ])('a file that is %s: %s', async (_what, code, content) => {
    await writeFile(join(folder, 'un.xml'), content)
    expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code } }] })
    expect(await listScreeningLists(database.db)).toMatchObject([
      { entries: 31, refused: { code, reason: expect.stringContaining('un.xml') } },
    ])
    expect(await entriesOf('UN')).toHaveLength(31)
  })

  it('a file of more than 300 MB, of which no more is read: LIST_TOO_LARGE', async () => {
    let read = 0
    async function* file() {
      const chunk = Buffer.alloc(1_000_000, ' ')
      for (; ; read += 1) yield chunk
    }
    const readAll = async () => {
      for await (const _text of readText(file()));
    }
    await expect(readAll()).rejects.toMatchObject({ code: 'LIST_TOO_LARGE' })
    expect(read).toBe(300)
  })

  it('a list that shrank is loaded once it is confirmed', async () => {
    await writeFile(join(folder, 'un.xml'), unXml(persons.slice(0, 20)))
    expect(await update('UN')).toMatchObject({ updates: [{ outcome: 'LOADED', entries: 20 }] })
  })

  it('an unchanged list keeps its version and becomes current again', async () => {
    const [before] = await listScreeningLists(database.db)
    expect(await update()).toMatchObject({ updates: [{ outcome: 'UNCHANGED' }] })
    const [after] = await listScreeningLists(database.db)
    expect(after?.version).toBe(before?.version)
    expect(after?.loadedAt?.getTime()).toBeGreaterThan(before?.loadedAt?.getTime() ?? Number.POSITIVE_INFINITY)
  })
})

it('a malformed row is left out, counted, and shown with its number', async () => {
  await writeSdnCsv(folder, persons)
  await writeFile(
    join(folder, 'sdn.csv'),
    `oops,not a row\r\n8,"TORN, Row"\r\n${persons.map(({ id, family }) => `${id},"${family}","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n`).join('')}`,
  )
  expect(await update()).toMatchObject({ updates: [{ outcome: 'LOADED', entries: 31, malformed: 2 }] })
  expect((await listScreeningLists(database.db))[0]?.malformedRows.map(({ row }) => row)).toEqual([1, 2])
})

it('a CSV that ends inside a row is truncated', async () => {
  await writeSdnCsv(folder, persons)
  await writeFile(
    join(folder, 'sdn.csv'),
    '1,"A, B","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n2,"C, D","indiv',
  )
  expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_TRUNCATED' } }] })
})

describe("OFAC's CSV is refused without its companions, which have aliases and wallets", () => {
  it.each(['alt.csv', 'sdn_comments.csv'])('%s is missing, empty or truncated', async (companion) => {
    await writeSdnCsv(folder, persons)
    const whole = await readFile(join(folder, companion), 'utf8')
    await rm(join(folder, companion))
    expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_INCOMPLETE' } }] })
    await writeFile(join(folder, companion), '')
    expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_INCOMPLETE' } }] })
    await writeFile(join(folder, companion), `${whole.replace('\u001a', '')}8`)
    expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_TRUNCATED' } }] })
  })
})

it("the UK's CSV that ends inside a row is truncated", async () => {
  await writeFile(join(folder, 'uk.csv'), ukCsv(persons).slice(0, -60))
  expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_TRUNCATED' } }] })
})

it.each([
  ['names', persons],
  ['wallets', persons.map(({ wallet: _wallet, ...person }) => person)],
])('a list that has all entries and lost its %s has shrunk', async (what, fewer) => {
  const rich = persons.map((person) => ({ ...person, weakAlias: `Alias ${person.given}`, wallet: WALLET }))
  await writeFile(join(folder, 'sdn.xml'), sdnXml(what === 'names' ? rich : persons))
  await update()
  await writeFile(join(folder, 'sdn.xml'), sdnXml(fewer))
  expect(await update()).toMatchObject({
    updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_SHRANK', reason: expect.stringContaining(what) } }],
  })
})
