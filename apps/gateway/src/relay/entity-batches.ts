import type { SendFetch, SubgraphFetch } from '@travel-rule/federation/execution/plan-run'
import { REPRESENTATIONS } from '@travel-rule/federation/operation/plan-cache'
import { isWrittenNumber } from '@travel-rule/federation/subgraph-client/exact-json'
import { readAnswer } from '@travel-rule/federation/subgraph-client/read-answer'
import type { SubgraphAnswer, SubgraphError } from '@travel-rule/federation/subgraph-client/subgraph-client'

/** Sends fetches of entities together that are wanted at the same time: those of one event, and of events that came together. */
export interface EntityBatches {
  /** The same as `send`; `key` is the same where fetches may go together: for callers of whom a subgraph, at the same address, is told the same. */
  through(send: SendFetch, key: string): SendFetch
}

type Answer = Awaited<ReturnType<SendFetch>>

interface Waiting {
  /** Of each of its representations, which of the batch it is. */
  readonly indexes: readonly number[]
  readonly fetch: SubgraphFetch
  readonly send: SendFetch
  /** When its event came, compared with others: the later, the more time it has left. */
  readonly turn: number
  readonly answered: PromiseWithResolvers<Answer>
}

interface Representation {
  readonly index: number
  readonly value: unknown
}

interface Batch {
  readonly subgraph: string
  readonly waiting: Waiting[]
  /** By their JSON, in the order in which they are sent. */
  readonly representations: Map<string, Representation>
}

const representationsMax = 500

export function openEntityBatches(): EntityBatches {
  const batches = new Map<string, Batch>()
  let turns = 0

  function batchOf(key: string, subgraph: string): Batch {
    const known = batches.get(key)
    if (known !== undefined && known.representations.size < representationsMax) return known
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
      turns += 1
      const turn = turns
      return (subgraph, fetch) => {
        const { [REPRESENTATIONS]: representations, ...others } = fetch.variables
        // Whatever else is asked for by the way could not be told apart.
        if (!Array.isArray(representations) || !ENTITIES_ONLY.test(fetch.query)) return send(subgraph, fetch)
        const batch = batchOf(JSON.stringify([key, subgraph, fetch.query, others]), subgraph)
        const indexes = representations.map((value) => add(batch, value))
        const answered = Promise.withResolvers<Answer>()
        batch.waiting.push({ indexes, fetch, send, turn, answered })
        return answered.promise
      }
    },
  }
}

/** A plan's fetch of entities asks for nothing else beside them. */
const ENTITIES_ONLY = /^query[^{]*\{\s*_entities\(representations: ?\$representations\)\s*\{/

/** Which of the batch it is. */
function add({ representations }: Batch, value: unknown): number {
  const text = JSON.stringify(value)
  const known = representations.get(text)
  if (known !== undefined) return known.index
  const index = representations.size
  representations.set(text, { index, value })
  return index
}

/** Never rejects: what goes wrong is what those who wait get. */
async function flush(batch: Batch): Promise<void> {
  const { subgraph, waiting } = batch
  const [first] = waiting
  if (first === undefined) return
  if (waiting.length === 1) return sendAlone(subgraph, first)
  // With the time that the latest has: nobody fails because somebody else's is over.
  const { send } = waiting.reduce((latest, each) => (each.turn > latest.turn ? each : latest))
  try {
    const received = await send(subgraph, together(first.fetch, batch))
    const answer = 'body' in received ? readAnswer(received) : received
    if ('fault' in answer) {
      for (const { answered } of waiting) answered.resolve(answer)
    } else if (hasEntities(answer, batch.representations.size)) {
      handOut(answer, waiting)
    } else if ('body' in received && received.status !== 200) {
      // Nothing of that is about single entities: a subgraph in trouble is not asked many times more.
      for (const { answered } of waiting) answered.resolve(received)
    } else {
      // Any of the entities may be to blame, and the others would have been answered.
      for (const each of waiting) void sendAlone(subgraph, each)
    }
  } catch (error) {
    for (const { answered } of waiting) answered.reject(error)
  }
}

function handOut(answer: EntitiesAnswer, waiting: readonly Waiting[]): void {
  const used = new Set<number>()
  for (const { answered, indexes } of waiting) {
    try {
      answered.resolve(partOf(answer, indexes, used))
    } catch (error) {
      // An entity may be nested deeper than can be copied.
      answered.reject(error)
    }
  }
}

function sendAlone(subgraph: string, { send, fetch, answered }: Waiting): Promise<void> {
  return send(subgraph, fetch).then(answered.resolve, answered.reject)
}

function together({ query, operationName, variables, idempotent }: SubgraphFetch, batch: Batch): SubgraphFetch {
  const { [REPRESENTATIONS]: _own, ...others } = variables
  const representations = [...batch.representations.values()].map(({ value }) => value)
  const all = { ...others, [REPRESENTATIONS]: representations }
  const body = JSON.stringify({ query, variables: all, operationName })
  return { query, operationName, idempotent, variables: all, body }
}

interface EntitiesAnswer extends SubgraphAnswer {
  readonly data: { readonly _entities: readonly unknown[] }
}

function hasEntities(answer: SubgraphAnswer, count: number): answer is EntitiesAnswer {
  const entities = answer.data?._entities
  return Array.isArray(entities) && entities.length === count
}

/** `used`: entities that somebody has got already; whoever else gets them gets a copy, because each completes its own. */
function partOf({ data, errors }: EntitiesAnswer, indexes: readonly number[], used: Set<number>): SubgraphAnswer {
  const entities = indexes.map((index) => {
    const entity = data._entities[index]
    if (used.has(index)) return copyOf(entity)
    used.add(index)
    return entity
  })
  return { data: { _entities: entities }, errors: errors.flatMap((error) => errorsFor(error, indexes)) }
}

/** An error as the fetch would have got it alone: at its own places, and once for each. One without a place is everybody's. */
function errorsFor(error: SubgraphError, indexes: readonly number[]): SubgraphError[] {
  const { path } = error
  if (!Array.isArray(path) || path[0] !== '_entities' || typeof path[1] !== 'number') return [error]
  const [entities, index, ...rest] = path
  return indexes.flatMap((each, place) => (each === index ? [{ ...error, path: [entities, place, ...rest] }] : []))
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (typeof value !== 'object' || value === null || isWrittenNumber(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, copyOf(each)]))
}
