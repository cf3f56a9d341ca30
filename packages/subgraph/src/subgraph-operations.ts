import { randomUUID } from 'node:crypto'
import type { AssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { asOneOperation } from '@travel-rule/database/database-outage'
import type { Logger } from '@travel-rule/service/logger'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type FormattedExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  OperationTypeNode,
  parse,
  validate,
} from 'graphql'
import type { ServerOptions, SubscribePayload } from 'graphql-ws'
import { settleAccesses } from './accesses.ts'
import { callerKey, identifyCaller } from './caller.ts'
import type { FairQueue } from './fair-queue.ts'
import { formatErrors, refusalError } from './graphql-error.ts'
import type { HeavyWork } from './heavy-work.ts'
import { openResultStream, type ResultRoom } from './result-stream.ts'
import {
  openSubgraphRequest,
  type RecordRequestAccess,
  type SubgraphContext,
  type SubgraphRequest,
} from './subgraph-context.ts'
import { isResumable, type PositionedEvent, positionBefore, resumeRefusal } from './subgraph-resume.ts'

export interface SubgraphSocketOptions<Context extends SubgraphContext> {
  readonly schema: GraphQLSchema
  readonly verifier: AssertionVerifier
  readonly createContext: (request: SubgraphRequest) => Context
  readonly logger: Logger
  readonly limits: {
    readonly tokensMax: number
    readonly socketsMax: number
    readonly messageBytesMax: number
    readonly operationsPerSocketMax: number
    readonly initTimeoutMs: number
    readonly pingMs: number
    readonly bufferedBytesMax: number
  }
  /** The queue in which queries and mutations wait for their turn. */
  readonly operations: FairQueue
  readonly heavyWork: HeavyWork
  /** Shared by all subscriptions. */
  readonly resultRoom: ResultRoom
  readonly recordAccess?: RecordRequestAccess
}

/** The state that graphql-ws carries with a socket. */
export interface SocketExtra {
  /** Aborted when the socket is closed. */
  readonly signal: AbortSignal
  readonly traceparent: string | undefined
}

/** A started operation with its result: graphql-ws receives both and only implements the protocol. */
interface PreparedOperation extends ExecutionArgs {
  readonly result: ExecutionResult | AsyncGenerator<ExecutionResult, void, void>
  readonly logger: Logger
}

/**
 * The graphql-ws options that verify, parse, validate and execute `subscribe` messages.
 *
 * A failure before the first result is sent as an `error` message: `UNAUTHENTICATED`,
 * `OPERATION_LIMIT_EXCEEDED`, `GRAPHQL_PARSE_FAILED`, `GRAPHQL_VALIDATION_FAILED`,
 * `BAD_USER_INPUT`, `RESUME_IMPOSSIBLE`, or the refusal of the subscription's own resolver.
 *
 * A subscription with a `resumable` source supports two `extensions` of `subscribe`: with
 * `resumeAfter` the source replays the events after that position, and with `announce: true` the
 * first result is `{"data":null,"extensions":{"position":…}}`, sent once no later event can be
 * missed. An event whose reads cannot be recorded ends the subscription with an error, so that one
 * resumed after the last result receives it again.
 */
export function socketOperations<Context extends SubgraphContext>(
  options: SubgraphSocketOptions<Context>,
): ServerOptions<Record<string, unknown>, SocketExtra> {
  const resultOf = (args: ExecutionArgs): PreparedOperation['result'] => (args as PreparedOperation).result
  return {
    connectionInitWaitTimeout: options.limits.initTimeoutMs,
    onSubscribe: async ({ subscriptions, extra }, _id, payload) => {
      if (Object.keys(subscriptions).length > options.limits.operationsPerSocketMax) {
        return [refusalError({ code: 'OPERATION_LIMIT_EXCEEDED', message: 'Too many operations on this socket' })]
      }
      return prepare(payload, extra, options).catch((error) => [withCode(error, 'INTERNAL_SERVER_ERROR')])
    },
    execute: resultOf,
    subscribe: resultOf,
    onNext: (_context, _id, _payload, args, { errors, ...result }) => {
      const shown = errors === undefined ? {} : { errors: formatErrors(errors, (args as PreparedOperation).logger) }
      return { ...result, ...shown } as FormattedExecutionResult
    },
    onError: (_context, _id, _payload, errors) => formatErrors(errors, options.logger),
  }
}

async function prepare<Context extends SubgraphContext>(
  payload: SubscribePayload,
  extra: SocketExtra,
  options: SubgraphSocketOptions<Context>,
): Promise<PreparedOperation | readonly GraphQLError[]> {
  const { identityAssertion, traceparent, purpose, announce, ...extensions } = payload.extensions ?? {}
  const identity = await identifyCaller(options.verifier, identityAssertion)
  if (identity instanceof GraphQLError) return [identity]
  const checked = check(payload, options)
  if (!('document' in checked)) return checked
  const isSubscription = checked.operation === OperationTypeNode.SUBSCRIPTION
  const resumeAfter = isSubscription ? extensions.resumeAfter : undefined
  if (resumeAfter !== undefined && typeof resumeAfter !== 'string') return [resumeRefusal('MALFORMED')]
  const abort = new AbortController()
  const signal = AbortSignal.any([extra.signal, abort.signal])
  const request = openSubgraphRequest({
    identity,
    signal,
    logger: options.logger,
    requestId: randomUUID(),
    traceparent: traceparent ?? extra.traceparent,
    heavyWork: options.heavyWork,
    recordAccess: options.recordAccess,
    purpose,
    isSubscription,
    resumeAfter,
  })
  const args: ExecutionArgs = {
    schema: options.schema,
    document: checked.document,
    variableValues: payload.variables ?? null,
    operationName: payload.operationName ?? null,
    contextValue: options.createContext(request),
  }
  if (!isSubscription) {
    const result = await options.operations.run(callerKey(identity), signal, async () =>
      asOneOperation(async () => recorded(await execute(args), request, checked.operation)),
    )
    return outcome(args, result, request.logger)
  }
  const source = await createSourceEventStream(args)
  if (!(Symbol.asyncIterator in source)) return outcome(args, source, request.logger)
  // With one context, so that loaders load together everything that the events need.
  const run = async (rootValues: readonly unknown[]) => {
    const contextValue = options.createContext(request)
    const executed = await Promise.all(
      rootValues.map(async (rootValue) => execute({ ...args, rootValue, contextValue })),
    )
    const error = await settleAccesses(request, checked.operation)
    if (error !== undefined) throw error
    return executed
  }
  const positioned = isResumable(source)
  const result = openResultStream<unknown>({
    source,
    eventsOf: (page) => (positioned ? (page as readonly unknown[]) : [page]),
    room: options.resultRoom,
    signal,
    abort: () => abort.abort(new Error('the subscription was ended')),
    first:
      announce === true && positioned ? { data: null, extensions: { position: positionBefore(source) } } : undefined,
    toResults: positioned ? (events) => positionedResults(events as readonly PositionedEvent<unknown>[], run) : run,
  })
  if (resumeAfter === undefined || positioned) return { ...args, result, logger: request.logger }
  await result.return()
  return [resumeRefusal('NOT_REPLAYABLE')]
}

/** The result once its reads are recorded, otherwise an error without data. */
async function recorded(
  result: ExecutionResult,
  request: SubgraphRequest,
  operation: OperationTypeNode,
): Promise<ExecutionResult> {
  const error = await settleAccesses(request, operation)
  return error === undefined ? result : { data: null, errors: [error] }
}

async function positionedResults(
  events: readonly PositionedEvent<unknown>[],
  run: (rootValues: readonly unknown[]) => Promise<readonly ExecutionResult[]>,
): Promise<readonly ExecutionResult[]> {
  const results = await run(events.map(({ value }) => value))
  return events.map(({ position, at }, place) => ({
    ...results[place],
    extensions: { position, at: at.toISOString() },
  }))
}

function check<Context extends SubgraphContext>(
  payload: SubscribePayload,
  { schema, limits }: SubgraphSocketOptions<Context>,
): { readonly document: DocumentNode; readonly operation: OperationTypeNode } | readonly GraphQLError[] {
  let document: DocumentNode
  try {
    document = parse(payload.query, { maxTokens: limits.tokensMax })
  } catch (error) {
    return [withCode(error, 'GRAPHQL_PARSE_FAILED')]
  }
  const problems = validateSafely(schema, document)
  if (problems.length > 0) return problems.map((problem) => withCode(problem, 'GRAPHQL_VALIDATION_FAILED'))
  const operation = getOperationAST(document, payload.operationName)
  if (operation) return { document, operation: operation.operation }
  return [refusalError({ code: 'OPERATION_RESOLUTION_FAILURE', message: 'The operation to execute is not named' })]
}

/** graphql-js 16 throws for some subscriptions with `@include` or `@skip`. */
function validateSafely(schema: GraphQLSchema, document: DocumentNode): readonly unknown[] {
  try {
    return validate(schema, document)
  } catch (error) {
    return [error]
  }
}

function outcome(
  args: ExecutionArgs,
  result: ExecutionResult,
  logger: Logger,
): PreparedOperation | readonly GraphQLError[] {
  const { errors } = result
  if (result.data !== undefined || errors === undefined) return { ...args, result, logger }
  return errors.map((error) => (error.path === undefined ? withCode(error, 'BAD_USER_INPUT') : error))
}

function withCode(error: unknown, code: string): GraphQLError {
  if (!(error instanceof GraphQLError))
    return new GraphQLError('Internal server error', { originalError: asError(error) })
  if (error.extensions.code !== undefined) return error
  Object.assign(error.extensions, { code })
  return error
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}
