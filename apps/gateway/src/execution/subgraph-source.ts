import type { ServiceMap } from '@apollo/gateway'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLFormattedError } from 'graphql'
import { fetchedFields } from './fetched-fields.ts'
import type { CollectedError } from './merge-errors.ts'
import { shownError } from './shown-error.ts'
import type { SubgraphAnswer, SubgraphError } from './subgraph-client.ts'
import { describeFault, type SubgraphFault, subgraphFault } from './subgraph-fault.ts'

/** What one plan asks of a subgraph. */
export interface SubgraphFetch {
  readonly query: string
  readonly operationName: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

export interface SubgraphSourceOptions {
  /** Sends a fetch to the named subgraph, on behalf of the caller. Does not throw for anything the subgraph does. */
  readonly send: (subgraph: string, fetch: SubgraphFetch) => Promise<SubgraphAnswer | SubgraphFault>
  /** Takes the errors, with the place in the answer that the executor found for them. */
  readonly collect: (error: CollectedError) => void
  readonly logger: Logger
}

type DataSource = ServiceMap[string]

/** A subgraph as the stock executor wants to see it. Whatever goes wrong becomes errors at the fields that are null for it. */
export function subgraphSource(
  subgraph: string,
  send: (fetch: SubgraphFetch) => Promise<SubgraphAnswer | SubgraphFault>,
  { collect, logger }: SubgraphSourceOptions,
): DataSource {
  return {
    async process({ request }) {
      const fetch = {
        query: request.query ?? '',
        operationName: request.operationName,
        variables: request.variables ?? {},
      }
      const answer = checkEntities(fetch, await send(fetch))
      if ('fault' in answer) {
        logger.warn({ subgraph, fault: answer.fault, reason: answer.reason }, 'a subgraph did not answer')
        const { code, message } = describeFault(subgraph, answer)
        return asResponse({ data: null, errors: placed({ message, extensions: { code } }, fetch) }, collect)
      }
      const errors = answer.errors.flatMap((error) => {
        const shown = shownError(error, subgraph, logger)
        const path = pathOf(error)
        if (path !== undefined) return [{ ...shown, path }]
        return answer.data === null ? placed(shown, fetch) : [shown]
      })
      return asResponse({ data: answer.data, errors }, collect)
    },
  }
}

function checkEntities(fetch: SubgraphFetch, answer: SubgraphAnswer | SubgraphFault): SubgraphAnswer | SubgraphFault {
  const { representations } = fetch.variables
  if ('fault' in answer || answer.data === null || !Array.isArray(representations)) return answer
  const { _entities: entities } = answer.data
  if (entities === null || entities === undefined) return { ...answer, data: null }
  const wanted = representations.length
  if (Array.isArray(entities) && entities.length === wanted) return answer
  return subgraphFault('UNAVAILABLE', `it was asked for ${wanted} entities and did not answer with as many`)
}

/** Errors that one failed fetch adds to an answer. */
const errorsPerFetchMax = 100

/** One error for each field that the fetch was to bring. */
function placed(error: GraphQLFormattedError, { query, variables }: SubgraphFetch): GraphQLFormattedError[] {
  const fields = fetchedFields(query)
  const { representations } = variables
  const parents: (string | number)[][] = Array.isArray(representations)
    ? representations.map((_, index) => ['_entities', index])
    : [[]]
  return parents
    .flatMap((parent) => fields.map((field) => ({ ...error, path: [...parent, field] })))
    .slice(0, errorsPerFetchMax)
}

function pathOf({ path }: SubgraphError): (string | number)[] | undefined {
  const usable =
    Array.isArray(path) && path.length > 0 && path.every((key) => ['string', 'number'].includes(typeof key))
  return usable ? path : undefined
}

type Response = Awaited<ReturnType<DataSource['process']>>

function asResponse(
  answer: { data: Record<string, unknown> | null; errors: readonly GraphQLFormattedError[] },
  collect: (error: CollectedError) => void,
): Response {
  if (answer.errors.length === 0) return { data: answer.data } as Response
  return { data: answer.data, errors: new PlacedAside(answer.errors, collect) } as unknown as Response
}

/**
 * Errors that the executor places and then forgets.
 *
 * The executor maps a fetch's errors to give them their place in the answer. It reports fields that are null against the schema only
 * when it knows of no other error; so the errors are taken aside at that very moment.
 */
class PlacedAside {
  readonly #errors: readonly GraphQLFormattedError[]
  readonly #collect: (error: CollectedError) => void

  constructor(errors: readonly GraphQLFormattedError[], collect: (error: CollectedError) => void) {
    this.#errors = errors
    this.#collect = collect
  }

  map(place: (error: GraphQLFormattedError) => unknown): never[] {
    for (const error of this.#errors) {
      const result = place(error)
      if (result instanceof Error) this.#collect({ ...error, path: (result as CollectedError).path })
    }
    return []
  }
}
