import type pg from 'pg'
import type { JobWithMetadata } from 'pg-boss'
import type { Logger } from 'pino'
import { releaseJobs } from './job-table.ts'

export interface Attempt {
  readonly jobId: string
  /** From 1. A job that was released by a stopping worker counts on without using up its retries. */
  readonly attempt: number
  /** True when no retry follows a failure of this attempt. */
  readonly lastAttempt: boolean
  /** Aborted when the attempt has expired, was taken over by another worker, or the process stops. */
  readonly signal: AbortSignal
}

export type JobHandler<Data> = (data: Data, attempt: Attempt) => Promise<void>

export interface JobRunner {
  /** Resolves when the job is done or was released; rejects when the attempt failed. */
  run<Data extends object>(job: JobWithMetadata<Data>, handler: JobHandler<Data>): Promise<void>
  /** From now on a job is released instead of being run. */
  refuse(): void
  /** Aborts the running attempts and gives their jobs back, to be retried at once by whoever works on. */
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

/** Runs jobs that were claimed by this process, and knows how to give them back. */
export function openJobRunner({ pool, logger }: JobRunnerOptions): JobRunner {
  const running = new Map<string, Running>()
  let refusing = false

  async function release(jobs: readonly JobWithMetadata<object>[]): Promise<void> {
    if (jobs.length === 0) return
    await releaseJobs(pool, jobs)
    logger.warn({ jobs: jobs.map(({ name, id }) => ({ queue: name, id })) }, 'a stopping worker released its jobs')
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
        logger.warn({ err, queue: job.name, jobId: job.id, attempt: job.retryCount + 1 }, 'a job failed')
        throw err
      } finally {
        running.delete(job.id)
      }
    },
    refuse() {
      refusing = true
    },
    async releaseAll() {
      const left = [...running.values()]
      try {
        await release(left.map(({ job }) => job))
      } catch (err) {
        logger.error({ err }, 'running jobs could not be released: they are retried when their heartbeat is missed')
      }
      for (const { stop, released } of left) {
        stop.abort(new Error('The worker stops'))
        released.resolve()
      }
    },
  }
}
