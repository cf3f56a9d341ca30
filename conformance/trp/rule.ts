import type { Remedy } from './remedies.ts'
import { compareVersions } from './trp-version.ts'

/**
 * The origin of a rule. A VASP that breaks a `MUST` violates the protocol. `OURS` are rules on which nodes of this
 * project rely. `HYGIENE` is what HTTP and JSON require of any server.
 */
export type Level = (typeof LEVELS)[number]

/** From the most to the least binding. */
export const LEVELS = ['MUST', 'SHOULD', 'OURS', 'HYGIENE'] as const

/** A part of a specification. */
export interface Clause {
  /** Name of the specification with its version. */
  readonly document: string
  readonly heading: string
}

/** The basis of a rule: a clause, or this project's reason. */
export type Basis =
  | { readonly level: 'MUST' | 'SHOULD' | 'HYGIENE'; readonly clause: Clause }
  | { readonly level: 'OURS'; readonly reason: string }

export interface RuleDescription {
  /** Stable, since reports, exceptions and other tools refer to it. */
  readonly id: string
  readonly basis: Basis
  /** A sentence that is true for a VASP that follows the rule. */
  readonly rule: string
  /** The advice, shared by all rules with the same cause. */
  readonly remedy: Remedy
  /** The first TRP version that has the rule; all versions by default. */
  readonly since?: string
}

/** One rule, and how to check if `Subject` follows it. */
export interface Rule<Subject> extends RuleDescription {
  /** True for a rule that is judged even if no conversation was possible. */
  readonly standsAlone?: boolean
  readonly run: (subject: Subject) => Verdict | Promise<Verdict>
}

/** Why rules cannot be judged: an obstacle that has to be removed first. */
export interface Obstacle {
  readonly code:
    | 'VERSION_REFUSED'
    | 'INQUIRY_REFUSED'
    | 'ASSET_REFUSED'
    | 'RATE_LIMITED'
    | 'RESPONSE_NOT_TRP'
    | 'EXTENSION_REQUIRED'
    | 'CALLBACK_UNREACHABLE'
  /** The action for the VASP. */
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
  return { outcome: 'FAILED', expected, found: shown(found) }
}

const SHOWN_LENGTH_MAX = 200

/** A string of the VASP for a report: one line without control characters, which a terminal would obey, cut off. */
export function shown(text: string, lengthMax = SHOWN_LENGTH_MAX): string {
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  return line.length > lengthMax ? `${line.slice(0, lengthMax)}…` : line
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

/** The circumstances in which the rules are judged. */
export interface Conversation {
  /** The TRP version used. */
  readonly version: string
  /** The obstacle to a conversation, if any. */
  readonly obstacle?: Obstacle | undefined
}

/** Judges the rules one after another, so that a VASP with rate limits is not flooded. */
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
