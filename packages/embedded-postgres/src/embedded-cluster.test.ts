import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmbeddedCluster } from './embedded-cluster.ts'
import { servesFolder } from './postmaster.ts'
import { openReachableCheckout, type ReachableCheckout } from './testing/reachable-checkout.ts'

const module = new URL('./embedded-cluster.ts', import.meta.url).href
let folder: string

let template: string

beforeAll(async () => {
  template = await makeFolder()
  await (await openEmbeddedCluster({ dataDir: template, durable: false }))[Symbol.asyncDispose]()
})
afterAll(() => rm(template, { recursive: true, force: true }))

beforeEach(async () => {
  folder = await makeFolder()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function makeFolder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'pg-cluster-'))
  await chmod(made, 0o711)
  return made
}

/** Fills `folder` with a copy of an unused cluster, which is cheaper than creating one. */
async function copyCluster(): Promise<void> {
  const [code] = await once(spawn('cp', ['-a', `${template}/.`, folder]), 'exit')
  expect(code).toBe(0)
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

/** Runs `body` with an open `cluster` in a separate process. */
function inOtherProcess(dataDir: string, body: string) {
  const script = `
    import { openEmbeddedCluster } from ${JSON.stringify(module)}
    const cluster = await openEmbeddedCluster({ dataDir: ${JSON.stringify(dataDir)} })
    ${body}`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('a cluster', () => {
  test('a cluster keeps its data and passwords across a restart, even if its path has spaces and other characters', async () => {
    const dataDir = path.join(folder, `a "b" c's ü`)
    const first = await openEmbeddedCluster({ dataDir })
    const url = await first.ensureDatabase('books')
    await query(url, 'create table book (title text)')
    await query(url, `insert into book values ('one')`)
    await first[Symbol.asyncDispose]()
    expect(servesFolder(first.pid, path.join(dataDir, 'data'))).toBe(false)

    await using second = await openEmbeddedCluster({ dataDir })
    expect(await second.ensureDatabase('books')).toBe(url)
    expect(second.urlFor('books')).toBe(url)
    expect(await query(url, 'select title from book')).toEqual([{ title: 'one' }])
  })

  test('a cluster listens only on a unix socket and accepts more than 200 connections', async () => {
    await copyCluster()
    await using cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
    const url = await cluster.ensureDatabase('books')
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    const pool = new pg.Pool({ connectionString: url, max: 210 })
    // A pool reports its end before its connections are closed.
    pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
    const clients = await Promise.all(Array.from({ length: 210 }, () => pool.connect()))
    expect(clients).toHaveLength(210)
    for (const client of clients) client.release()
    await pool.end()
  })

  test('a cluster with a long path uses a temporary folder for its socket, and removes it', async () => {
    const dataDir = path.join(folder, 'x'.repeat(120))
    const cluster = await openEmbeddedCluster({ dataDir, durable: false })
    const url = await cluster.ensureDatabase('books')
    const sockets = new URL(url).searchParams.get('host') ?? ''
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    await cluster[Symbol.asyncDispose]()
    await expect(stat(sockets)).rejects.toThrow('ENOENT')
  })

  test('a cluster runs beside another one', async () => {
    await using one = await openEmbeddedCluster({ dataDir: path.join(folder, 'one'), durable: false })
    await using two = await openEmbeddedCluster({ dataDir: path.join(folder, 'two'), durable: false })
    const urls = [await one.ensureDatabase('books'), await two.ensureDatabase('books')] as const
    await query(urls[0], 'create table book ()')
    expect(await query(urls[1], `select to_regclass('book') as found`)).toEqual([{ found: null }])
  })

  test('a cluster refuses a second opener while the first is running', async () => {
    await copyCluster()
    await using cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
    await expect(openEmbeddedCluster({ dataDir: folder })).rejects.toThrow('used by another running process')
    expect(await query(await cluster.ensureDatabase('books'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a cluster starts for one of several concurrent first openers', async () => {
    const opened = await Promise.allSettled(
      Array.from({ length: 3 }, () => openEmbeddedCluster({ dataDir: folder, durable: false })),
    )
    const clusters = opened.filter((result) => result.status === 'fulfilled')
    expect(clusters).toHaveLength(1)
    await clusters[0]?.value[Symbol.asyncDispose]()
  })
})

describe('the roles of a cluster', () => {
  beforeEach(copyCluster)

  test("the roles of a cluster need their own password, readable only by the folder's owner, and cannot connect to other databases", async () => {
    await using cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
    const books = new URL(await cluster.ensureDatabase('books'))
    await cluster.ensureDatabase('music')
    expect((await stat(path.join(folder, 'passwords.json'))).mode & 0o777).toBe(0o600)
    expect(await query(books.href, 'select rolsuper, rolcreatedb from pg_roles where rolname = current_user')).toEqual([
      { rolsuper: false, rolcreatedb: false },
    ])
    const other = new URL(books)
    other.pathname = '/music'
    await expect(query(other.href, 'select 1')).rejects.toThrow('permission denied for database "music"')
    books.password = 'wrong'
    await expect(query(books.href, 'select 1')).rejects.toThrow('password authentication failed')
  })

  test('the roles of a cluster are created only for plain names', async () => {
    await using cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
    for (const name of ['', 'Books', 'a-b', 'a"b', '1a', 'x'.repeat(64)]) {
      await expect(cluster.ensureDatabase(name)).rejects.toThrow('Not a database name')
      expect(() => cluster.urlFor(name)).toThrow('was not opened with ensureDatabase')
    }
  })
})

describe('after a crash', () => {
  beforeEach(copyCluster)

  test('the server of a killed process is stopped and its commits are kept', async () => {
    const child = inOtherProcess(
      folder,
      `const url = await cluster.ensureDatabase('books')
       process.stdout.write(JSON.stringify({ url, pid: cluster.pid }) + '\\n')`,
    )
    const [line] = await once(child.stdout, 'data')
    const { url, pid } = JSON.parse(String(line))
    await query(url, 'create table book as select 1 as id')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(servesFolder(pid, path.join(folder, 'data'))).toBe(true)

    await using cluster = await openEmbeddedCluster({ dataDir: folder })
    expect(servesFolder(pid, path.join(folder, 'data'))).toBe(false)
    expect(await query(await cluster.ensureDatabase('books'), 'select id from book')).toEqual([{ id: 1 }])
  })

  test('a crashed server is reported as ended and the next start recovers its commits', async () => {
    const crashed = await openEmbeddedCluster({ dataDir: folder })
    const url = await crashed.ensureDatabase('books')
    await query(url, 'create table book as select 1 as id')
    process.kill(crashed.pid, 'SIGKILL')
    expect(await crashed.ended).toBe('SIGKILL')
    await crashed[Symbol.asyncDispose]()

    await using cluster = await openEmbeddedCluster({ dataDir: folder })
    expect(await query(await cluster.ensureDatabase('books'), 'select id from book')).toEqual([{ id: 1 }])
  })

  test('a start waits for active sessions of a crashed server', async () => {
    const crashed = await openEmbeddedCluster({ dataDir: folder })
    const url = await crashed.ensureDatabase('books')
    const busy = query(url, 'select count(*) from generate_series(1, 6000000)').catch(() => {})
    await query(url, 'select 1')
    process.kill(crashed.pid, 'SIGKILL')
    await crashed[Symbol.asyncDispose]()
    await using cluster = await openEmbeddedCluster({ dataDir: folder })
    expect(await query(await cluster.ensureDatabase('books'), 'select 1 as one')).toEqual([{ one: 1 }])
    await busy
  })

  test.each([
    ['a dead process', '4194000'],
    ['a running process that is not a server', String(process.pid)],
    ['no process, because it is truncated', ''],
  ])('a pid file that names %s does not prevent a start', async (_what, pid) => {
    await writeFile(path.join(folder, 'data', 'postmaster.pid'), pid === '' ? '' : `${pid}\n${folder}/data\n1\n5432\n`)
    await using cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
    expect(await query(await cluster.ensureDatabase('books'), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('a cluster with lost passwords is refused with the name of the missing file', async () => {
    await rm(path.join(folder, 'passwords.json'))
    await expect(openEmbeddedCluster({ dataDir: folder })).rejects.toThrow('passwords.json')
  })

  test('a server that fails to start reports why', async () => {
    const settings = { max_connections: 'many' }
    await expect(openEmbeddedCluster({ dataDir: folder, durable: false, settings })).rejects.toThrow('max_connections')
    await using _cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
  })
})

test('a killed first start does not prevent the next one', async () => {
  await mkdir(path.join(folder, 'data.unfinished-abc', 'data'), { recursive: true })
  await using cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
  expect(await query(await cluster.ensureDatabase('books'), 'select 1 as one')).toEqual([{ one: 1 }])
})

test('data of another major version is refused', async () => {
  await mkdir(path.join(folder, 'data'))
  await writeFile(path.join(folder, 'data', 'PG_VERSION'), '15\n')
  await expect(openEmbeddedCluster({ dataDir: folder })).rejects.toThrow('created by PostgreSQL 15')
})

test('a process exits once its cluster is disposed, and only data and passwords remain', async () => {
  await copyCluster()
  const child = inOtherProcess(folder, 'await cluster[Symbol.asyncDispose]()')
  expect(await once(child, 'exit')).toEqual([0, null])
  expect((await readdir(folder)).sort()).toEqual(['data', 'passwords.json', 'postgres.log'])
})

test('a process that exits without disposing stops its server', async () => {
  await copyCluster()
  const child = inOtherProcess(folder, `process.stdout.write(String(cluster.pid), () => process.exit(3))`)
  const [[pid], [code]] = await Promise.all([once(child.stdout, 'data'), once(child, 'exit')])
  expect(code).toBe(3)
  await expect.poll(() => servesFolder(Number(pid), path.join(folder, 'data'))).toBe(false)
})

test('errors are logged without the statement or the values in it', async () => {
  await copyCluster()
  await using cluster = await openEmbeddedCluster({ dataDir: folder, durable: false })
  const url = await cluster.ensureDatabase('books')
  await query(url, 'create table book (title text primary key)')
  await query(url, `insert into book values ('secret')`)
  await expect(query(url, `insert into book values ('secret')`)).rejects.toThrow('duplicate key')
  const log = await readFile(path.join(folder, 'postgres.log'), 'utf8')
  expect(log).toContain('duplicate key')
  expect(log).not.toContain('secret')
})

describe.runIf(process.getuid?.() === 0)('for root', () => {
  let checkout: ReachableCheckout
  let openCluster: typeof openEmbeddedCluster
  beforeAll(async () => {
    checkout = openReachableCheckout()
    const reachable = `${checkout.root}/packages/embedded-postgres/src/embedded-cluster.ts`
    openCluster = (await import(reachable)).openEmbeddedCluster
  })
  afterAll(() => checkout[Symbol.dispose]())

  test('for root, the server runs as nobody', async () => {
    await copyCluster()
    await using cluster = await openCluster({ dataDir: folder, durable: false })
    expect((await stat(`/proc/${cluster.pid}`)).uid).toBe(65534)
  })

  test('for root, the server runs in a folder that only root can enter, and again when others can', async () => {
    const dataDir = path.join(folder, 'hidden', 'cluster')
    await mkdir(path.join(folder, 'hidden'), { mode: 0o700 })
    const hidden = await openCluster({ dataDir, durable: false })
    const url = await hidden.ensureDatabase('books')
    await query(url, 'create table book as select 1 as id')
    await hidden[Symbol.asyncDispose]()
    expect((await stat(path.join(dataDir, 'data'))).uid).toBe(0)

    await chmod(path.join(folder, 'hidden'), 0o711)
    await using cluster = await openCluster({ dataDir, durable: false })
    expect((await stat(`/proc/${cluster.pid}`)).uid).toBe(65534)
    expect(await query(await cluster.ensureDatabase('books'), 'select id from book')).toEqual([{ id: 1 }])
  })
})
