import { executePlan, resultOf } from '@travel-rule/federation/execution/execute-plan'
import type { SendFetch } from '@travel-rule/federation/execution/plan-run'
import { maskedError } from '@travel-rule/federation/execution/shown-error'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Logger } from '@travel-rule/service/logger'
import type { FormattedExecutionResult } from 'graphql'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import { entityOf } from './entity-of.ts'
import type { LiveEvent } from './live-event.ts'
import type { LiveResult } from './live-result.ts'

export interface CompletionParts {
  readonly prepared: PreparedOperation
  /** The plan for what the caller may see now. */
  readonly planned: PlannedOperation
  /** Whether events answer the client's own operation. */
  readonly asSent: boolean
  readonly send: SendFetch
  readonly logger: Logger
}

/** The client's result for an event: the subgraph's own bytes where they are that, else completed with what other subgraphs know. Never rejects. */
export function completeEvent(event: LiveEvent, parts: CompletionParts): LiveResult | Promise<LiveResult> {
  // Taken before: completing the event changes its data.
  const entity = entityOf(parts.prepared, event.answer.data)
  if (parts.asSent && event.text !== undefined) return toLive(event.text, event, entity)
  return execute(event, parts).then((text) => toLive(text, event, entity))
}

async function execute(event: LiveEvent, parts: CompletionParts): Promise<string> {
  const { prepared, planned, asSent, send, logger } = parts
  const { graph, variables } = prepared
  const execution = { graph, operation: planned, variables, send, logger, event: event.answer, eventAsSent: asSent }
  const result = resultOf(await executePlan(execution))
  try {
    return write(result, event)
  } catch (error) {
    // A scalar may be nested deeper than can be written.
    return write({ errors: [maskedError(error, logger)], data: null }, event)
  }
}

function write({ data, errors }: FormattedExecutionResult, { position, at }: LiveEvent): string {
  const extensions = position === undefined ? undefined : { position, at }
  return JSON.stringify({ errors, data, extensions })
}

function toLive(text: string, { at }: LiveEvent, entity: string | undefined): LiveResult {
  const storedAtMs = at === undefined ? Number.NaN : Date.parse(at)
  return {
    bytes: Buffer.from(text),
    ...(entity !== undefined && { entity }),
    ...(!Number.isNaN(storedAtMs) && { storedAtMs }),
  }
}
