import { openDatabase } from '@travel-rule/database/database'
import { generateSealingKeys, openSealer } from '@travel-rule/database/seal'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { expect, it } from 'vitest'
import { migrations } from '../foundation/store/migrations.ts'
import type { Tables } from '../foundation/store/tables.ts'
import { mutate, transactions, trust } from '../testing/operations.ts'
import { openTestCounterparty } from '../testing/test-counterparty.ts'
import { openTestNode, until } from '../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../testing/trp-client.ts'
import { countOutdated, rotateSealingKeys } from './actions/rotate-sealing-keys.ts'

/** A run that ends only when everything is done. */
const whole = { runMs: Number.POSITIVE_INFINITY }
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const EVERYTHING = `{ trpd {
  transactions { nodes {
    id reason ivms101 customerReference delivery { lastProblem } legalHold { reason } history { event }
    checks { check evidence { name value } } case { pause { reason } changes { text } }
    addressBookEntry { label } } }
  customers { name reference } found: transactions(filter: { name: "Marx" }) { nodes { id } } } }`

it('a rotation reaches everything that is sealed, with and without data keys, after which the old key can be removed', async () => {
  const [before, after] = [generateSealingKeys(), generateSealingKeys()]
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 204 })
  await using node = await openTestNode('Alice VASP', { sealingKeys: before, dataKeys: false })
  await trust(node, counterparty.url)
  const issued = await node.query(`mutation { trpd {
    createTravelAddress(input: { asset: "btc", address: "${ADDRESS}", label: "x", customerReference: "c-1" }) {
      travelAddress } } }`)
  const path = pathOf(issued.data.trpd.createTravelAddress.travelAddress)
  await node.query(`mutation { trpd { upsertCustomer(input: { reference: "c-1", name: "Karl Marx" }) { id } } }`)
  const receive = (requestIdentifier: string) => {
    const body = inquiryBody({ callback: `${counterparty.url}/${requestIdentifier}` })
    const headers = { 'request-identifier': requestIdentifier }
    return sendTrp({ url: `${node.trpUrl}${path}`, body, headers })
  }
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
  expect((await receive(first)).status).toBe(200)
  const [{ id }] = await transactions(node)
  await mutate(node, `commentTx(id: "${id}", text: "who is this?")`)
  await mutate(node, `setLegalHold(id: "${id}", reason: "case 7")`)
  await mutate(node, `assessTx(id: "${id}", decision: DECLINE, reason: "unknown")`)
  await until(
    () => transactions(node),
    ([tx]) => tx.delivery.state === 'DELIVERED',
  )
  await mutate(node, `holdTx(id: "${id}", reason: "wait")`)
  await node.stop()

  await node.restart({ dataKeys: true })
  expect((await receive(second)).status).toBe(200)
  const read = async () => (await node.query(EVERYTHING)).data
  const everything = await read()
  expect(everything.trpd.found.nodes).toHaveLength(2)
  await node.stop()

  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  const log = captureLog()
  const { logger } = log
  const service = { database, sealer: openSealer(`${after},${before}`), onBrokenSeal: expect.unreachable, logger }
  await database.pool.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'half-way'; end $$;
    create trigger fails before update on check_runs for each row execute function fail()`)
  await expect(rotateSealingKeys(service, whole)).rejects.toThrow('half-way')
  const outdated = await countOutdated(service)
  expect(outdated).toBeGreaterThan(0)
  await database.pool.query('drop trigger fails on check_runs')
  await node.restart({ sealingKeys: `${before},${after}` })
  expect(await read()).toEqual(everything)
  await node.stop()

  await Promise.all([rotateSealingKeys(service, whole), rotateSealingKeys(service, whole)])
  expect(await countOutdated(service)).toBe(0)
  expect(log.text()).toContain('the older sealing keys can be removed')
  await node.restart({ sealingKeys: after })
  expect(await read()).toEqual(everything)
  expect((await receive(first)).status).toBe(200)
  expect(await transactions(node)).toHaveLength(2)
})
