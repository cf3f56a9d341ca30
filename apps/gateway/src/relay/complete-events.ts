import { executePlan, resultOf } from '@travel-rule/federation/execution/execute-plan'
import { maskError } from '@travel-rule/federation/execution/run/mask-error'
import type { SendFetch } from '@travel-rule/federation/execution/run/plan-run'
import type { PlannedOperation } from '@travel-rule/federation/operation/plan-cache'
import type { Logger } from '@travel-rule/service/logger'
import {
  type FieldNode,
  type FormattedExecutionResult,
  type GraphQLError,
  isNonNullType,
  isObjectType,
  Kind,
  type SelectionNode,
} from 'graphql'
import type { PreparedOperation } from '../operation/prepared-operation.ts'
import type { LiveEvent } from '../upstream/upstream-message.ts'
import type { LiveResult } from './live-result.ts'

export interface EventCompletionListener {
  /** The result of an event that needs no completion. Must not throw. */
  pass(event: LiveEvent): LiveResult | undefined
  /** Must not reject. */
  complete(event: LiveEvent): Promise<LiveResult | GraphQLError>
  /** Called in the order of the events. */
  done(result: LiveResult | GraphQLError, event: LiveEvent): void
}

interface Pending {
  readonly event: LiveEvent
  result: LiveResult | GraphQLError | undefined
}

/** Completes events concurrently, and returns their results in the order of the events. */
export class EventCompletion {
  readonly #pendingMax: number
  readonly #listener: EventCompletionListener
  #queue: Pending[] = []
  #ended = false

  constructor(pendingMax: number, listener: EventCompletionListener) {
    this.#pendingMax = pendingMax
    this.#listener = listener
  }

  /** Number of events whose result has not been delivered. */
  get pending(): number {
    return this.#queue.length
  }

  /**
   * Starts to complete an event. Returns false, and does not accept it, if too many are pending.
   */
  accept(event: LiveEvent): boolean {
    if (this.#queue.length >= this.#pendingMax) return false
    const passed = this.#listener.pass(event)
    if (passed !== undefined && this.#queue.length === 0) {
      this.#listener.done(passed, event)
      return true
    }
    const pending: Pending = { event, result: passed }
    this.#queue.push(pending)
    if (passed === undefined) void this.#complete(pending)
    return true
  }

  /** Stops: `done` is no longer called. */
  end(): void {
    this.#ended = true
    this.#queue = []
  }

  async #complete(pending: Pending): Promise<void> {
    pending.result = await this.#listener.complete(pending.event)
    this.#flush()
  }

  #flush(): void {
    while (!this.#ended) {
      const [first] = this.#queue
      if (first?.result === undefined) return
      this.#queue.shift()
      this.#listener.done(first.result, first.event)
    }
  }
}

export interface CompletionParts {
  readonly prepared: PreparedOperation
  /** The plan for the fields that the caller may currently read. */
  readonly planned: PlannedOperation
  /** True if events are responses to the client's own operation. */
  readonly asSent: boolean
  /** Where an event identifies its entity; `undefined` when it does not. */
  readonly entity: EntitySelection | undefined
  readonly send: SendFetch
  readonly logger: Logger
}

/** The result of an event that needs no completion: the payload that the subgraph sent. */
export function passEvent(event: LiveEvent, payload: Buffer, entity: EntitySelection | undefined): LiveResult {
  return toResult(payload, event, entityIn(event.response.data, entity))
}

/** The result of an event, completed with fields of other subgraphs. Never rejects. */
export async function completeEvent(event: LiveEvent, parts: CompletionParts): Promise<LiveResult> {
  // Read before the execution, which changes the data of the event.
  const entity = entityIn(event.response.data, parts.entity)
  return toResult(Buffer.from(await execute(event, parts)), event, entity)
}

async function execute(event: LiveEvent, parts: CompletionParts): Promise<string> {
  const { prepared, planned, asSent, send, logger } = parts
  const { graph, variables, snapshot } = prepared
  const { passThrough, showsUncoded } = snapshot
  const received = { showsUncoded, event: event.response, eventAsSent: asSent }
  const execution = { graph, operation: planned, variables, send, logger, passThrough, ...received }
  const result = resultOf(await executePlan(execution))
  try {
    return write(result, event)
  } catch (error) {
    // A custom scalar may be nested too deeply for JSON.stringify.
    return write({ errors: [maskError(error, logger)], data: null }, event)
  }
}

function write({ data, errors }: FormattedExecutionResult, { position, at }: LiveEvent): string {
  const extensions = position === undefined ? undefined : { position, at }
  return JSON.stringify({ errors, data, extensions })
}

function toResult(bytes: Buffer, { at, position }: LiveEvent, entity: string | undefined): LiveResult {
  const storedAtMs = at === undefined ? Number.NaN : Date.parse(at)
  return {
    bytes,
    ...(entity !== undefined && { entity }),
    ...(position !== undefined && { position }),
    ...(!Number.isNaN(storedAtMs) && { storedAtMs }),
  }
}

/** Response names of a subscription's root field and of the key fields selected there. */
export interface EntitySelection {
  readonly root: string
  readonly keys: readonly string[]
}

/**
 * Where a subscription selects a key of its entity; `undefined` if it does not.
 *
 * Considers only keys of leaf fields that are selected directly in the root field, and only of
 * object types, since objects of two types with the same interface may have equal keys.
 */
export function entitySelectionOf({
  graph: { schema, facts },
  planned,
}: Pick<PreparedOperation, 'graph' | 'planned'>): EntitySelection | undefined {
  const { selections } = planned.definition.selectionSet
  const [root] = selections
  if (root?.kind !== Kind.FIELD || selections.length !== 1) return undefined
  const returned = schema.getSubscriptionType()?.getFields()[root.name.value]?.type
  const type = isNonNullType(returned) ? returned.ofType : returned
  if (!isObjectType(type)) return undefined
  const selected = new Map(
    (root.selectionSet?.selections ?? []).filter(isField).map((field) => [field.name.value, responseName(field)]),
  )
  for (const { selections: key } of facts.keys(type.name)) {
    const keys = key.map((node) => (isLeaf(node) ? selected.get(node.name.value) : undefined))
    if (keys.every((name) => name !== undefined)) return { root: responseName(root), keys }
  }
  return undefined
}

const isField = (node: SelectionNode): node is FieldNode => node.kind === Kind.FIELD
const isLeaf = (node: SelectionNode): node is FieldNode => isField(node) && node.selectionSet === undefined
const responseName = (field: FieldNode) => field.alias?.value ?? field.name.value

/**
 * A string that identifies the entity of an event, equal for the same entity; `undefined` when it
 * is unknown.
 */
function entityIn(
  data: Readonly<Record<string, unknown>> | null,
  selection: EntitySelection | undefined,
): string | undefined {
  if (selection === undefined || data === null) return undefined
  const entity = data[selection.root]
  if (typeof entity !== 'object' || entity === null) return undefined
  const values = selection.keys.map((key) => (entity as Record<string, unknown>)[key])
  if (!values.every((value) => typeof value === 'string' || typeof value === 'number')) return undefined
  return values.length === 1 ? String(values[0]) : JSON.stringify(values)
}
