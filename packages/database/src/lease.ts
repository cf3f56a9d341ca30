import pg from 'pg'
import { createBell } from './bell.ts'

const CONNECTION_TIMEOUT_MS = 10_000
/** Interval at which a waiting process tries again, in milliseconds. */
const RETRY_MS = 1_000
/** First key of the leases' advisory locks ("leas" in ASCII); the second is a hash of the name. */
const LEASE_CLASS = 0x6c_65_61_73

export interface Lease extends AsyncDisposable {
  /** Aborted when the lease is lost because its connection is lost. */
  readonly lost: AbortSignal
}

export interface LeaseOptions {
  readonly url: string
  readonly applicationName: string
  readonly name: string
  /** Ends the wait. */
  readonly signal: AbortSignal
}

/**
 * Waits until no other process holds the lease `name` in this database, then holds it until
 * disposed or disconnected.
 *
 * `undefined` when `signal` is aborted first. A holder may notice late that it lost the lease, so
 * an effect that must happen once needs its own check. Rejects when the connection fails.
 */
export async function openLease({ url, applicationName, name, signal }: LeaseOptions): Promise<Lease | undefined> {
  const client = new pg.Client({
    connectionString: url,
    application_name: `${applicationName}-lease`,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  })
  const losing = new AbortController()
  client.on('error', (error) => losing.abort(error))
  client.on('end', () => losing.abort(new Error('The connection ended')))
  const bell = createBell()
  const pause = AbortSignal.any([signal, losing.signal])
  try {
    await client.connect()
    while (!signal.aborted) {
      const { rows } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as held', [LEASE_CLASS, name])
      if (rows[0]?.held === true) return { lost: losing.signal, [Symbol.asyncDispose]: () => client.end() }
      await bell.wait({ signal: pause, timeoutMs: RETRY_MS })
    }
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  await client.end()
  return undefined
}
