/** Whether a VASP that fails the check breaks the protocol, or only makes it harder for others. */
export type Level = 'MUST' | 'SHOULD'

export type Verdict =
  | { readonly outcome: 'PASSED' }
  | { readonly outcome: 'FAILED'; readonly expected: string; readonly found: string }
  | { readonly outcome: 'SKIPPED'; readonly why: string }

/** One rule of the protocol, and how to find out whether `Subject` follows it. */
export interface Check<Subject> {
  /** Stable: reports and exceptions refer to it. */
  readonly id: string
  /** The part of TRP that has the rule. */
  readonly clause: string
  readonly level: Level
  /** A sentence that is true of a VASP that follows the rule. */
  readonly rule: string
  readonly run: (subject: Subject) => Verdict | Promise<Verdict>
}

/** The result of one check. */
export interface CheckResult {
  readonly id: string
  readonly clause: string
  readonly level: Level
  readonly rule: string
  readonly verdict: Verdict
  readonly durationMs: number
}

export const passed: Verdict = { outcome: 'PASSED' }

export function failed(expected: string, found: string): Verdict {
  return { outcome: 'FAILED', expected, found }
}

export function skipped(why: string): Verdict {
  return { outcome: 'SKIPPED', why }
}

/** `passed` if `holds`, otherwise a failure. */
export function passedIf(holds: boolean, expected: string, found: string): Verdict {
  return holds ? passed : failed(expected, found)
}

/** Runs the checks one after the other, so that a VASP with limits is not flooded. */
export async function runChecks<Subject>(
  checks: readonly Check<Subject>[],
  subject: Subject,
  onResult: (result: CheckResult) => void = () => undefined,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = []
  for (const { run, ...about } of checks) {
    const startedAt = performance.now()
    const verdict = await run(subject)
    const result = { ...about, verdict, durationMs: performance.now() - startedAt }
    results.push(result)
    onResult(result)
  }
  return results
}

/** Whether every MUST holds. */
export function conforms(results: readonly CheckResult[]): boolean {
  return results.every(({ level, verdict }) => level === 'SHOULD' || verdict.outcome !== 'FAILED')
}
