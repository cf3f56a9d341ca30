import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import type { MonolithResponse } from '../oracles/monolith.ts'
import { canonicalJson } from '../world/random.ts'
import { holeOf, isWithin, type Path } from './response-tree.ts'

/** A code for comparison: an error without one counts as an internal error. */
export function codeOf({ extensions }: GraphQLFormattedError): string {
  const code = extensions?.code
  const unnamed = ['DOWNSTREAM_SERVICE_ERROR', 'INTERNAL_SERVER_ERROR', 'INVALID_GRAPHQL']
  return typeof code !== 'string' || unnamed.includes(code) ? 'INTERNAL_SERVER_ERROR' : code
}

/**
 * Problems of the errors of a response with correct data.
 *
 * Where nulls propagate, the specification leaves open which of the errors below is reported: any of them is enough.
 * Everywhere else path, code and details must be those of the specification.
 */
export function judgeErrors(response: FormattedExecutionResult, { result, possible }: MonolithResponse): string[] {
  const errors = response.errors ?? []
  const invented = errors.filter((error) => !possible.some((one) => sameError(one, error)))
  const holes = (result.errors ?? []).map(({ path }) => holeOf(result.data, path ?? []) ?? path ?? [])
  const silent = holes.filter((hole) => !errors.some(({ path }) => path !== undefined && isWithin(path, hole)))
  return [
    ...invented.map((error) => `an error that the specification does not know: ${JSON.stringify(error)}`),
    ...distinct(silent).map((hole) => `no error tells why ${show(hole)} is null`),
    ...repeated(errors).map((error) => `an error is reported twice: ${JSON.stringify(error)}`),
  ]
}

function sameError(one: GraphQLFormattedError, other: GraphQLFormattedError): boolean {
  if (canonicalJson(one.path) !== canonicalJson(other.path)) return false
  const code = codeOf(one)
  if (code !== codeOf(other)) return false
  return (
    code === 'INTERNAL_SERVER_ERROR' ||
    canonicalJson([one.message, one.extensions?.detail]) === canonicalJson([other.message, other.extensions?.detail])
  )
}

export function repeated(errors: readonly GraphQLFormattedError[]): GraphQLFormattedError[] {
  const seen = new Set<string>()
  return errors.filter((error) => {
    const key = canonicalJson([error.path, codeOf(error), error.message])
    return seen.size === seen.add(key).size
  })
}

export function show(path: Path): string {
  return path.length === 0 ? 'data' : path.join('.')
}

function distinct(paths: readonly Path[]): Path[] {
  return [...new Map(paths.map((path) => [canonicalJson(path), path])).values()]
}
