import { joined } from '@travel-rule/federation/subgraph-client/pieces'
import type { FormattedExecutionResult } from 'graphql'
import type { AnswerMediaType } from './negotiate.ts'

/** What an operation came to: a result, or the text of a JSON object `{"data":…}` without errors that a subgraph wrote. */
export type AnswerContent =
  | FormattedExecutionResult
  | { readonly kind: 'result'; readonly result: FormattedExecutionResult }
  | { readonly kind: 'bytes'; readonly body: readonly Buffer[] }

/** How results look under a media type. */
export interface AnswerShape {
  readonly mediaType: AnswerMediaType
  /**
   * Whether `data` and `errors` are always there under `application/json`, as `null` and `[]` if need be: the published interface promises it.
   * Otherwise each is absent where the GraphQL specification says so.
   */
  readonly errorsAlways: boolean
}

/** The JSON text of a result, as bytes where a subgraph wrote it; long ones in pieces, which need no copy of them. */
export function writeContent(
  content: AnswerContent,
  { mediaType, errorsAlways }: AnswerShape,
): string | readonly Buffer[] {
  const always = errorsAlways && mediaType === 'application/json'
  if (!('kind' in content)) return writeResult(content, always)
  if (content.kind === 'result') return writeResult(content.result, always)
  return always ? withEmptyErrors(content.body) : content.body
}

/** A result as the events of GraphQL over SSE carry it: as the GraphQL specification says. */
export function writeEventData(content: AnswerContent): string {
  const written = writeContent(content, { mediaType: 'application/graphql-response+json', errorsAlways: false })
  return typeof written === 'string' ? written : joined(written).toString()
}

function writeResult({ data, errors, extensions }: FormattedExecutionResult, always: boolean): string {
  return JSON.stringify(
    always ? { data: data ?? null, errors: errors ?? [], extensions } : { errors, data, extensions },
  )
}

const EMPTY_ERRORS = Buffer.from(',"errors":[]}')
const closingBrace = 0x7d

/** Shorter ones cost less to copy than to send in pieces. */
const piecesFromBytes = 16_384

/** The object with one more key at its end, without reading what is in it. */
function withEmptyErrors(pieces: readonly Buffer[]): readonly Buffer[] {
  const last = pieces.at(-1) ?? EMPTY_ERRORS
  const end = last.lastIndexOf(closingBrace)
  if (pieces.length > 1 || end >= piecesFromBytes) return [...pieces.slice(0, -1), last.subarray(0, end), EMPTY_ERRORS]
  const spliced = Buffer.allocUnsafe(end + EMPTY_ERRORS.byteLength)
  last.copy(spliced, 0, 0, end)
  EMPTY_ERRORS.copy(spliced, end)
  return [spliced]
}
