import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HttpAnswer } from '@travel-rule/service/http-host'
import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import { type AnswerMediaType, negotiate, negotiateEncoding } from './negotiate.ts'

/** The headers that decide what an answer looks like. */
export interface AnswerPreferences {
  readonly accept?: string | undefined
  readonly 'accept-encoding'?: string | string[] | undefined
}

const compressFromBytes = 1_024
const brotliQuality = 4

const compressors = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: promisify(gzip),
}

/**
 * A result as an HTTP answer.
 *
 * Under `application/json` `data` and `errors` are always there, `errors` as `[]` when all went well: clients of the published interface rely on it.
 * Under `application/graphql-response+json` each is absent where the GraphQL specification says so.
 */
export async function graphqlAnswer(
  result: FormattedExecutionResult,
  preferences: AnswerPreferences,
  { status = 200, headers = {} }: { readonly status?: number; readonly headers?: HttpAnswer['headers'] } = {},
): Promise<HttpAnswer> {
  const mediaType = negotiate(preferences.accept)
  const plain = Buffer.from(JSON.stringify(shape(result, mediaType)))
  const encoding =
    plain.byteLength < compressFromBytes ? undefined : negotiateEncoding(String(preferences['accept-encoding'] ?? ''))
  return {
    status,
    headers: {
      'content-type': `${mediaType}; charset=utf-8`,
      vary: 'accept, accept-encoding',
      ...(encoding !== undefined && { 'content-encoding': encoding }),
      ...headers,
    },
    body: encoding === undefined ? plain : await compressors[encoding](plain),
  }
}

/** The status of a request error (parse, validation, variables): 400, but 200 where `application/json` is spoken. */
export function requestErrorStatus(preferences: AnswerPreferences): number {
  return negotiate(preferences.accept) === 'application/json' ? 200 : 400
}

/** One error as a result. */
export function errorResult(code: string, message: string): { readonly errors: readonly GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code } }] }
}

function shape({ data, errors, extensions }: FormattedExecutionResult, mediaType: AnswerMediaType): object {
  const rest = extensions === undefined ? {} : { extensions }
  if (mediaType === 'application/json') return { data: data ?? null, errors: errors ?? [], ...rest }
  return { ...(errors !== undefined && { errors }), ...(data !== undefined && { data }), ...rest }
}
