import { parseTrpBody, type TrpBody, type TrpResult } from '../messages/domain/trp-body.ts'

/** Parses a body, and then its fields with `parse`, as the listener does. */
export function readTrpBody<Value>(
  text: string | Uint8Array,
  parse: (body: TrpBody) => TrpResult<Value>,
): TrpResult<Value> {
  const body = parseTrpBody(text)
  return body.ok ? parse(body.value) : body
}
