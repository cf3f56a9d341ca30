import type { IncomingHttpHeaders } from 'node:http'
import { joined } from '@travel-rule/federation/subgraph-client/pieces'
import type { HttpAnswer, ProblemRenderer } from '@travel-rule/http-host/http-host'
import type { GraphQLFormattedError } from 'graphql'
import { type AnswerContent, writeContent } from './answer-content.ts'
import { chooseEncoding, compress } from './compress.ts'
import { type Cors, openCors } from './cors.ts'
import { type AnswerMediaType, negotiate } from './negotiate.ts'

export interface AnswerSettings {
  /** Origins of other sites whose pages may read answers. */
  readonly corsOrigins: readonly string[]
  /** Whether `data` and `errors` are always there under `application/json`. */
  readonly errorsAlways: boolean
}

/** Turns results and refusals into HTTP answers, each as the client's headers ask for it. */
export interface GraphqlAnswers {
  readonly cors: Cors
  write(content: AnswerContent, request: IncomingHttpHeaders, options?: AnswerOptions): HttpAnswer | Promise<HttpAnswer>
  /** What the HTTP host itself refuses. */
  readonly renderProblem: ProblemRenderer
}

export interface AnswerOptions {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Answers are for one caller only and may be stale the next moment: nobody may keep them. `no-store` alone says so; `private` is for caches
 * that know only that.
 */
export const cacheControl = 'private, no-store'

export function openGraphqlAnswers({ corsOrigins, errorsAlways }: AnswerSettings): GraphqlAnswers {
  const cors = openCors(corsOrigins)
  const vary = `accept, accept-encoding${cors.vary}`

  function headersOf(mediaType: AnswerMediaType, request: IncomingHttpHeaders) {
    const headers = { 'content-type': CONTENT_TYPES[mediaType], 'cache-control': cacheControl, vary }
    return request.origin === undefined ? headers : { ...headers, ...cors.headersFor(request) }
  }

  async function compressed(answer: HttpAnswer, body: string | Buffer, encoding: 'br' | 'gzip'): Promise<HttpAnswer> {
    const headers = { ...answer.headers, 'content-encoding': encoding }
    return { status: answer.status, headers, body: await compress(body, encoding) }
  }

  return {
    cors,
    write(content, request, options) {
      const mediaType = mediaTypeFor(request)
      const body = writeContent(content, { mediaType, errorsAlways })
      const common = headersOf(mediaType, request)
      const headers = options?.headers === undefined ? common : { ...common, ...options.headers }
      const answer: HttpAnswer = { status: options?.status ?? 200, headers, body }
      const encoding = chooseEncoding(lengthOf(body), request['accept-encoding'])
      if (encoding === undefined) return answer
      return compressed(answer, typeof body === 'string' ? body : joined(body), encoding)
    },
    renderProblem({ status, code, message, limit, max, id, request }) {
      const mediaType = mediaTypeFor(request)
      const errors = [{ message, extensions: { code: problemCode(status, code), limit, max, id } }]
      return {
        status,
        headers: headersOf(mediaType, request),
        body: writeContent({ errors }, { mediaType, errorsAlways }),
      }
    },
  }
}

function lengthOf(body: string | readonly Buffer[]): number {
  return typeof body === 'string' ? body.length : body.reduce((sum, piece) => sum + piece.byteLength, 0)
}

/** One error as a result. */
export function errorResult(code: string, message: string): { readonly errors: readonly GraphQLFormattedError[] } {
  return { errors: [{ message, extensions: { code } }] }
}

/** The status of a request error (parse, validation, variables): 400, but 200 where `application/json` is spoken. */
export function requestErrorStatus(request: IncomingHttpHeaders): number {
  return mediaTypeFor(request) === 'application/json' ? 200 : 400
}

/** What cannot be answered in a type that the client takes is answered in the one that everybody reads. */
function mediaTypeFor({ accept }: IncomingHttpHeaders): AnswerMediaType {
  return negotiate(accept).mediaType ?? 'application/json'
}

const CONTENT_TYPES: Readonly<Record<AnswerMediaType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
}

function problemCode(status: number, code: string): string {
  if (status === 413 || status === 414 || status === 431) return 'OPERATION_LIMIT_EXCEEDED'
  if (status === 500) return 'INTERNAL_SERVER_ERROR'
  return status === 405 || status === 415 || status === 400 ? 'BAD_USER_INPUT' : code
}
