import type { SendFetch, SubgraphFetch } from '@travel-rule/federation/execution/run/plan-run'
import { REPRESENTATIONS } from '@travel-rule/federation/operation/plan-cache'
import { isRawNumber } from '@travel-rule/federation/subgraph-client/data-object'
import type { SubgraphError, SubgraphResponse } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { parseResponse } from '@travel-rule/federation/subgraph-client/subgraph-response'

/**
 * Batches entity fetches of the same tick, which belong to one event or to events that arrived
 * together.
 */
export interface EntityBatches {
  /**
   * `send` with batching. Fetches with equal `key`s may share a request, because their identity
   * assertions and URLs are equal.
   */
  through(send: SendFetch, key: string): SendFetch
}

type Response = Awaited<ReturnType<SendFetch>>

interface WaitingFetch {
  /** For each representation, its index in the batch. */
  readonly indexes: readonly number[]
  readonly fetch: SubgraphFetch
  readonly send: SendFetch
  /** Deadlines increase with every event. */
  readonly order: number
  readonly response: PromiseWithResolvers<Response>
}

interface Representation {
  readonly index: number
  readonly value: unknown
}

interface Batch {
  readonly subgraph: string
  readonly waiting: WaitingFetch[]
  /** Representations by their JSON, in the order of the request. */
  readonly representations: Map<string, Representation>
}

const representationsMax = 500

export function openEntityBatches(): EntityBatches {
  const batches = new Map<string, Batch>()
  let events = 0

  function batchOf(key: string, subgraph: string): Batch {
    const existing = batches.get(key)
    if (existing !== undefined && existing.representations.size < representationsMax) return existing
    const opened: Batch = { subgraph, waiting: [], representations: new Map() }
    batches.set(key, opened)
    setImmediate(() => {
      if (batches.get(key) === opened) batches.delete(key)
      void flush(opened)
    })
    return opened
  }

  return {
    through(send, key) {
      events += 1
      const order = events
      return (subgraph, fetch) => {
        const { [REPRESENTATIONS]: representations, ...others } = fetch.variables
        // The response to another selection could not be split.
        if (!Array.isArray(representations) || !ENTITIES_ONLY.test(fetch.query)) return send(subgraph, fetch)
        const batch = batchOf(JSON.stringify([key, subgraph, fetch.query, others]), subgraph)
        const indexes = representations.map((value) => add(batch, value))
        const response = Promise.withResolvers<Response>()
        batch.waiting.push({ indexes, fetch, send, order, response })
        return response.promise
      }
    },
  }
}

/** An entity fetch of a plan selects nothing else. */
const ENTITIES_ONLY = /^query[^{]*\{\s*_entities\(representations: ?\$representations\)\s*\{/

/** Adds a representation unless the batch has it. Returns its index. */
function add({ representations }: Batch, value: unknown): number {
  const json = JSON.stringify(value)
  const existing = representations.get(json)
  if (existing !== undefined) return existing.index
  const index = representations.size
  representations.set(json, { index, value })
  return index
}

/** Never rejects: failures are passed to the waiting fetches. */
async function flush(batch: Batch): Promise<void> {
  const { subgraph, waiting } = batch
  const [first] = waiting
  if (first === undefined) return
  if (waiting.length === 1) return sendAlone(subgraph, first)
  // The latest deadline, so that no fetch fails because of another's deadline.
  const { send } = waiting.reduce((latest, each) => (each.order > latest.order ? each : latest))
  try {
    const received = await send(subgraph, batchedFetch(first.fetch, batch))
    const parsed = 'body' in received ? parseResponse(received) : received
    if ('fault' in parsed) {
      for (const { response } of waiting) response.resolve(parsed)
    } else if (hasEntities(parsed, batch.representations.size)) {
      distribute(parsed, waiting)
    } else if ('body' in received && received.status !== 200) {
      // A failing subgraph should not also get a request for every fetch.
      for (const { response } of waiting) response.resolve(received)
    } else {
      // One of the representations may be the cause, and the others may succeed alone.
      for (const each of waiting) void sendAlone(subgraph, each)
    }
  } catch (error) {
    for (const { response } of waiting) response.reject(error)
  }
}

function distribute(parsed: EntitiesResponse, waiting: readonly WaitingFetch[]): void {
  const used = new Set<number>()
  for (const { response, indexes } of waiting) {
    try {
      response.resolve(partOf(parsed, indexes, used))
    } catch (error) {
      // An entity may be nested too deeply to copy.
      response.reject(error)
    }
  }
}

function sendAlone(subgraph: string, { send, fetch, response }: WaitingFetch): Promise<void> {
  return send(subgraph, fetch).then(response.resolve, response.reject)
}

function batchedFetch({ query, operationName, variables, idempotent }: SubgraphFetch, batch: Batch): SubgraphFetch {
  const { [REPRESENTATIONS]: _own, ...others } = variables
  const representations = [...batch.representations.values()].map(({ value }) => value)
  const all = { ...others, [REPRESENTATIONS]: representations }
  const body = JSON.stringify({ query, variables: all, operationName })
  return { query, operationName, idempotent, variables: all, body }
}

interface EntitiesResponse extends SubgraphResponse {
  readonly data: { readonly _entities: readonly unknown[] }
}

function hasEntities(parsed: SubgraphResponse, count: number): parsed is EntitiesResponse {
  const entities = parsed.data?._entities
  return Array.isArray(entities) && entities.length === count
}

/**
 * Extracts one fetch's part of the response. Copies entities in `used`, because each execution changes its own copy.
 */
function partOf({ data, errors }: EntitiesResponse, indexes: readonly number[], used: Set<number>): SubgraphResponse {
  const entities = indexes.map((index) => {
    const entity = data._entities[index]
    if (used.has(index)) return copyOf(entity)
    used.add(index)
    return entity
  })
  return { data: { _entities: entities }, errors: errors.flatMap((error) => errorsFor(error, indexes)) }
}

/**
 * The errors that a fetch would have received alone: one for each of its paths. An error without a
 * path is returned to every fetch.
 */
function errorsFor(error: SubgraphError, indexes: readonly number[]): SubgraphError[] {
  const { path } = error
  if (!Array.isArray(path) || path[0] !== '_entities' || typeof path[1] !== 'number') return [error]
  const [entities, index, ...rest] = path
  return indexes.flatMap((each, own) => (each === index ? [{ ...error, path: [entities, own, ...rest] }] : []))
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || isRawNumber(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]))
}
