import type pg from 'pg'
import type { JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { releaseJobs } from './job-table.ts'

export interface Attempt {
  readonly jobId: string
  /** From 1. Increases when a stopping worker releases the job, which does not use up a retry. */
  readonly attempt: number
  /** True if a failure of this attempt is final. */
  readonly lastAttempt: boolean
  /** Aborted when the attempt expires, another worker takes over the job, or the process stops. */
  readonly signal: AbortSignal
}

export type JobHandler<Data> = (data: Data, attempt: Attempt) => Promise<void>

export interface JobRunner {
  /** Resolves when the job is done or released; rejects when the attempt fails. */
  run<Data extends object>(job: JobWithMetadata<Data>, handler: JobHandler<Data>): Promise<void>
  /** From now on, releases jobs instead of running them. */
  refuse(): void
  /** Aborts the running attempts and releases their jobs for an immediate retry. */
  releaseAll(): Promise<void>
}

export interface JobRunnerOptions {
  readonly pool: pg.Pool
  readonly logger: Logger
}

interface Running {
  readonly job: JobWithMetadata<object>
  readonly stop: AbortController
  readonly released: PromiseWithResolvers<void>
}

/** Runs the jobs that this process has claimed, and releases them when it stops. */
export function openJobRunner({ pool, logger }: JobRunnerOptions): JobRunner {
  const running = new Map<string, Running>()
  let refusing = false

  async function release(jobs: readonly JobWithMetadata<object>[]): Promise<void> {
    if (jobs.length === 0) return
    await releaseJobs(pool, jobs)
    logger.warn({ jobs: jobs.map(({ name, id }) => ({ queue: name, id })) }, 'jobs released by a stopping worker')
  }

  return {
    async run(job, handler) {
      if (refusing) return release([job])
      const entry: Running = { job, stop: new AbortController(), released: Promise.withResolvers() }
      running.set(job.id, entry)
      try {
        const lastAttempt = job.retryCount >= job.retryLimit
        const signal = AbortSignal.any([job.signal, entry.stop.signal])
        const attempt = { jobId: job.id, attempt: job.retryCount + 1, lastAttempt, signal }
        await Promise.race([entry.released.promise, handler(job.data, attempt)])
      } catch (err) {
        if (entry.stop.signal.aborted) return await entry.released.promise
        logger.warn({ err, queue: job.name, jobId: job.id, attempt: job.retryCount + 1 }, 'job failed')
        throw err
      } finally {
        running.delete(job.id)
      }
    },
    refuse() {
      refusing = true
    },
    async releaseAll() {
      const remaining = [...running.values()]
      try {
        await release(remaining.map(({ job }) => job))
      } catch (err) {
        logger.error({ err }, 'releasing running jobs failed: they are retried when their heartbeat is missed')
      }
      for (const { stop, released } of remaining) {
        stop.abort(new Error('The worker is stopping'))
        released.resolve()
      }
    },
  }
}
