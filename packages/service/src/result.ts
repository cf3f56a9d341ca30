/** A refused request: a stable code (`NOUN_WHAT`) and a sentence for the caller. */
export interface Refusal {
  readonly code: string
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
export function refuse(
  code: string,
  message: string,
  extensions?: Refusal['extensions'],
): { readonly ok: false; readonly refusal: Refusal } {
  return { ok: false, refusal: { code, message, ...(extensions && { extensions }) } }
}
