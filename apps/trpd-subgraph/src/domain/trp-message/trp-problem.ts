import type { Parsed, Problem } from '../parsed.ts'

/** Why a TRP message was refused, with the HTTP status that says so to the sender. */
export interface TrpProblem extends Problem {
  readonly status: 400 | 413 | 415 | 422
}

/** The outcome of reading something from a TRP message. */
export type TrpParsed<Value> = Parsed<Value, TrpProblem>

/** The outcome that refuses with `status`. */
export function trpRefused(
  status: TrpProblem['status'],
  code: string,
  message: string,
): { readonly ok: false; readonly problem: TrpProblem } {
  return { ok: false, problem: { status, code, message } }
}

/** `outcome` as an answer to a TRP message: what it refuses is refused with `status`. */
export function orStatus<Value>(status: TrpProblem['status'], outcome: Parsed<Value>): TrpParsed<Value> {
  return outcome.ok ? outcome : trpRefused(status, outcome.problem.code, outcome.problem.message)
}
