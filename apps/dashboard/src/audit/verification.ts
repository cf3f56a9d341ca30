/** What one call verified. */
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

/** Consecutive entries that one call verified. */
export interface Segment {
  readonly from: number
  readonly to: number
  readonly isIntact: boolean
}

export interface Verification {
  /** The first and the last entry that is to be verified. */
  readonly from: number
  readonly end: number
  readonly segments: readonly Segment[]
  readonly problems: readonly VerifiedProblem[]
  readonly checkpoint: VerifiedCheckpoint | undefined
  readonly isComplete: boolean
}

/** After so many problems, more of them would say nothing new. */
export const PROBLEMS_MAX = 100

/** A verification of the entries from `from` to `end`, of which nothing is verified yet. */
export function openVerification(from: number, end: number): Verification {
  return { from, end, segments: [], problems: [], checkpoint: undefined, isComplete: end < from }
}

/** The first entry that is not verified yet. */
export function nextOf({ from, segments }: Verification): number {
  return (segments.at(-1)?.to ?? from - 1) + 1
}

/** The verification with one more part, which begins at `nextOf`. */
export function withPart(verification: Verification, part: VerifiedPart): Verification {
  const segment = { from: Number(part.from), to: Number(part.to), isIntact: part.problems.length === 0 }
  const problems = distinct([...verification.problems, ...part.problems]).slice(0, PROBLEMS_MAX)
  const isEmpty = segment.to < segment.from
  return {
    ...verification,
    segments: isEmpty ? verification.segments : [...verification.segments, segment],
    problems,
    checkpoint: part.newestCheckpoint ?? undefined,
    // A part without entries means that the log has become shorter: going on would not end.
    isComplete: part.isComplete || isEmpty || segment.to >= verification.end || problems.length === PROBLEMS_MAX,
  }
}

/** What concerns the log as a whole is found by every call. */
function distinct(problems: readonly VerifiedProblem[]): readonly VerifiedProblem[] {
  return [...new Map(problems.map((problem) => [`${problem.kind} ${problem.sequence}`, problem])).values()]
}
