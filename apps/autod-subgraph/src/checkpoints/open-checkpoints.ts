import { randomUUID } from 'node:crypto'
import { createBell } from '@travel-rule/database/bell'
import type { Database } from '@travel-rule/database/database'
import { openLease } from '@travel-rule/database/lease'
import { backoffDelayMs } from '@travel-rule/service/backoff'
import type { Logger } from '@travel-rule/service/logger'
import { Gauge, type Metrics } from '@travel-rule/service/metrics'
import type { AuditProblem } from '../audit-log/domain/audit-entry.ts'
import type { Tables } from '../store/tables.ts'
import type { KnownCheckpoints } from '../store/verify-audit.ts'
import { type CheckpointRules, signCheckpoint } from './actions/sign-checkpoint.ts'
import { readCheckpointTail } from './checkpoint-file.ts'
import type { CheckpointKeys } from './checkpoint-keys.ts'
import type { CheckpointTarget } from './deliver-checkpoints.ts'
import { type Checkpoint, newestCheckpoint } from './domain/checkpoint.ts'

/** Interval at which the log is compared with the last checkpoint, in milliseconds. */
const CHECK_MS = 1_000
const RETRY = { firstDelayMs: 500, delayMaxMs: 60_000 }

export interface CheckpointsOptions {
  readonly database: Database<Tables>
  readonly keys: CheckpointKeys
  readonly rules: CheckpointRules
  /** The checkpoint file of this process, with which the log is compared. */
  readonly file: string | undefined
  readonly targets: readonly CheckpointTarget[]
  readonly logger: Logger
  readonly metrics: Metrics
  readonly now: () => Date
}

export interface Checkpoints extends AsyncDisposable {
  /** Loads what is known about the log from outside its database. */
  load(): Promise<KnownCheckpoints>
}

/**
 * Signs checkpoints of the audit log and delivers them until disposed, in one replica at a time. Disposing
 * signs new entries.
 */
export function openCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { database, keys, rules, file, targets, logger, now } = options
  const gauges = openGauges(options.metrics)
  const clearGauges = () => {
    gauges.isIntact.remove()
    gauges.signedTo.remove()
  }
  clearGauges()
  const closing = new AbortController()
  const closed = closing.signal
  const bell = createBell()
  const retries = new Map(targets.map(({ name }) => [name, { failures: 0, atMs: 0 }]))
  let newest: Checkpoint | undefined
  let refusal = ''
  let failures = 0

  async function load(): Promise<KnownCheckpoints> {
    const documents = file === undefined ? [] : await readCheckpointTail(file)
    const found = await Promise.all(documents.map(keys.verify))
    const inFile = found.filter((each) => each !== undefined)
    const outside = newest === undefined ? inFile : [...inFile, newest]
    return { verify: keys.verify, outside, invalidOutside: found.length - inFile.length }
  }

  async function work(): Promise<void> {
    while (!closed.aborted) {
      try {
        await using lease = await openLease({
          url: database.url,
          applicationName: database.applicationName,
          name: 'audit-checkpoints',
          signal: closed,
        })
        if (lease === undefined) return
        newest = newestCheckpoint((await load()).outside)
        const ended = AbortSignal.any([closed, lease.lost])
        while (!ended.aborted) {
          await step()
          await bell.wait({ signal: ended, timeoutMs: CHECK_MS })
        }
        if (closed.aborted) await step({ isFinal: true })
        clearGauges()
      } catch (err) {
        clearGauges()
        failures += 1
        logger.warn({ err, failures }, 'signing checkpoints of the audit log failed')
        await bell.wait({ signal: closed, timeoutMs: backoffDelayMs(failures, RETRY) })
      }
    }
  }

  async function step({ isFinal = false } = {}): Promise<void> {
    const known = newest === undefined ? [] : [newest]
    const options = { db: database.db, signer: keys, known, rules, now: now(), newEpoch: randomUUID(), isFinal }
    const signing = await signCheckpoint(options)
    failures = 0
    if (signing.outcome === 'signed') newest = signing.checkpoint
    reportProblems(signing.outcome === 'refused' ? signing.problems : [])
    gauges.isIntact.set(signing.outcome === 'refused' ? 0 : 1)
    if (newest !== undefined) gauges.signedTo.set(Number(newest.sequence))
    for (const target of targets) await deliver(target)
  }

  /** Logs problems once, and again when they change. */
  function reportProblems(problems: readonly AuditProblem[]): void {
    const found = JSON.stringify(problems.map(({ message }) => message))
    if (found === refusal) return
    refusal = found
    if (problems.length === 0) return
    const described = problems.map(({ kind, sequence, message }) => ({ kind, sequence: String(sequence), message }))
    logger.error({ problems: described }, 'the audit log was changed: nothing is signed until this is resolved')
  }

  async function deliver(target: CheckpointTarget): Promise<void> {
    const retry = retries.get(target.name) ?? { failures: 0, atMs: 0 }
    if (performance.now() < retry.atMs) return
    try {
      await target.deliver(database.db)
      retries.set(target.name, { failures: 0, atMs: 0 })
    } catch (err) {
      const failed = retry.failures + 1
      retries.set(target.name, { failures: failed, atMs: performance.now() + backoffDelayMs(failed, RETRY) })
      logger.warn({ err, target: target.name, failures: failed }, 'delivering checkpoints of the audit log failed')
    }
  }

  const finished = work()
  return {
    load,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await finished
    },
  }
}

function openGauges({ registry }: Metrics) {
  const isIntact = new Gauge({
    name: 'autod_audit_chain_intact',
    help: '0 while the audit log does not continue its last checkpoint, in the replica that signs',
    registers: [registry],
  })
  const signedTo = new Gauge({
    name: 'autod_audit_signed_sequence',
    help: 'Last entry of the audit log that a checkpoint covers, in the replica that signs',
    registers: [registry],
  })
  return { isIntact, signedTo }
}
