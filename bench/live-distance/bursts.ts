import { openTcpProxy } from '@travel-rule/service/testing/tcp-proxy'
import pg from 'pg'

/** The events of one commit. */
export interface Burst {
  readonly committedAtMs: number
}

/** Changes the database of trpd, without a distance. */
export interface Bursts extends AsyncDisposable {
  /** Commits the first events of transactions again, `count` in all. */
  commit(count: number): Promise<Burst>
}

export async function openBursts(databaseUrl: string): Promise<Bursts> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  return {
    async commit(count) {
      // The lock and the notification of an append.
      await client.query('begin')
      await client.query("select pg_advisory_xact_lock(122550254464888), pg_notify('outbox', '')")
      const { rowCount } = await client.query(
        `insert into outbox (id, type, subject_type, subject_id, actor_type, actor_id, actor_name, at, detail)
        select gen_random_uuid(), type, subject_type, subject_id, actor_type, actor_id, actor_name, now(), detail
        from outbox where subject_type = 'transfer' order by position limit $1`,
        [count],
      )
      if (rowCount !== count) throw new Error(`there are only ${rowCount} events`)
      await client.query('commit')
      return { committedAtMs: performance.now() }
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

const PAGE = `
  with page as materialized (
    select position, subject_id, detail from outbox where subject_type = 'transfer' and position > $1
    order by position limit 100
  )
  select transfers.*, transfer_history.*, page.detail, page.position
  from page
  join transfers on transfers.id = page.subject_id::uuid
  join transfer_history on transfer_history.transfer_id = transfers.id
    and transfer_history.version = (page.detail ->> 'version')::integer
  order by page.position`

/**
 * Events per second of a bare PostgreSQL client at this distance, which reads the first `count` events and their
 * transactions in pages of 100, one statement after another.
 */
export async function readBare(databaseUrl: string, distanceMs: number, count: number): Promise<number> {
  const url = new URL(databaseUrl)
  await using proxy = await openTcpProxy()
  proxy.connectTo(`${url.searchParams.get('host')}/.s.PGSQL.5432`)
  proxy.delayBy(distanceMs / 2)
  url.search = ''
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  const client = new pg.Client(url.href)
  await client.connect()
  try {
    await client.query(PAGE, ['0'])
    const beganMs = performance.now()
    let after = '0'
    let read = 0
    while (read < count) {
      const { rows } = await client.query<{ position: string }>(PAGE, [after])
      read += rows.length
      after = rows.at(-1)?.position ?? after
      if (rows.length === 0) throw new Error(`there are only ${read} events`)
    }
    return (read / (performance.now() - beganMs)) * 1_000
  } finally {
    await client.end()
  }
}
