import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Database } from '@travel-rule/database/database'
import { openTestDatabase } from '@travel-rule/database/testing/test-database'
import { type Outbound, openOutbound } from '@travel-rule/service/outbound'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { exampleVasp } from '../../testing/example-transfers.ts'
import { leiResponse } from '../../testing/lei-response.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { insertVasp } from '../../vasps/store/vasps.ts'
import { loadLeiRecords } from '../store/lei-records.ts'
import { openLeiRegister } from './lei-register.ts'
import { refreshDueRecords } from './refresh-lei-records.ts'

const FIRST = '529900T8BM49AURSDO55'
const SECOND = '5493001KJTIIGC8Y1R12'
const START = Date.parse('2026-03-01T00:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const LIMITS = { timeoutMs: 60_000, responseBytesMax: 50_000 }

const stack = new AsyncDisposableStack()
const { logger } = captureLog()
let database: Database<Tables>
let server: Server
let outbound: Outbound
let respond: RequestListener
/** The LEIs requested since the test began. */
let asked: string[]

beforeAll(async () => {
  database = stack.use(await openTestDatabase<Tables>(migrations, { template: 'trpd' }))
  outbound = stack.use(openClient(LIMITS))
  server = createServer((request, response) => {
    asked.push(request.url?.replace('/api/v1/lei-records/', '') ?? '')
    respond(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  stack.defer(() => {
    server.closeAllConnections()
    server.close()
  })
})
afterAll(() => stack.disposeAsync())
beforeEach(async () => {
  asked = []
  respond = (request, response) => response.end(JSON.stringify(leiResponse(request.url?.slice(-20) ?? '')))
  await database.pool.query('delete from lei_records; delete from vasp_hosts; delete from vasps')
})

function openClient(limits: typeof LIMITS): Outbound {
  return openOutbound({ privateHosts: 'http', ...limits, logger })
}

function refresh(atMs: number, { client = outbound, signal = new AbortController().signal } = {}): Promise<void> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`
  const now = () => new Date(atMs)
  return refreshDueRecords({ database, logger, now, leiRegister: openLeiRegister({ url, outbound: client }) }, signal)
}

async function addVasp(lei: string, trust: Vasp['trust'] = 'UNTRUSTED'): Promise<void> {
  const vasp = { ...exampleVasp, id: crypto.randomUUID(), lei, trust }
  expect(await database.db.transaction().execute((tx) => insertVasp(tx, vasp))).toBe(true)
}

async function known(lei: string) {
  return (await loadLeiRecords(database.db, [lei]))[0]
}

it('the LEI of each VASP is looked up once a day, those of trusted VASPs first', async () => {
  await addVasp(SECOND)
  await addVasp(SECOND)
  await addVasp(FIRST, 'TRUSTED')
  await refresh(START)
  expect(asked).toEqual([FIRST, SECOND])
  expect(await known(FIRST)).toMatchObject({
    latest: { record: { legalName: 'Example Bank AG', registrationStatus: 'ISSUED' }, retrievedAt: new Date(START) },
  })
  await refresh(START + 24 * HOUR)
  expect(asked).toHaveLength(2)
  await refresh(START + 24 * HOUR + 1)
  expect(asked).toEqual([FIRST, SECOND, FIRST, SECOND])
})

it('one run of the LEI refresh makes at most 20 requests, and the next one continues', async () => {
  const leis = Array.from({ length: 21 }, (_, index) => `ABC${String(index).padStart(17, '0')}`)
  for (const lei of leis) await addVasp(lei)
  await refresh(START)
  expect(asked).toEqual(leis.slice(0, 20))
  await refresh(START + MINUTE)
  expect(asked).toEqual(leis)
})

const NOT_A_RECORD = 'The response of the LEI register is not a record of the LEI.'
const failures: readonly [string, RequestListener, string][] = [
  ['500', (_request, response) => response.writeHead(500).end(), 'The LEI register responded with 500.'],
  ['429', (_request, response) => response.writeHead(429).end(), 'The LEI register responded with 429.'],
  [
    'a redirect',
    (_request, response) => response.writeHead(302, { location: '/' }).end(),
    'The LEI register responded with 302.',
  ],
  ['404', (_request, response) => response.writeHead(404).end(), 'The LEI register does not have the LEI.'],
  [
    'half a record',
    (_request, response) => response.end(JSON.stringify(leiResponse(FIRST)).slice(0, 300)),
    NOT_A_RECORD,
  ],
  ['another format', (_request, response) => response.end('{"lei": {}}'), NOT_A_RECORD],
  [
    'the record of another LEI',
    (_request, response) => response.end(JSON.stringify(leiResponse(SECOND))),
    NOT_A_RECORD,
  ],
  [
    'too many bytes',
    (_request, response) => response.end(Buffer.alloc(60_000, ' ')),
    'The LEI register cannot be reached: ',
  ],
  ['a closed connection', (request) => request.socket.destroy(), 'The LEI register cannot be reached: '],
]

it.each(failures)(
  '%s leaves the last LEI record and its time unchanged, and is retried after an hour',
  async (_case, fail, problem) => {
    await addVasp(FIRST)
    await refresh(START)
    respond = fail
    const failedAt = START + 25 * HOUR
    await refresh(failedAt)
    expect(await known(FIRST)).toEqual({
      lei: FIRST,
      latest: { record: expect.objectContaining({ entityStatus: 'ACTIVE' }), retrievedAt: new Date(START) },
      askedAt: new Date(failedAt),
      problem: expect.stringContaining(problem),
    })
    await refresh(failedAt + HOUR)
    expect(asked).toHaveLength(2)
    respond = (_request, response) => response.end(JSON.stringify(leiResponse(FIRST)))
    await refresh(failedAt + HOUR + 1)
    const { problem: none, latest } = (await known(FIRST)) ?? {}
    expect([none, latest?.retrievedAt]).toEqual([undefined, new Date(failedAt + HOUR + 1)])
  },
)

it('an LEI register that does not respond ends the run after one request', async () => {
  await addVasp(FIRST, 'TRUSTED')
  await addVasp(SECOND)
  respond = () => {}
  await using client = openClient({ ...LIMITS, timeoutMs: 200 })
  await refresh(START, { client })
  const first = await known(FIRST)
  expect(first?.problem).toContain('cannot be reached')
  expect([first?.latest, await known(SECOND)]).toEqual([undefined, undefined])
})

it('an LEI request that is aborted because the process stops is not a failure', async () => {
  await addVasp(FIRST)
  const stopping = new AbortController()
  respond = () => stopping.abort()
  await refresh(START, { signal: stopping.signal })
  expect([asked, await known(FIRST)]).toEqual([[FIRST], undefined])
})

it('the record of an LEI is deleted once no VASP has that LEI', async () => {
  await addVasp(FIRST)
  await refresh(START)
  await database.pool.query(`update vasps set lei = '${SECOND}'`)
  await refresh(START + MINUTE)
  expect([await known(FIRST), (await known(SECOND))?.lei]).toEqual([undefined, SECOND])
})
