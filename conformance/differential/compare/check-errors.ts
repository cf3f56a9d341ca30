import type { FormattedExecutionResult, GraphQLFormattedError } from 'graphql'
import type { MonolithResponse } from '../oracles/monolith.ts'
import { canonicalJson } from '../world/random.ts'
import { holeOf, isWithin, type Path } from './response-tree.ts'

/** The code of an error. An error without a code counts as an internal error. */
export function codeOf({ extensions }: GraphQLFormattedError): string {
  const code = extensions?.code
  const unnamed = ['DOWNSTREAM_SERVICE_ERROR', 'INTERNAL_SERVER_ERROR', 'INVALID_GRAPHQL']
  return typeof code !== 'string' || unnamed.includes(code) ? 'INTERNAL_SERVER_ERROR' : code
}

/**
 * Problems of the errors that accompany correct data.
 *
 * Where nulls propagate, any error below suffices, as in the specification. Elsewhere path, code
 * and details must match.
 */
export function checkErrors(response: FormattedExecutionResult, { result, possible }: MonolithResponse): string[] {
  const errors = response.errors ?? []
  const invented = errors.filter((error) => !possible.some((one) => sameError(one, error)))
  const holes = (result.errors ?? []).map(({ path }) => holeOf(result.data, path ?? []) ?? path ?? [])
  const silent = holes.filter((hole) => !errors.some(({ path }) => path !== undefined && isWithin(path, hole)))
  return [
    ...invented.map((error) => `an error that the specification does not allow: ${JSON.stringify(error)}`),
    ...distinct(silent).map((hole) => `no error explains why ${show(hole)} is null`),
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
