import { isWrittenNumber } from '../execution/exact-json.ts'
import type { SendFetch, SubgraphFetch } from '../execution/plan-run.ts'
import { readAnswer } from '../execution/read-answer.ts'
import type { SubgraphAnswer, SubgraphError } from '../execution/subgraph-client.ts'
import { type SubgraphFault, subgraphFault } from '../execution/subgraph-fault.ts'
import { REPRESENTATIONS } from '../operation/own-representations.ts'

/** Sends fetches of entities together that are wanted at the same time: those of one event, and of events that came together. */
export interface EntityBatches {
  /** The same as `send`; `identity` is the same for callers of whom the subgraph is told the same. */
  through(send: SendFetch, identity: string): SendFetch
}

type Answer = Awaited<ReturnType<SendFetch>>

interface Waiting {
  /** Of each of its representations, which of the batch it is. */
  readonly indexes: readonly number[]
  readonly fetch: SubgraphFetch
  readonly send: SendFetch
  readonly answer: (answer: Answer) => void
}

interface Batch {
  readonly subgraph: string
  readonly waiting: Waiting[]
  /** By their JSON, in the order in which they are sent. */
  readonly representations: Map<string, number>
}

const representationsMax = 500

export function openEntityBatches(): EntityBatches {
  const batches = new Map<string, Batch>()

  function join(key: string, subgraph: string, fetch: SubgraphFetch, send: SendFetch): Promise<Answer> {
    let batch = batches.get(key)
    if (batch === undefined || batch.representations.size >= representationsMax) {
      const opened: Batch = { subgraph, waiting: [], representations: new Map() }
      batches.set(key, opened)
      setImmediate(() => {
        if (batches.get(key) === opened) batches.delete(key)
        void flush(opened)
      })
      batch = opened
    }
    const { promise, resolve } = Promise.withResolvers<Answer>()
    batch.waiting.push({ indexes: add(batch, representationsOf(fetch)), fetch, send, answer: resolve })
    return promise
  }

  return {
    through: (send, identity) => (subgraph, fetch) => {
      const { representations, ...others } = fetch.variables
      // Whatever else is asked for by the way could not be told apart.
      const batchable = Array.isArray(representations) && ENTITIES_ONLY.test(fetch.query)
      if (!batchable) return send(subgraph, fetch)
      return join(JSON.stringify([identity, subgraph, fetch.query, others]), subgraph, fetch, send)
    },
  }
}

/** A plan's fetch of entities asks for nothing else beside them. */
const ENTITIES_ONLY = /^query[^{]*\{\s*_entities\(representations: ?\$representations\)\s*\{/

function representationsOf({ variables }: SubgraphFetch): readonly unknown[] {
  const representations = variables[REPRESENTATIONS]
  return Array.isArray(representations) ? representations : []
}

function add({ representations }: Batch, added: readonly unknown[]): number[] {
  return added.map((representation) => {
    const text = JSON.stringify(representation)
    const known = representations.get(text)
    if (known !== undefined) return known
    representations.set(text, representations.size)
    return representations.size - 1
  })
}

async function flush(batch: Batch): Promise<void> {
  const { subgraph, waiting } = batch
  const [first] = waiting
  if (first === undefined) return
  if (waiting.length === 1) return first.answer(await first.send(subgraph, first.fetch))
  const received = await first.send(subgraph, together(first.fetch, batch))
  const answer = 'body' in received ? readAnswer(received) : received
  const used = new Set<number>()
  for (const each of waiting) each.answer('fault' in answer ? answer : partOf(answer, each.indexes, batch, used))
}

function together({ query, operationName, variables, idempotent }: SubgraphFetch, batch: Batch): SubgraphFetch {
  const { [REPRESENTATIONS]: _own, ...others } = variables
  const texts = [...batch.representations.keys()]
  const start = JSON.stringify({ query, operationName, variables: others }).slice(0, -2)
  const comma = Object.keys(others).length === 0 ? '' : ','
  const body = `${start}${comma}"${REPRESENTATIONS}":[${texts.join()}]}}`
  return {
    query,
    operationName,
    idempotent,
    body,
    variables: { ...others, [REPRESENTATIONS]: texts.map((text) => JSON.parse(text)) },
  }
}

/** `used`: entities that somebody has got already; whoever else gets them gets a copy, because each completes its own. */
function partOf(
  { data, errors }: SubgraphAnswer,
  indexes: readonly number[],
  { representations }: Batch,
  used: Set<number>,
): SubgraphAnswer | SubgraphFault {
  const own = errors.flatMap((error) => errorsFor(error, indexes))
  const entities = data?._entities
  if (data === null || entities === undefined) return { data: null, errors: errors.length > own.length ? errors : own }
  if (!Array.isArray(entities) || entities.length !== representations.size) {
    return subgraphFault(
      'UNAVAILABLE',
      `it was asked for ${representations.size} entities and did not answer with as many`,
    )
  }
  const mine = indexes.map((index) => {
    const entity: unknown = used.has(index) ? copyOf(entities[index]) : entities[index]
    used.add(index)
    return entity
  })
  return { data: { _entities: mine }, errors: own }
}

/** An error as the fetch would have got it alone: at its own places, and once for each. */
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
