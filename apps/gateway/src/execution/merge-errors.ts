import { randomUUID } from 'node:crypto'
import type { Logger } from '@travel-rule/service/logger'
import type { GraphQLFormattedError } from 'graphql'

type Path = readonly (string | number)[]

/** An error of which the place in the answer is known, or none. */
export interface CollectedError {
  readonly message: string
  readonly path?: Path | undefined
  readonly extensions?: GraphQLFormattedError['extensions']
}

/**
 * The errors of an answer.
 *
 * `collected` come from subgraphs. `violations` are fields that the schema does not allow to be null or to have their value; one
 * that follows from a collected error is left out, because a null has one error. Paths end where the answer has no such field (the
 * planner asks for fields that the client did not).
 */
export function mergeErrors(parts: {
  readonly data: Record<string, unknown> | null
  readonly collected: readonly CollectedError[]
  readonly violations: readonly CollectedError[]
  readonly logger: Logger
}): GraphQLFormattedError[] {
  const { data, collected, violations, logger } = parts
  const shown = new Map<string, GraphQLFormattedError>()
  for (const { message, path, extensions } of collected) {
    const place = path === undefined ? undefined : fitPath(path, data)
    const error = { message, ...(place !== undefined && { path: place }), ...(extensions && { extensions }) }
    shown.set(JSON.stringify([place, extensions?.code, message]), error)
  }
  const unexplained = violations.filter(({ path }) => !collected.some((error) => startsWith(error.path, path)))
  for (const { message, path } of unexplained) {
    const id = randomUUID()
    logger.error({ errorId: id, path, message }, 'a subgraph broke the schema')
    const extensions = { code: 'INTERNAL_SERVER_ERROR', id }
    shown.set(id, { message, ...(path !== undefined && { path: [...path] }), extensions })
  }
  return [...shown.values()]
}

/** The path up to where the answer still knows it. It is whole when it leads through a null: that null may be its consequence. */
function fitPath(path: Path, data: unknown): (string | number)[] {
  const fitting: (string | number)[] = []
  let value = data
  for (const key of path) {
    if (value === null || value === undefined) return [...path]
    if (typeof value !== 'object' || !Object.hasOwn(value, key)) return fitting
    fitting.push(key)
    value = (value as Record<string | number, unknown>)[key]
  }
  return fitting
}

function startsWith(path: Path | undefined, start: Path | undefined): boolean {
  return path !== undefined && start?.every((key, index) => path[index] === key) === true
}
