/** A refused request: a stable code (`NOUN_WHAT`) and a sentence for the caller. */
export interface Refusal<Code extends string = string> {
  readonly code: Code
  readonly message: string
  /** Facts for programs, sent beside the code. */
  readonly extensions?: Readonly<Record<string, unknown>>
}

/** A value, or an expected failure. Unexpected failures are thrown. */
export type Result<Value, Reason extends Refusal = Refusal> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: Reason }

/** The result that holds `value`. */
export function ok<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value }
}

/** The result that refuses with `code` and `message`. */
export function refuse<const Code extends string>(
  code: Code,
  message: string,
  extensions?: Refusal['extensions'],
): { readonly ok: false; readonly refusal: Refusal<Code> } {
  return { ok: false, refusal: { code, message, ...(extensions && { extensions }) } }
}
