import type { Remedy } from './remedies.ts'
import { compareVersions } from './trp-version.ts'

/**
 * Where a rule comes from. A VASP that breaks a `MUST` breaks the protocol; `OURS` are the rules on
 * which nodes of this project rely; `HYGIENE` is what HTTP and JSON ask of any server.
 */
export type Level = (typeof LEVELS)[number]

/** From the most to the least binding. */
export const LEVELS = ['MUST', 'SHOULD', 'OURS', 'HYGIENE'] as const

/** A part of a specification. */
export interface Clause {
  /** With its version. */
  readonly document: string
  readonly heading: string
}

/** What a rule rests on: a clause, or the reason of this project. */
export type Basis =
  | { readonly level: 'MUST' | 'SHOULD' | 'HYGIENE'; readonly clause: Clause }
  | { readonly level: 'OURS'; readonly reason: string }

export interface RuleDescription {
  /** Stable: reports, exceptions and other tools refer to it. */
  readonly id: string
  readonly basis: Basis
  /** A sentence that is true of a VASP that follows the rule. */
  readonly rule: string
  /** What to do about it, shared by the rules that have one cause. */
  readonly remedy: Remedy
  /** The first version of TRP that has the rule; every version by default. */
  readonly since?: string
}

/** One rule, and how to find out whether `Subject` follows it. */
export interface Rule<Subject> extends RuleDescription {
  /** True for a rule that is judged even if no conversation came about. */
  readonly standsAlone?: boolean
  readonly run: (subject: Subject) => Verdict | Promise<Verdict>
}

/** Why rules cannot be judged: something in their way, which has to be mended first. */
export interface Obstacle {
  readonly code:
    | 'VERSION_REFUSED'
    | 'INQUIRY_REFUSED'
    | 'RESPONSE_NOT_TRP'
    | 'EXTENSION_REQUIRED'
    | 'CALLBACK_UNREACHABLE'
  /** What the VASP has to do. */
  readonly todo: string
  readonly found: string
}

export type Verdict =
  | { readonly outcome: 'PASSED' }
  | { readonly outcome: 'FAILED'; readonly expected: string; readonly found: string }
  | { readonly outcome: 'NOT_JUDGED'; readonly obstacle: Obstacle }
  | { readonly outcome: 'SKIPPED'; readonly why: string }

/** The verdict on one rule. */
export interface RuleResult extends RuleDescription {
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

export function notJudged(obstacle: Obstacle): Verdict {
  return { outcome: 'NOT_JUDGED', obstacle }
}

/** `passed` if `holds`, otherwise a failure. */
export function passedIf(holds: boolean, expected: string, found: string): Verdict {
  return holds ? passed : failed(expected, found)
}

/** What the rules are judged in. */
export interface Conversation {
  /** The version of TRP that is spoken. */
  readonly version: string
  /** Why no conversation came about. */
  readonly obstacle?: Obstacle | undefined
}

/** Judges the rules one after the other, so that a VASP with limits is not flooded. */
export async function judgeRules<Subject>(
  rules: readonly Rule<Subject>[],
  subject: Subject,
  { version, obstacle }: Conversation,
): Promise<readonly RuleResult[]> {
  const results: RuleResult[] = []
  for (const { run, standsAlone, ...about } of rules) {
    const startedAt = performance.now()
    const { since } = about
    const verdict =
      obstacle !== undefined && standsAlone !== true
        ? notJudged(obstacle)
        : since !== undefined && compareVersions(version, since) < 0
          ? skipped(`the rule is new in TRP ${since}, and this VASP speaks ${version}`)
          : await run(subject)
    results.push({ ...about, verdict, durationMs: performance.now() - startedAt })
  }
  return results
}
