import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '@travel-rule/database/database'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { euXml, examplePersons, sdnXml, ukCsv, unXml, writeSdnCsv } from '../../testing/example-lists.ts'
import type { ListEntry, ListName } from '../domain/list-entry.ts'
import { listScreeningLists, loadScreeningList } from '../store/screening-lists.ts'
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
  await database.db.deleteFrom('screeningLists').execute()
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

describe('the lists of four authorities are read in their published form', () => {
  const first = { kind: 'PERSON', birthYears: [1975] }
  const weak = { name: expect.stringMatching(/the falcon/i), isWeak: true }

  it("OFAC's CSV: weak aliases and wallets are in the remarks, and the file ends with 0x1A", async () => {
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

  it("OFAC's XML, which is preferred to the CSV beside it", async () => {
    await writeSdnCsv(folder, persons)
    await writeFile(join(folder, 'sdn.xml'), sdnXml(persons))
    expect(await update()).toMatchObject({ updates: [{ file: 'sdn.xml', outcome: 'LOADED', entries: 31 }] })
    const [entry] = await entriesOf('OFAC_SDN')
    expect(entry).toMatchObject({ id: '7', birthYears: [1970, 1975], wallets: [{ asset: 'BTC', address: WALLET }] })
    expect(entry?.names).toEqual([{ name: 'Max Musterlistmann', isWeak: false }, weak])
    expect((await listScreeningLists(database.db))[0]?.publishedOn).toBe('2026-11-20')
  })

  it("OFAC's advanced form is refused, naming the supported files, or ignored beside one of them", async () => {
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

  it('the EU list, the UN list with its empty aliases, and the UK list with 00/00/1975', async () => {
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

describe('OpenSanctions', () => {
  const HEADER =
    '"id","schema","name","aliases","birth_date","countries","addresses","identifiers","sanctions","phones","emails","program_ids","dataset","first_seen","last_seen","last_change"'
  const csv = `${HEADER}
"NK-1","Person","Max Musterlistmann","Maks Musterlist;""Muster; Max""","1970;1975-02-01","ru","","A1234567","","","","EU-UKR","EU FSF","2026-01-01","2026-11-20","2026-01-01"
"NK-2","Company","Beispielhandel GmbH","","","de","","","","","","","EU FSF","2026-01-01","2026-11-20","2026-01-01"
"NK-3","Security","A bond","","","de","","","","","","","EU FSF","2026-01-01","2026-11-20","2026-01-01"
`
  const entity = (id: string, schema: string, properties: object, more: object = {}) =>
    `${JSON.stringify({ id, schema, properties, target: true, last_seen: '2026-11-20T10:00:00', ...more })}\n`
  const json = [
    entity('NK-1', 'Person', {
      name: ['Max Musterlistmann'],
      weakAlias: ['The Falcon'],
      birthDate: ['1975'],
      passportNumber: ['A1234567'],
    }),
    entity('NK-4', 'CryptoWallet', { publicKey: [WALLET], currency: ['XBT'], holder: ['NK-1'] }),
    entity('NK-5', 'CryptoWallet', { publicKey: [`${WALLET}x`], currency: ['ETH'] }),
    entity('NK-6', 'Person', { name: ['A Relative'] }, { target: false }),
    entity('NK-7', 'Address', { full: ['Example City'] }),
  ].join('')

  it('reads targets.simple.csv: several values in a field, without schemas that have no name', async () => {
    await writeFile(join(folder, 'targets.simple.csv'), csv)
    expect(await update()).toMatchObject({
      updates: [{ list: 'OPENSANCTIONS', outcome: 'LOADED', entries: 2, malformed: 0 }],
    })
    expect(await entriesOf('OPENSANCTIONS')).toEqual([
      {
        id: 'NK-1',
        kind: 'PERSON',
        names: ['Max Musterlistmann', 'Maks Musterlist', 'Muster; Max'].map((name) => ({ name, isWeak: false })),
        birthYears: [1970, 1975],
        wallets: [],
        programs: ['EU-UKR'],
        identifiers: ['A1234567'],
      },
      expect.objectContaining({ id: 'NK-2', kind: 'ORGANISATION' }),
    ])
    expect((await listScreeningLists(database.db))[0]?.publishedOn).toBe('2026-11-20')
  })

  it('reads FollowTheMoney JSON, which is preferred to the CSV: weak aliases, wallets at their holders, and only targets', async () => {
    await writeFile(join(folder, 'targets.simple.csv'), csv)
    await writeFile(join(folder, 'entities.ftm.json'), json)
    expect(await update()).toMatchObject({
      updates: [{ file: 'entities.ftm.json', outcome: 'LOADED', entries: 2, malformed: 0 }],
      ignored: ['targets.simple.csv'],
    })
    const [person, wallet] = await entriesOf('OPENSANCTIONS')
    expect(person).toMatchObject({
      names: [{ name: 'Max Musterlistmann' }, { name: 'The Falcon', isWeak: true }],
      birthYears: [1975],
      wallets: [{ asset: 'BTC', address: WALLET }],
      identifiers: ['A1234567'],
    })
    expect(wallet).toMatchObject({ id: 'NK-5', wallets: [{ asset: 'ETH', address: `${WALLET}x` }] })
  })

  it('reads nested entities, as in targets.nested.json', async () => {
    const nested = (id: string, schema: string, properties: object) => ({ id, schema, properties })
    const properties = {
      name: ['Max Musterlistmann'],
      topics: ['sanction'],
      cryptoWallets: [nested('NK-4', 'CryptoWallet', { publicKey: [WALLET], currency: ['BTC'] })],
      sanctions: [nested('S-1', 'Sanction', { programId: ['EU-UKR'] })],
    }
    await writeFile(join(folder, 'targets.nested.json'), `${JSON.stringify(nested('NK-1', 'Person', properties))}\n`)
    await update()
    expect(await entriesOf('OPENSANCTIONS')).toMatchObject([
      { id: 'NK-1', wallets: [{ asset: 'BTC', address: WALLET }], programs: ['EU-UKR'] },
    ])
  })

  it.each([
    ['targets.simple.csv', csv.slice(0, -60), 'LIST_TRUNCATED'],
    ['targets.simple.csv', csv.replace('"aliases",', ''), 'LIST_FORMAT'],
    ['entities.ftm.json', json.slice(0, -20), 'LIST_TRUNCATED'],
  ])('a list in %s that is truncated or lacks a column is refused: %#', async (file, content, code) => {
    await writeFile(join(folder, file), content)
    expect(await update()).toMatchObject({
      updates: [{ list: 'OPENSANCTIONS', outcome: 'REFUSED', refused: { code } }],
    })
  })
})

describe('a file that is something else is refused with what it looks like', () => {
  const page = '<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>'

  it.each([
    ['un.xml', page, 'UN', 'LIST_HTML', 'web page'],
    ['sdn.xml', page, 'OFAC_SDN', 'LIST_HTML', 'web page'],
    ['uk.csv', '\n  <html lang="en"></html>', 'UK', 'LIST_HTML', 'web page'],
    ['targets.simple.csv', page, 'OPENSANCTIONS', 'LIST_HTML', 'web page'],
    ['eu.xml', '<?xml version="1.0"?><rss><channel/></rss>', 'EU_FSF', 'LIST_FORMAT', 'root element rss'],
    ['consolidated.xml', Buffer.from('PK\u0003\u0004 and more'), 'UN', 'LIST_FORMAT', 'ZIP archive'],
    ['eu.csv', 'a,b,c,d\n1,2,3,4\n', 'EU_FSF', 'LIST_FORMAT', 'table of another kind, with 4 columns'],
    ['un.json', '{"error":"not found"}', 'UN', 'LIST_FORMAT', 'JSON of another kind'],
    ['un.xml', '', 'UN', 'LIST_FORMAT', 'is empty'],
  ])('%s, %#: the list %s', async (file, content, list, code, looks) => {
    await writeFile(join(folder, file), content)
    const { updates, refused } = await update()
    expect(updates).toMatchObject([{ list, outcome: 'REFUSED', refused: { code } }])
    expect(updates[0]?.refused?.reason).toContain(looks)
    expect(refused).toEqual([])
    expect(await listScreeningLists(database.db)).toMatchObject([{ name: list, refused: { code } }])
  })

  it.each(['sdn.csv', 'alt.csv', 'sdn_comments.csv'])("a web page instead of OFAC's %s", async (file) => {
    await writeSdnCsv(folder, persons)
    await writeFile(join(folder, file), page)
    expect(await update()).toMatchObject({
      updates: [{ list: 'OFAC_SDN', outcome: 'REFUSED', refused: { code: 'LIST_HTML' } }],
    })
  })

  it('a refused file whose name matches no list does not cause any list to be refused', async () => {
    await writeFile(join(folder, 'latest.xml'), page)
    await writeFile(join(folder, 'un.xml'), unXml(persons))
    const { updates, refused } = await update()
    expect(updates).toMatchObject([{ list: 'UN', outcome: 'LOADED' }])
    expect(refused).toEqual([{ file: 'latest.xml', code: 'LIST_HTML', reason: expect.stringContaining('web page') }])
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

describe('an update that may lose entries is refused with its reason, and the loaded list stays', () => {
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

  it('a file of more than 300 MB is not read to its end: LIST_TOO_LARGE', async () => {
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

  it('a list that shrank is loaded once this is confirmed', async () => {
    await writeFile(join(folder, 'un.xml'), unXml(persons.slice(0, 20)))
    expect(await update('UN')).toMatchObject({ updates: [{ outcome: 'LOADED', entries: 20 }] })
  })

  it('a list whose file is unchanged keeps its version and becomes current again', async () => {
    const [before] = await listScreeningLists(database.db)
    expect(await update()).toMatchObject({ updates: [{ outcome: 'UNCHANGED' }] })
    const [after] = await listScreeningLists(database.db)
    expect(after?.version).toBe(before?.version)
    expect(after?.loadedAt?.getTime()).toBeGreaterThan(before?.loadedAt?.getTime() ?? Number.POSITIVE_INFINITY)
  })
})

it('a malformed row is skipped, counted, and reported with its number', async () => {
  await writeSdnCsv(folder, persons)
  await writeFile(
    join(folder, 'sdn.csv'),
    `oops,not a row\r\n8,"TORN, Row"\r\n${persons.map(({ id, family }) => `${id},"${family}","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n`).join('')}`,
  )
  expect(await update()).toMatchObject({ updates: [{ outcome: 'LOADED', entries: 31, malformed: 2 }] })
  expect((await listScreeningLists(database.db))[0]?.malformedRows.map(({ row }) => row)).toEqual([1, 2])
})

it('a CSV that ends inside a row counts as truncated', async () => {
  await writeSdnCsv(folder, persons)
  await writeFile(
    join(folder, 'sdn.csv'),
    '1,"A, B","individual","X",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n2,"C, D","indiv',
  )
  expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_TRUNCATED' } }] })
})

describe("OFAC's CSV is refused without the companion files that contain aliases and wallets", () => {
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

it("the UK's CSV counts as truncated if it ends inside a row", async () => {
  await writeFile(join(folder, 'uk.csv'), ukCsv(persons).slice(0, -60))
  expect(await update()).toMatchObject({ updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_TRUNCATED' } }] })
})

it.each([
  ['names', persons],
  ['wallets', persons.map(({ wallet: _wallet, ...person }) => person)],
])('a list that has all entries but lost its %s counts as shrunk', async (what, fewer) => {
  const rich = persons.map((person) => ({ ...person, weakAlias: `Alias ${person.given}`, wallet: WALLET }))
  await writeFile(join(folder, 'sdn.xml'), sdnXml(what === 'names' ? rich : persons))
  await update()
  await writeFile(join(folder, 'sdn.xml'), sdnXml(fewer))
  expect(await update()).toMatchObject({
    updates: [{ outcome: 'REFUSED', refused: { code: 'LIST_SHRANK', reason: expect.stringContaining(what) } }],
  })
})
