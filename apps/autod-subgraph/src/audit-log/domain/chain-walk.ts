import type { Checkpoint } from '../../checkpoints/domain/checkpoint.ts'
import type { AuditEntry, AuditProblem, AuditProblemKind } from './audit-entry.ts'

/** Maximum number of problems that one walk reports. */
export const PROBLEMS_MAX = 100

export interface ChainWalkOptions {
  /** The first entry to verify. */
  readonly from: bigint
  /** Computes the hash of an entry with that content. */
  hashOf(entry: AuditEntry): Uint8Array
  /** Describes a problem in the parts of an entry that its hash does not cover. */
  unhashedProblem?(entry: AuditEntry): string | undefined
  /** True if the preceding event in the source's outbox has an earlier entry. */
  isPreviousAudited(entry: AuditEntry): boolean
}

/** Verifies entries one by one, and collects the problems. */
export interface ChainWalk {
  /** The next entry to verify. */
  readonly next: bigint
  /** The hash of the last verified entry; `undefined` before the first entry and after a missing one. */
  readonly hash: Uint8Array | undefined
  /** Sets the hash of the entry before the first one. */
  startAfter(hash: Uint8Array | undefined): void
  /** Compares entries with these checkpoints when they are taken. */
  expect(checkpoints: Iterable<Checkpoint>): void
  /** The entry up to which a checkpoint outside this walk vouches for the log. */
  trustTo(sequence: bigint): void
  take(entry: AuditEntry): void
  /** Reports the entries up to `stop` that were not taken. */
  skipTo(stop: bigint): void
  report(kind: AuditProblemKind, sequence: bigint, message: string): void
  readonly checked: number
  readonly problems: readonly AuditProblem[]
}

export function openChainWalk({ from, hashOf, unhashedProblem, isPreviousAudited }: ChainWalkOptions): ChainWalk {
  const problems: AuditProblem[] = []
  const expected = new Map<bigint, Checkpoint[]>()
  let checked = 0
  let next = from
  let hash: Uint8Array | undefined
  let signedTo = from - 1n
  let differs = false

  const report: ChainWalk['report'] = (kind, sequence, message) => {
    if (problems.length < PROBLEMS_MAX) problems.push({ kind, sequence, message })
  }
  const skipTo = (stop: bigint) => {
    if (stop < next) return
    report('ENTRY_MISSING', next, `${entries(next, stop)} missing`)
    next = stop + 1n
    hash = undefined
  }
  const compare = (entry: AuditEntry, checkpoint: Checkpoint) => {
    const isSigned = Buffer.from(entry.hash).toString('hex') === checkpoint.hash
    // Every later checkpoint differs too, until one that was signed after the change.
    if (!isSigned && !differs) {
      const place = entries(signedTo + 1n, entry.sequence).replace(/ (is|are)$/, '')
      report('CHECKPOINT_DIFFERS', signedTo + 1n, `${place} changed after the checkpoint of ${time(checkpoint)}`)
    }
    differs = !isSigned
    if (isSigned) signedTo = entry.sequence
  }

  return {
    get next() {
      return next
    },
    get hash() {
      return hash
    },
    startAfter(before) {
      hash = before
    },
    expect(checkpoints) {
      for (const each of checkpoints) expected.set(each.sequence, [...(expected.get(each.sequence) ?? []), each])
    },
    trustTo(sequence) {
      signedTo = sequence
    },
    take(entry) {
      const { sequence } = entry
      skipTo(sequence - 1n)
      if (hash !== undefined && !isSame(entry.previousHash, hash)) {
        report('LINK_BROKEN', sequence, `Entry ${sequence} does not hold the hash of the one before it`)
      }
      const unhashed = unhashedProblem?.(entry)
      if (!isSame(hashOf(entry), entry.hash)) {
        report('CONTENT_CHANGED', sequence, `Entry ${sequence} does not match its hash`)
      } else if (unhashed !== undefined) report('CONTENT_CHANGED', sequence, unhashed)
      if (!isPreviousAudited(entry)) report('EVENT_SKIPPED', sequence, skipped(entry))
      for (const checkpoint of expected.get(sequence) ?? []) compare(entry, checkpoint)
      expected.delete(sequence)
      hash = entry.hash
      next = sequence + 1n
      checked += 1
    },
    skipTo,
    report,
    get checked() {
      return checked
    },
    problems,
  }
}

/** `Entry 3 is`, or `Entries 3 to 5 are`. */
function entries(first: bigint, last: bigint): string {
  return first === last ? `Entry ${first} is` : `Entries ${first} to ${last} are`
}

function skipped({ source, sequence, previousEventId }: AuditEntry): string {
  return `Events of ${source} before entry ${sequence} were not audited: the one right before it is ${previousEventId}`
}

/** Reports missing entries at the end: `newest` proves that they existed when it was signed. */
export function reportTruncatedEnd(walk: ChainWalk, end: bigint, newest: Checkpoint | undefined): void {
  if (newest === undefined || newest.sequence <= end) return
  const missing = entries(end + 1n, newest.sequence)
  walk.report('END_TRUNCATED', end + 1n, `${missing} missing: the log was longer at the checkpoint of ${time(newest)}`)
}

function time({ at, sequence }: Checkpoint): string {
  return `entry ${sequence}, signed at ${at.toISOString()}`
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.from(a).equals(b)
}
