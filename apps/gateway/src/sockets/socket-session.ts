import type { IncomingHttpHeaders } from 'node:http'
import { refusalError } from '@travel-rule/service/graphql-error'
import type { GraphQLError } from 'graphql'
import { resultOf } from '../execution/execute-plan.ts'
import { readOperation } from '../http/read-graphql-request.ts'
import { type Authenticator, bearerToken, type Caller, type CallerRefusal } from '../identity/authenticator.ts'
import { openTrace } from '../identity/trace-context.ts'
import type { OperationRefusal, Pipeline, PreparedOperation, ResultStream } from '../pipeline.ts'
import { singleResult } from './single-result.ts'
import { watchEnd } from './watch-end.ts'

export interface SocketParts {
  readonly pipeline: Pipeline
  readonly authenticator: Authenticator
  readonly operationsPerSocketMax: number
}

/** One client's connection, whatever protocol it speaks: who it is, and the operations under way on its behalf. */
export interface SocketSession {
  /** Finds out who the client is from the payload of its `connection_init`, or from the headers it connected with. */
  connect(initPayload: unknown): Promise<Caller | CallerRefusal>
  /** Begins an operation. A stream that throws, throws a `GraphQLError` that the client may see. */
  open(payload: unknown): Promise<OpenedOperation | OperationRefusal>
  /** Ends every operation; nobody is told. */
  close(): void
}

export interface OpenedOperation {
  readonly prepared: PreparedOperation
  readonly results: ResultStream
}

/** A session whose `onExpired` is called once its token has ended and all its operations have been failed with `TOKEN_EXPIRED`. */
export function openSocketSession(
  { pipeline, authenticator, operationsPerSocketMax }: SocketParts,
  headers: IncomingHttpHeaders,
  onExpired: () => void,
): SocketSession {
  const ended = new AbortController()
  let caller: Caller | undefined
  let underWay = 0
  let timer: NodeJS.Timeout | undefined

  function watchExpiry({ expiresAtSeconds }: Caller): void {
    const leftMs = expiresAtSeconds * 1_000 - Date.now()
    timer = setTimeout(
      () => (leftMs > timerMaxMs && caller ? watchExpiry(caller) : expire()),
      Math.min(leftMs, timerMaxMs),
    )
  }
  function expire(): void {
    ended.abort(tokenExpired())
    if (underWay === 0) onExpired()
  }
  function settled(): void {
    underWay -= 1
    // After the messages that tell the client, which are sent once the stream has settled.
    if (underWay === 0 && ended.signal.reason instanceof Error) setImmediate(onExpired)
  }

  return {
    async connect(initPayload) {
      const verdict = await authenticator.authenticate(tokenOf(initPayload) ?? bearerToken(headers.authorization))
      if (typeof verdict === 'string') return verdict
      caller = verdict
      if (!ended.signal.aborted) watchExpiry(verdict)
      return verdict
    },
    async open(payload) {
      if (caller === undefined) return refuse('UNAUTHENTICATED', 'Send connection_init with a token first.')
      if (ended.signal.aborted) return { errors: [tokenExpired()] }
      if (underWay >= operationsPerSocketMax) {
        return { errors: [tooManyOperations(underWay, operationsPerSocketMax)] }
      }
      const request = readOperation(payload)
      if ('status' in request) return refuse('BAD_USER_INPUT', request.message)
      underWay += 1
      const prepared = await pipeline.prepare(request, caller)
      if ('errors' in prepared) {
        settled()
        return prepared
      }
      const run = { caller, trace: openTrace(headers), signal: ended.signal }
      const results =
        prepared.type === 'subscription'
          ? pipeline.subscribe(prepared, run)
          : singleResult(async (signal) => resultOf(await pipeline.execute(prepared, { ...run, signal })), ended.signal)
      return { prepared, results: watchEnd(results, settled) }
    },
    close() {
      clearTimeout(timer)
      ended.abort(CLOSED)
    },
  }
}

/** No error: nobody is there to be told. */
const CLOSED = 'the connection was closed'
/** Node cannot wait longer. */
const timerMaxMs = 2_147_000_000

/** `bearer_token` is the published interface; clients of other gateways send `Authorization`. */
function tokenOf(initPayload: unknown): string | undefined {
  if (typeof initPayload !== 'object' || initPayload === null) return undefined
  const { bearer_token, Authorization, authorization } = initPayload as Record<string, unknown>
  if (typeof bearer_token === 'string') return bearerToken(bearer_token) ?? bearer_token
  const header = [Authorization, authorization].find((value) => typeof value === 'string')
  return header === undefined ? undefined : (bearerToken(header) ?? header)
}

function tooManyOperations(value: number, max: number): GraphQLError {
  return refusalError({
    code: 'OPERATION_LIMIT_EXCEEDED',
    message: `${value} operations are under way on this connection: at most ${max} may be.`,
    extensions: { limit: 'operationsPerSocket', max, value },
  })
}

function tokenExpired(): GraphQLError {
  return refusalError({ code: 'TOKEN_EXPIRED', message: 'The access token has expired. Connect again with a new one.' })
}

function refuse(code: string, message: string): OperationRefusal {
  return { errors: [refusalError({ code, message })] }
}
