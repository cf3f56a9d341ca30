import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@travel-rule/database/database'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, it } from 'vitest'
import { encodeTravelAddress, parseTravelAddress } from '../address-book/domain/travel-address.ts'
import { migrations } from '../foundation/store/migrations.ts'
import type { Tables } from '../foundation/store/tables.ts'
import { runScreeningCommand } from '../screening-command/run-screening-command.ts'
import { sdnXml } from '../testing/example-lists.ts'
import { acceptFindings, beneficiary, inquire, mutate, originator, transactions, trust } from '../testing/operations.ts'
import { openTestCounterparty } from '../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../testing/test-node.ts'

const administrator = { ...officer, scopes: [...officer.scopes, 'autod:write'] }

/** Matches every string in this test that is personal data or a secret. */
const SECRETS =
  /Engels|Friedrich|Marx|Karl|customer-1|account-1|Beeblebrox|callbacks\/[\w-]{8}|\/data\/[\w-]{8}|Trier|\/their-callback/

it('neither the database nor the log contains personal data, internal texts or callbacks in plain text', async () => {
  const log = captureLog()
  await using node = await openTestNode('Alice VASP', { screeningLists: ['OFAC_SDN'] }, log.logger)
  await using counterparty = await openTestCounterparty()
  const vaspId = await trust(node, counterparty.url)
  await loadList(node)

  counterparty.respond = () => ({ status: 422, body: 'Karl Marx is unknown' })
  const { data } = await inquire(node, counterparty.travelAddress)
  await acceptFindings(node, data.trpd.inquire.id, 'Beeblebrox knows this Engels')
  await delivered(node, 'FAILED')
  counterparty.respond = ({ body }) =>
    'IVMS101' in JSON.parse(body)
      ? { status: 200, body: JSON.stringify({ rejected: 'Karl Marx moved' }) }
      : { status: 204 }
  await mutate(node, `retryDelivery(id: "${data.trpd.inquire.id}")`)
  await delivered(node, 'DELIVERED')
  await inquire(node, encodeTravelAddress('unknown.example/x/1?t=i'))

  const received = await receive(node, `${counterparty.url}/their-callback`)
  await until(
    async () => (await node.query(`{ trpd { transaction(id: "${received}") { screening { verdict } } } }`)).data,
    ({ trpd }) => trpd.transaction.screening?.verdict === 'FAIL',
  )
  for (const call of [
    `setLegalHold(id: "${received}", reason: "Beeblebrox against Marx") { id }`,
    `endLegalHold(id: "${received}", reason: "Beeblebrox has lost") { id }`,
    `requestData(id: "${received}", fields: [ADDRESS], message: "Where does Beeblebrox live?") { link }`,
    `recordMeasure(id: "${vaspId}", kind: WARNED, note: "Beeblebrox has called") { id }`,
  ]) {
    expect((await node.query(`mutation { trpd { ${call} } }`, {}, administrator)).errors).toBeUndefined()
  }
  await mutate(node, `commentTx(id: "${received}", text: "Is Karl a Beeblebrox?")`)
  await acceptFindings(node, received, 'Marx is not a Beeblebrox')
  await mutate(node, `holdTx(id: "${received}", reason: "A Beeblebrox is listed")`)
  await mutate(node, `releaseTx(id: "${received}", reason: "Another Beeblebrox")`)
  await giveData(node, received)
  await until(
    async () => (await node.query(`{ trpd { transaction(id: "${received}") { release { mayApprove } } } }`)).data,
    ({ trpd }) => trpd.transaction.release.mayApprove,
  )
  await mutate(
    node,
    `assessTx(id: "${received}", decision: APPROVE, address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4")`,
  )
  await delivered(node, 'DELIVERED')
  const body = counterparty.requests.at(-1)?.body ?? ''
  const canceled = await post(JSON.parse(body).approved.callback, { canceled: 'Friedrich is ill' })
  expect(canceled).toBe(204)
  expect((await transactions(node))[0]).toMatchObject({ status: 'CANCELED', reason: 'Friedrich is ill' })

  expect(JSON.stringify(counterparty.requests)).toContain('Engels')
  expect(JSON.stringify(counterparty.requests)).not.toContain('Beeblebrox')
  expect(await dump(node)).not.toMatch(SECRETS)
  expect(log.text()).toContain('"level"')
  expect(log.text()).not.toMatch(SECRETS)
})

/** Loads a list that contains a party, so that screening finds it. */
async function loadList(node: TestNode): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'lists-'))
  await writeFile(join(folder, 'sdn.xml'), sdnXml([{ id: 7, family: 'Engels', given: 'Friedrich' }]))
  await runScreeningCommand([folder], { TRPD_DATABASE_URL: node.databaseUrl })
  await rm(folder, { recursive: true })
}

async function delivered(node: TestNode, state: string): Promise<void> {
  await until(
    () => transactions(node),
    ([tx]) => tx.delivery.state === state,
  )
}

/**
 * Issues a travel address to a customer and sends an inquiry to it; returns the id of the
 * transaction.
 */
async function receive(node: TestNode, callback: string): Promise<string> {
  const issued = await node.query(`mutation { trpd { createTravelAddress(input: {
    asset: "btc", label: "for Karl", customerReference: "customer-1" }) { travelAddress } } }`)
  const customer = `reference: "customer-1", name: "Karl Marx", accounts: ["account-1"]`
  await node.query(`mutation { trpd { upsertCustomer(input: { ${customer} }) { id } } }`)
  const decoded = parseTravelAddress(issued.data.trpd.createTravelAddress.travelAddress, { privateHosts: true })
  if (!decoded.ok) throw new Error(decoded.refusal.message)
  const inquiry = { asset: { slip0044: 'BTC' }, amount: 1, callback, IVMS101: { originator, beneficiary } }
  expect(await post(`http://${decoded.value.url}`, inquiry)).toBe(200)
  return (await transactions(node))[0].id
}

/** Requests the address of the originator, and responds to the request. */
async function giveData(node: TestNode, id: string): Promise<void> {
  const asked = `requestData(id: "${id}", fields: [ADDRESS], message: "Where does Friedrich live?")`
  const { data } = await node.query(`mutation { trpd { ${asked} { link } } }`)
  const form = new FormData()
  const address = { street: 'Brückenstraße 10', townName: 'Trier', country: 'DE' }
  for (const [name, value] of Object.entries({ familyName: 'Engels', ...address })) form.append(name, value)
  expect((await fetch(data.trpd.requestData.link, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303)
}

async function post(url: string, body: object): Promise<number> {
  const headers = {
    'api-version': '3.2.1',
    'request-identifier': crypto.randomUUID(),
    'content-type': 'application/json',
  }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

/** All rows of all tables, including the job queue. */
async function dump({ databaseUrl }: TestNode): Promise<string> {
  await using database = await openDatabase<Tables>({ url: databaseUrl, migrations, applicationName: 'test' })
  const tables = await database.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'jobs')`,
  )
  const names = tables.rows.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['public.deliveries', 'public.inbound_messages', 'public.outbox']))
  const dumps = await Promise.all(names.map((name) => database.pool.query(`select * from ${name}`)))
  return dumps
    .flatMap(({ rows }) => rows.flatMap((row) => Object.values(row)))
    .map((value) =>
      Buffer.isBuffer(value)
        ? value.toString('latin1')
        : typeof value === 'object'
          ? JSON.stringify(value, (_key, each) => (typeof each === 'bigint' ? String(each) : each))
          : String(value),
    )
    .join('\n')
}
