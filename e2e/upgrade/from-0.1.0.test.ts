import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, openApi } from '../harness/api.ts'
import { placeCluster } from '../harness/cluster-template.ts'
import { startNode } from '../harness/running-node.ts'
import { accessTo } from '../harness/shared-node.ts'
import { inquire, trustVaspAt } from '../harness/transfers.ts'
import { readSchema } from './read-schema.ts'

const NAMES = ['trpd', 'aopd', 'autod'] as const
const RECORDED = join(import.meta.dirname, 'version-0.1.0')

/** The query whose response by the node of 0.1.0 is `response.json`. */
const QUERY = `query {
  trpd {
    vasps { name url trust autoApprove }
    addressBook { id travelAddress address }
    transactions { nodes {
      id version direction status amount travelAddress address txHash protocolVersion createdAt updatedAt
      delivery { state }
      originator { originatorPersons { ...name } accountNumber }
      beneficiary { beneficiaryPersons { ...name } accountNumber }
      history { version event status at }
      ownershipProofs { id }
    } }
  }
  aopd { proofs { id status asset address challenge createdAt updatedAt verdict { outcome verifier } } }
  autod {
    settings { version displayName timeZone locale }
    auditLogs { nodes { sequence id type at subjectId } }
    verifyAuditLog { isIntact }
  }
}
fragment name on Person { naturalPerson { name { nameIdentifier { primaryIdentifier secondaryIdentifier } } } }`

type Schemas = Readonly<Record<string, readonly string[]>>

const stack = new AsyncDisposableStack()
let api: Api
/** The schemas of new databases, and those of the upgraded ones. */
let created: Schemas
let upgraded: Schemas

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'upgrade-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  created = await placeRecorded(dataDir)
  const node = stack.use(await startNode({ dataDir }))
  api = await openApi(accessTo(node))
  const urls = NAMES.map((name) => [name, node.read().databaseUrls?.[name] ?? ''] as const)
  upgraded = Object.fromEntries(await Promise.all(urls.map(async ([name, url]) => [name, await readSchema(url)])))
})
afterAll(() => stack.disposeAsync())

test('a node of 0.1.0 that is upgraded shows the same transfers, proofs, settings and audit log', async () => {
  const before = JSON.parse(await readFile(join(RECORDED, 'response.json'), 'utf8'))
  expect(await api.request(QUERY)).toEqual(before)
})

test('an upgraded node of 0.1.0 exchanges new transfers, and its audit log continues', async () => {
  await trustVaspAt(api, api.node.counterparty.url)
  const { id } = await inquire(api, api.node.counterparty.travelAddresses.approve)
  const query = `query ($id: ID!) {
    trpd { transaction(id: $id) { status auditTrail { type } } }
    autod { verifyAuditLog { isIntact isComplete } }
  }`
  await expect
    .poll(() => api.request(query, { id }))
    .toMatchObject({
      trpd: {
        transaction: { status: 'APPROVED', auditTrail: expect.arrayContaining([{ type: 'transfer.approved' }]) },
      },
      autod: { verifyAuditLog: { isIntact: true, isComplete: true } },
    })
})

test.each(NAMES)('the upgraded database of %s has the schema of a new one', (name) => {
  expect(upgraded[name]).toEqual(created[name])
})

/** Fills a data folder with the recorded databases and secrets. Returns the schemas of new databases. */
async function placeRecorded(dataDir: string): Promise<Schemas> {
  await placeCluster(dataDir)
  await copyFile(join(RECORDED, 'secrets.json'), join(dataDir, 'secrets.json'))
  await using cluster = await openEmbeddedCluster({ dataDir: join(dataDir, 'postgres'), durable: false })
  const schemas: Record<string, readonly string[]> = {}
  for (const name of NAMES) {
    const url = new URL(cluster.superuserUrl)
    url.pathname = `/${name}`
    schemas[name] = await readSchema(url.href)
    await execute(cluster.superuserUrl, `drop database ${name}`)
    await execute(await cluster.ensureDatabase(name), await readFile(join(RECORDED, `${name}.sql`), 'utf8'))
  }
  return schemas
}

async function execute(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
