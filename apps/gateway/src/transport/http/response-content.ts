import { joinChunks } from '@travel-rule/federation/subgraph-client/body-chunks'
import type { FormattedExecutionResult } from 'graphql'
import type { ResponseMediaType } from './negotiate.ts'

/** A result, or the bytes of a JSON object `{"data":…}` without errors as a subgraph wrote it. */
export type ResponseContent =
  | FormattedExecutionResult
  | { readonly kind: 'result'; readonly result: FormattedExecutionResult }
  | { readonly kind: 'bytes'; readonly body: readonly Buffer[] }

export interface ContentFormat {
  readonly mediaType: ResponseMediaType
  /**
   * Whether `data` and `errors` are always present under `application/json`, if need be as `null`
   * and `[]`, as the published interface promises; otherwise the GraphQL specification decides.
   */
  readonly errorsAlways: boolean
}

/** The JSON of a result; of a subgraph's bytes as chunks, so that long ones are not copied. */
export function writeContent(
  content: ResponseContent,
  { mediaType, errorsAlways }: ContentFormat,
): string | readonly Buffer[] {
  const always = errorsAlways && mediaType === 'application/json'
  if (!('kind' in content)) return writeResult(content, always)
  if (content.kind === 'result') return writeResult(content.result, always)
  return always ? withEmptyErrors(content.body) : content.body
}

/**
 * The bytes of a result in a WebSocket message or event, in the form of the GraphQL specification.
 */
export function resultBytes(content: ResponseContent): Buffer {
  const written = writeContent(content, { mediaType: 'application/graphql-response+json', errorsAlways: false })
  return typeof written === 'string' ? Buffer.from(written) : joinChunks(written)
}

function writeResult({ data, errors, extensions }: FormattedExecutionResult, always: boolean): string {
  return JSON.stringify(
    always ? { data: data ?? null, errors: errors ?? [], extensions } : { errors, data, extensions },
  )
}

const EMPTY_ERRORS = Buffer.from(',"errors":[]}')
const closingBrace = 0x7d

/** Copying costs more than another chunk from here on. */
const chunksFromBytes = 16_384

/** Appends a key to the object without parsing it. */
function withEmptyErrors(chunks: readonly Buffer[]): readonly Buffer[] {
  const last = chunks.at(-1) ?? EMPTY_ERRORS
  const end = last.lastIndexOf(closingBrace)
  if (chunks.length > 1 || end >= chunksFromBytes) return [...chunks.slice(0, -1), last.subarray(0, end), EMPTY_ERRORS]
  const spliced = Buffer.allocUnsafe(end + EMPTY_ERRORS.byteLength)
  last.copy(spliced, 0, 0, end)
  EMPTY_ERRORS.copy(spliced, end)
  return [spliced]
}
