import { openDatabase } from '@travel-rule/database/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrations } from '../../foundation/store/migrations.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { mutate as change, issue, transactions } from '../../testing/operations.ts'
import { openTestCounterparty } from '../../testing/test-counterparty.ts'
import { officer, openTestNode, type TestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'
import { lockVaspByHost, shareVaspByHost } from '../store/vasps.ts'

const observer = { ...officer, subject: 'observer-1', scopes: ['trpd:read'] }

let node: TestNode
beforeAll(async () => {
  node = await openTestNode('Alice VASP')
})
afterAll(() => node[Symbol.asyncDispose]())

async function mutate(call: string, identity = officer) {
  const { data, errors } = await node.query(
    `mutation { trpd { vasp: ${call} { id name url trust furtherHosts } } }`,
    {},
    identity,
  )
  return data?.trpd?.vasp ?? errors?.[0]?.extensions
}

async function register(name: string, url: string): Promise<string> {
  return (
    await mutate(`registerOrUpdateVasp(vasp: { name: "${name}", url: "${url}", wireProfile: { amountUnit: WHOLE } })`)
  ).id
}

const add = (id: string, url: string, rest = '') => mutate(`addVaspHost(id: "${id}", url: "${url}"${rest})`)
const remove = (id: string, host: string) => mutate(`removeVaspHost(id: "${id}", host: "${host}")`)

/** The VASP of an inquiry whose callback is at `host`. */
async function inquirer(host: string) {
  const body = inquiryBody({ callback: `https://${host}/callback` })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(await issue(node))}`, body })).status).toBe(200)
  const { data } = await node.query(`{ trpd { transactions(first: 1) { nodes { status vasp { id name trust } } } } }`)
  return data.trpd.transactions.nodes[0]
}

async function run<Row extends object>(statement: string): Promise<readonly Row[]> {
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'test' })
  return (await sql.raw<Row>(statement).execute(database.db)).rows
}

it('an inquiry from a further host of a trusted VASP belongs to this VASP until the host is removed', async () => {
  const id = await register('Bank A', 'https://a.example')
  await mutate(`trustVasp(id: "${id}")`)
  expect(await add(id, 'https://A2.example/')).toMatchObject({ url: 'https://a.example', furtherHosts: ['a2.example'] })
  expect(await inquirer('a2.example')).toMatchObject({ status: 'PENDING', vasp: { id, trust: 'TRUSTED' } })
  expect(await remove(id, 'a2.example')).toMatchObject({ furtherHosts: [] })
  expect(await inquirer('a2.example')).toMatchObject({ status: 'BLOCKED', vasp: { trust: 'UNTRUSTED' } })
})

it('nothing is sent to a removed host until it is added again and an officer retries the delivery', async () => {
  await using counterparty = await openTestCounterparty()
  counterparty.respond = () => ({ status: 204 })
  const { host } = new URL(counterparty.url)
  const id = await register('Bank V', 'https://v.example')
  await mutate(`trustVasp(id: "${id}")`)
  await add(id, counterparty.url)
  const body = inquiryBody({ callback: `${counterparty.url}/callback` })
  expect((await sendTrp({ url: `${node.trpUrl}${pathOf(await issue(node))}`, body })).status).toBe(200)
  const latest = async () => (await transactions(node))[0]
  const tx = await latest()
  expect(tx).toMatchObject({ status: 'PENDING', vasp: { id } })
  await remove(id, host)
  await change(node, `assessTx(id: "${tx.id}", decision: DECLINE, reason: "no")`)
  const failed = await until(latest, ({ delivery }) => delivery.state === 'FAILED')
  expect(failed.delivery.lastProblem).toContain(`${host} was removed from Bank V`)
  expect(counterparty.requests).toEqual([])
  await add(id, counterparty.url)
  await change(node, `retryDelivery(id: "${tx.id}")`)
  await until(latest, ({ delivery }) => delivery.state === 'DELIVERED')
  expect(counterparty.requests).toHaveLength(1)
})

it('adding and removing a host of a VASP are events that name the host, and the hosts before and after', async () => {
  const id = await register('Bank B', 'https://b.example')
  await add(id, 'https://b2.example')
  await add(id, 'https://b2.example')
  await add(id, 'https://b.example')
  await remove(id, 'B2.example')
  const events = await run<{ type: string; detail: unknown }>(
    `select type, detail from outbox where subject_id = '${id}' and type like 'vasp.host%' order by position`,
  )
  expect(events).toMatchObject([
    { type: 'vasp.host_added', detail: { hosts: 'b2.example', furtherHosts: 'b2.example', 'furtherHosts.from': '' } },
    { type: 'vasp.host_removed', detail: { hosts: 'b2.example', furtherHosts: '', 'furtherHosts.from': 'b2.example' } },
  ])
})

it('the primary host of a VASP and a host that it does not have cannot be removed', async () => {
  const id = await register('Bank C', 'https://c.example')
  expect(await remove(id, 'c.example')).toMatchObject({ code: 'VASP_HOST_PRIMARY' })
  expect(await remove(id, 'b.example')).toMatchObject({ code: 'VASP_HOST_UNKNOWN' })
  expect(await add(id, 'c3.example')).toMatchObject({ code: 'VASP_URL_INVALID' })
  expect(await add('x', 'https://c3.example')).toMatchObject({ code: 'VASP_NOT_FOUND' })
  expect(await mutate(`addVaspHost(id: "${id}", url: "https://c3.example")`, observer)).toMatchObject({
    code: 'FORBIDDEN',
  })
})

it('a host of another VASP can be taken only from a named UNTRUSTED VASP, which keeps its transactions', async () => {
  const id = await register('Bank D', 'https://d.example')
  const { vasp: found } = await inquirer('d2.example')
  const taken = { code: 'VASP_URL_TAKEN', vaspId: found.id }
  expect(await add(id, 'https://d2.example')).toMatchObject(taken)
  await mutate(`blockVasp(id: "${found.id}")`)
  expect(await add(id, 'https://d2.example', `, takeFrom: "${found.id}"`)).toMatchObject(taken)
  const { vasp: second } = await inquirer('d3.example')
  expect(await add(id, 'https://d3.example', ', takeFrom: "x"')).toMatchObject({ code: 'VASP_NOT_FOUND' })
  const merged = await add(id, 'https://d3.example', `, takeFrom: "${second.id}"`)
  expect(merged).toMatchObject({ furtherHosts: ['d3.example'] })
  const { data } = await node.query(
    `{ trpd { vasp(id: "${second.id}") { url } transactionsCount(filter: { vasp: ["${second.id}"] }) } }`,
  )
  expect(data.trpd).toEqual({ vasp: { url: null }, transactionsCount: 1 })
  expect(await inquirer('d3.example')).toMatchObject({ vasp: { id } })
})

it('a further host is swapped with the host of the url only if an id names the VASP', async () => {
  const id = await register('Bank E', 'https://e.example')
  await add(id, 'https://e2.example')
  const update = (vasp: string) => mutate(`registerOrUpdateVasp(vasp: { ${vasp} })`)
  expect(await update('name: "Bank EE", url: "https://e2.example"')).toMatchObject({
    id,
    name: 'Bank EE',
    url: 'https://e.example',
  })
  expect(await update(`id: "${id}", url: "https://e2.example"`)).toMatchObject({
    url: 'https://e2.example',
    furtherHosts: ['e.example'],
  })
  const other = await register('Bank F', 'https://f.example')
  expect(await update(`id: "${other}", url: "https://e.example"`)).toMatchObject({ code: 'VASP_URL_TAKEN', vaspId: id })
})

it('a VASP has at most 20 further hosts', async () => {
  const id = await register('Bank G', 'https://g.example')
  for (let index = 0; index < 20; index += 1) await add(id, `https://g${index}.example`)
  expect(await add(id, 'https://g20.example')).toMatchObject({ code: 'VASP_HOSTS_TOO_MANY' })
})

it('hosts stay unique while a replica of the previous version changes the url of a VASP', async () => {
  const id = await register('Bank H', 'https://h.example')
  await add(id, 'https://h2.example')
  await run(`update vasps set host = 'h3.example', url = 'https://h3.example' where id = '${id}'`)
  const hosts = await run<{ host: string }>(`select host from vasp_hosts where vasp_id = '${id}' order by host`)
  expect(hosts.map(({ host }) => host)).toEqual(['h2.example', 'h3.example'])
  const other = await register('Bank J', 'https://j.example')
  await expect(run(`update vasps set host = 'h2.example' where id = '${other}'`)).rejects.toThrow('vasp_hosts')
})

it('an export of the directory includes further hosts, and an import adds missing ones', async () => {
  const importing = async (content: object[]) => {
    const { data, errors } = await node.query(
      `mutation ($content: String!) { trpd { importVasps(format: JSON, content: $content, dryRun: false) { rows { changedFields } } } }`,
      { content: JSON.stringify(content) },
      { ...officer, scopes: [...officer.scopes, 'autod:write'] },
    )
    return data?.trpd?.importVasps?.rows ?? errors?.[0]?.extensions
  }
  const row = { name: 'Bank I', url: 'https://i.example', furtherHosts: ['i2.example', 'i3.example'] }
  await importing([row])
  expect(await importing([{ ...row, furtherHosts: ['i4.example'] }])).toEqual([{ changedFields: ['furtherHosts'] }])
  const added = await run<{ hosts: string }>(
    `select detail ->> 'hosts' as hosts from outbox join vasps on subject_id = vasps.id::text
     where vasps.name = 'Bank I' and type = 'vasp.host_added' order by position`,
  )
  expect(added).toEqual([{ hosts: 'i2.example i3.example' }, { hosts: 'i4.example' }])
  const { data } = await node.query('{ trpd { vaspDirectory(format: JSON) { content } } }')
  const exported = JSON.parse(data.trpd.vaspDirectory.content)
  expect(exported.find(({ name }: { name: string }) => name === 'Bank I').furtherHosts).toEqual([
    'i2.example',
    'i3.example',
    'i4.example',
  ])
  for (const host of ['i5.example:443', 'user@i5.example', 'i5.example/path']) {
    expect(await importing([{ ...row, furtherHosts: [host] }])).toMatchObject({
      problems: [{ row: 1, field: 'furtherHosts', code: 'VASP_URL_INVALID' }],
    })
  }
  expect(await importing([{ ...row, furtherHosts: ['a.example'] }])).toMatchObject({
    code: 'VASP_IMPORT_REFUSED',
    problems: [{ row: 1, field: 'furtherHosts', code: 'VASP_URL_TAKEN' }],
  })
})

it('an import that is refused because of a later row adds no host and no event', async () => {
  const id = await register('Bank R', 'https://r.example')
  await register('Bank S', 'https://s.example')
  const content = JSON.stringify([
    { name: 'Bank R', url: 'https://r.example', furtherHosts: ['r2.example'] },
    { name: 'Bank T', url: 'https://t.example', furtherHosts: ['s.example'] },
  ])
  const { errors } = await node.query(
    'mutation ($content: String!) { trpd { importVasps(format: JSON, content: $content, dryRun: false) { stored } } }',
    { content },
    { ...officer, scopes: [...officer.scopes, 'autod:write'] },
  )
  expect(errors?.[0]?.extensions).toMatchObject({
    code: 'VASP_IMPORT_REFUSED',
    problems: [{ row: 2, code: 'VASP_URL_TAKEN', message: expect.stringContaining('s.example') }],
  })
  expect(await run(`select from vasp_hosts where host in ('r2.example', 't.example')`)).toEqual([])
  expect(await run(`select from vasps where name = 'Bank T'`)).toEqual([])
  expect(await run(`select from outbox where subject_id = '${id}' and type = 'vasp.host_added'`)).toEqual([])
})

it('a host cannot be taken from a TRUSTED VASP', async () => {
  const id = await register('Bank M', 'https://m.example')
  const other = await register('Bank N', 'https://n.example')
  await mutate(`trustVasp(id: "${other}")`)
  expect(await add(id, 'https://n.example', `, takeFrom: "${other}"`)).toMatchObject({
    code: 'VASP_URL_TAKEN',
    vaspId: other,
    trust: 'TRUSTED',
  })
  const { data } = await node.query(`{ trpd { vasp(id: "${other}") { url } } }`)
  expect(data.trpd.vasp).toEqual({ url: 'https://n.example' })
})

it('a null removes the LEI of a VASP named by id, and is refused by name for other fields that have a value', async () => {
  const update = async (vasp: string) => {
    const call = `registerOrUpdateVasp(vasp: { ${vasp} }) { lei url }`
    const { data, errors } = await node.query(`mutation { trpd { vasp: ${call} } }`)
    return data?.trpd?.vasp ?? errors?.[0]
  }
  const id = await register('Bank O', 'https://o.example')
  expect(await update(`id: "${id}", lei: null`)).toEqual({ lei: null, url: 'https://o.example' })
  expect(await update(`id: "${id}", lei: "529900T8BM49AURSDO55"`)).toMatchObject({ lei: '529900T8BM49AURSDO55' })
  const refused = (field: string) => ({
    message: expect.stringContaining(`vasp.${field} `),
    extensions: { code: 'INPUT_INVALID' },
  })
  expect(await update(`id: "${id}", url: null`)).toMatchObject(refused('url'))
  expect(await update(`id: "${id}", name: null`)).toMatchObject(refused('name'))
  expect(await update(`id: "${id}", wireProfile: null`)).toMatchObject(refused('wireProfile'))
  expect(await update('name: "Bank O3", url: "https://o3.example", wireProfile: null')).toMatchObject({ lei: null })
  expect(await update('url: "https://o.example", lei: null')).toMatchObject(refused('lei'))
  expect(await update(`id: "${id}", lei: null`)).toEqual({ lei: null, url: 'https://o.example' })
})

it('concurrent requests for the same url register one VASP, and do not move another VASP to it', async () => {
  const same = Array.from({ length: 8 }, () =>
    mutate('registerOrUpdateVasp(vasp: { name: "Bank P", url: "https://p.example" })'),
  )
  const ids = (await Promise.all(same)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toEqual(expect.any(String))
  const movers = await Promise.all([1, 2, 3, 4].map((n) => register(`Bank Q${n}`, `https://q${n}.example`)))
  const moved = await Promise.all(
    movers.map((id) => mutate(`registerOrUpdateVasp(vasp: { id: "${id}", url: "https://q.example" })`)),
  )
  expect(moved.map(({ code }) => code ?? 'MOVED').sort()).toEqual(['MOVED', ...Array(3).fill('VASP_URL_TAKEN')])
})

it('a VASP that loses a host while a transaction waits for its lock is not found at this host', async () => {
  const id = await register('Bank W', 'https://w.example')
  await add(id, 'https://w2.example')
  await using database = await openDatabase<Tables>({ url: node.databaseUrl, migrations, applicationName: 'waiting' })
  const { db } = database
  const found = await db.transaction().execute(async (tx) => {
    await sql`update vasps set further_hosts = '[]' where id = ${id}`.execute(tx)
    await sql`delete from vasp_hosts where host = 'w2.example'`.execute(tx)
    const readers = [lockVaspByHost, shareVaspByHost].map((read) =>
      db.transaction().execute((reader) => read(reader, 'w2.example')),
    )
    const waiting = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name like 'waiting%' and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.count).toBe(2)
    return { readers }
  })
  expect(await Promise.all(found.readers)).toEqual([undefined, undefined])
})

it('a VASP with twenty long hosts can be changed', async () => {
  const id = await register('Bank L', 'https://l.example')
  const label = 'l'.repeat(58)
  const hosts = Array.from({ length: 20 }, (_, at) => `${label}.${label}.${label}.${label}.l${at}.example`)
  await run(`update vasps set further_hosts = '${JSON.stringify(hosts)}' where id = '${id}'`)
  expect(await mutate(`blockVasp(id: "${id}")`)).toMatchObject({ id, trust: 'BLOCKED' })
  await run(`update vasps set further_hosts = '${JSON.stringify(hosts.slice(1))}' where id = '${id}'`)
  expect(await remove(id, hosts[1] ?? '')).toMatchObject({ id })
})
