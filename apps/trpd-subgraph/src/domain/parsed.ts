/** Why something from outside was refused: a stable code for machines and a sentence for the person who reads it. */
export interface Problem {
  readonly code: string
  readonly message: string
}

/** The outcome of reading something from outside: a value that nobody checks again, or the reason for refusing it. */
export type Parsed<Value, Refusal extends Problem = Problem> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: Refusal }

/** The outcome that holds `value`. */
export function parsed<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

/** The outcome that refuses with `code` and `message`. */
export function refused(code: string, message: string): { readonly ok: false; readonly problem: Problem } {
  return { ok: false, problem: { code, message } }
}
