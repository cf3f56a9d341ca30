/** The result of one call. */
export interface VerifiedPart {
  readonly from: string
  readonly to: string
  readonly isComplete: boolean
  readonly newestCheckpoint: VerifiedCheckpoint | null
  readonly problems: readonly VerifiedProblem[]
}

export interface VerifiedCheckpoint {
  readonly sequence: string
  readonly at: string
  readonly keyId: string
}

export interface VerifiedProblem {
  readonly kind: string
  readonly sequence: string
  readonly message: string
}

/** Consecutive entries verified by one call. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly isIntact: boolean
}

export interface Verification {
  /** The first and last entries to verify. */
  readonly from: number
  readonly end: number
  readonly segments: readonly Segment[]
  readonly problems: readonly VerifiedProblem[]
  readonly checkpoint: VerifiedCheckpoint | undefined
  readonly isComplete: boolean
}

/** Maximum number of problems; further ones would not add information. */
export const PROBLEMS_MAX = 100

/** A new verification of the entries from `from` to `end`. */
export function openVerification(from: number, end: number): Verification {
  return { from, end, segments: [], problems: [], checkpoint: undefined, isComplete: end < from }
}

/** The first entry that has not been verified yet. */
export function nextOf({ from, segments }: Verification): number {
  return (segments.at(-1)?.to ?? from - 1) + 1
}

/** Adds a part, which begins at `nextOf`, to the verification. */
export function withPart(verification: Verification, part: VerifiedPart): Verification {
  const segment = { from: Number(part.from), to: Number(part.to), isIntact: part.problems.length === 0 }
  const problems = distinct([...verification.problems, ...part.problems]).slice(0, PROBLEMS_MAX)
  const isEmpty = segment.to < segment.from
  return {
    ...verification,
    segments: isEmpty ? verification.segments : [...verification.segments, segment],
    problems,
    checkpoint: part.newestCheckpoint ?? undefined,
    // A part without entries means that the log has become shorter; continuing would never end.
    isComplete: part.isComplete || isEmpty || segment.to >= verification.end || problems.length === PROBLEMS_MAX,
  }
}

/** Problems of the log as a whole are reported by every call. */
function distinct(problems: readonly VerifiedProblem[]): readonly VerifiedProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.kind} ${problem.sequence}`, problem])).values()]
}
