import { randomUUID } from 'node:crypto'
import { CompiledQuery, type Transaction } from 'kysely'
import { type Db, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Database } from './database.ts'
import { type JobHandler, openJobRunner } from './job-runner.ts'
import { JOB_SCHEMA, startWaitingJobs, type WaitingJobs } from './job-table.ts'
import { deferred } from './outage-dialect.ts'
import { wakeWorkers } from './wake-workers.ts'

/** How long a worker sleeps unless woken, in seconds. New jobs and due jobs wake workers. */
const POLLING_SECONDS = 30
/** Maximum time without a heartbeat before a worker's job is reassigned, in seconds. */
const HEARTBEAT_SECONDS = 20
/** Interval of the search for silent workers and expired jobs, in seconds. */
const SUPERVISE_SECONDS = 10
/** How long finished jobs are kept, in seconds. */
const KEEP_FINISHED_SECONDS = 24 * 3_600
/** Maximum time that a job may be overdue before it is dropped, in seconds. */
const KEEP_WAITING_SECONDS = 90 * 24 * 3_600
const CONNECTIONS_MAX = 3
const DRAIN_MS = 20_000
/** Period over which jobs that waited for the same event are started, in seconds. */
const SPREAD_SECONDS = 2
/** Priority of jobs with a reserved share. Lower than that of other jobs (0), which have no share of their own. */
const RESERVED_PRIORITY = -1
/** Time that the handlers of released jobs have to return, in milliseconds. */
const SETTLE_MS = 10_000

export interface QueueSettings {
  /** Maximum number of the queue's jobs that one process runs concurrently. */
  readonly concurrency: number
  /** Number of these that run only jobs with `usesReserved`, so that other jobs cannot delay those. */
  readonly concurrencyReserved?: number
  /** Maximum number of jobs of one group that one process runs concurrently; see `group`. */
  readonly concurrencyPerGroup?: number
  /** Number of retries after the first attempt. */
  readonly retryLimit: number
  /** Delay of the first retry. It doubles with each further retry, and jitter reduces it by up to half. */
  readonly retryDelaySeconds: number
  /** Maximum delay between two attempts. */
  readonly retryDelayMaxSeconds: number
  /** Timeout of one attempt: its signal is aborted, and the attempt fails. */
  readonly expireInSeconds: number
}

export interface EnqueueOptions {
  /** Earliest start, precise to about a second. */
  readonly startAfter?: Date
  /** Prevents another job with this key from being added while one is waiting or running in the queue. */
  readonly singletonKey?: string
  /**
   * At most `concurrencyPerGroup` jobs of one group run concurrently, so that workers remain available for other jobs.
   */
  readonly group?: string
  /** True if the job may also run in the `concurrencyReserved` share of its queue. */
  readonly usesReserved?: boolean
}

export interface Jobs<Queue extends string = string> extends AsyncDisposable {
  /**
   * Adds a job in the caller's transaction: it exists if and only if that commits. `data` is stored as JSON. Adds
   * nothing when `singletonKey` is in use.
   */
  enqueue<Tables>(tx: Transaction<Tables>, queue: Queue, data: object, options?: EnqueueOptions): Promise<void>
  /** Adds a job for each element of `data` in one statement, like `enqueue`. */
  enqueueAll<Tables>(tx: Transaction<Tables>, queue: Queue, data: readonly object[]): Promise<void>
  /** Starts the delayed jobs of a group whose data contains these fields, at random times within the next seconds. */
  startWaiting<Tables>(tx: Transaction<Tables>, jobs: WaitingJobs & { readonly queue: Queue }): Promise<void>
  /**
   * Starts processing `queue` in this process. A job runs at least once; if it throws, it is retried. The job of a
   * process that died fails after about half a minute and is then retried.
   */
  work<Data extends object>(queue: Queue, handler: JobHandler<Data>): Promise<void>
}

export interface JobsOptions<Queue extends string, Tables> {
  readonly database: Database<Tables>
  readonly logger: Logger
  readonly queues: Readonly<Record<Queue, QueueSettings>>
  /** Connections for fetching and completing jobs, besides the listening connection; 3 by default. */
  readonly connectionsMax?: number
  /** How long disposing waits for running jobs before it releases them; 20 s by default. */
  readonly drainMs?: number
}

/**
 * Durable jobs in the application's database, for any number of processes.
 *
 * Creates the queues and updates their settings; several processes may do so at the same time.
 */
export async function openJobs<Queue extends string, Tables>(
  options: JobsOptions<Queue, Tables>,
): Promise<Jobs<Queue>> {
  const { database, logger, drainMs = DRAIN_MS } = options
  const boss = new PgBoss({
    connectionString: database.url,
    application_name: `${database.applicationName}-jobs`,
    schema: JOB_SCHEMA,
    max: options.connectionsMax ?? CONNECTIONS_MAX,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
  })
  boss.on('error', (err) => logger.warn({ err }, 'job queue failed'))
  boss.on('warning', (warning) => logger.warn({ warning }, 'job queue warning'))
  await boss.start()
  await using stack = new AsyncDisposableStack()
  const runner = openJobRunner({ pool: database.pool, logger })
  stack.defer(async () => {
    const stopped = boss.stop({ timeout: drainMs + SETTLE_MS })
    const timer = setTimeout(() => void runner.releaseAll(), drainMs)
    runner.refuse()
    await stopped
    clearTimeout(timer)
  })
  for (const [queue, settings] of Object.entries<QueueSettings>(options.queues))
    await prepareQueue(boss, queue, settings)
  stack.use(wakeWorkers({ pool: database.pool, boss, queues: Object.keys(options.queues), logger }))

  const owned = stack.move()
  return {
    async enqueue(tx, queue, data, { startAfter, singletonKey = randomUUID(), group, usesReserved = false } = {}) {
      const when = startAfter === undefined ? {} : { startAfter }
      const within = group === undefined ? {} : { group: { id: group } }
      const priority = usesReserved ? RESERVED_PRIORITY : 0
      await boss.send(queue, data, { db: deferring(tx), singletonKey, priority, ...when, ...within })
    },
    async enqueueAll(tx, queue, data) {
      if (data.length === 0) return
      const all = data.map((one) => ({ data: one, singletonKey: randomUUID() }))
      await boss.insert(queue, all, { db: deferring(tx) })
    },
    startWaiting: (tx, waiting) => startWaitingJobs(tx, { ...waiting, seconds: SPREAD_SECONDS }),
    async work<Data extends object>(queue: Queue, handler: JobHandler<Data>) {
      const { concurrency, concurrencyReserved = 0, concurrencyPerGroup: groupMax } = options.queues[queue]
      // pg-boss can also count across all processes, but then workers that claim simultaneously exceed the limit.
      const groups = groupMax === undefined ? {} : { localGroupConcurrency: groupMax }
      const common = {
        includeMetadata: true,
        batchSize: 1,
        pollingIntervalSeconds: POLLING_SECONDS,
        notifyPollingIntervalSeconds: POLLING_SECONDS,
        ...groups,
      } as const
      const run = async ([job]: JobWithMetadata<Data>[]) => {
        if (job !== undefined) await runner.run(job, handler)
      }
      await boss.work(queue, { ...common, localConcurrency: concurrency - concurrencyReserved }, run)
      if (concurrencyReserved === 0) return
      await boss.work(queue, { ...common, localConcurrency: concurrencyReserved, maxPriority: RESERVED_PRIORITY }, run)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Lets pg-boss store jobs with the next statement of the transaction. */
function deferring<Tables>(tx: Transaction<Tables>): Db {
  return {
    async executeSql(text, values = []) {
      await tx.executeQuery(deferred(CompiledQuery.raw(text, values)))
      return { rows: [] }
    },
  }
}

async function prepareQueue(boss: PgBoss, queue: string, settings: QueueSettings): Promise<void> {
  const current = {
    retryLimit: settings.retryLimit,
    retryDelay: settings.retryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: settings.retryDelayMaxSeconds,
    expireInSeconds: settings.expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: KEEP_FINISHED_SECONDS,
    retentionSeconds: KEEP_WAITING_SECONDS,
    notify: true,
  }
  await boss.createQueue(queue, { policy: 'exclusive', ...current })
  await boss.updateQueue(queue, current)
}
