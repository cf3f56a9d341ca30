import type { FormattedExecutionResult } from 'graphql'
import type { StockResponse } from '../oracles/stock.ts'
import type { TransportFaultKind } from '../world/wire.ts'
import { repeated, show } from './judge-errors.ts'
import { compareTrees, isWithin, type Path } from './response-tree.ts'

/** Faults that allow a null without an error: the subgraph says that the thing, or its field, does not exist. */
const SILENT: readonly TransportFaultKind[] = ['missingEntities', 'missingKeys']

/** Faults inside values, which allow any null. */
const INSIDE: readonly TransportFaultKind[] = ['wrongTypes', 'unknownTypename', 'missingKeys']

/** Facts about an operation. */
export interface OperationFacts {
  /** Whether the response at a place depends on the type of an object. */
  dependsOnType(place: Path): boolean
  /** Whether several subgraphs can resolve the field at a place. */
  isShared(place: Path): boolean
  /** Whether fields of this name are required by others. */
  isRequired(field: string): boolean
}

/**
 * Problems of a response after a subgraph failed.
 *
 * All its values must be true, every null needs an error, and it must have every value that stock has.
 */
export function judgeDegraded(
  response: FormattedExecutionResult,
  truth: unknown,
  stock: StockResponse | undefined,
  kinds: readonly TransportFaultKind[],
  { dependsOnType, isShared, isRequired }: OperationFacts,
): string[] {
  const { holes, wrong } = compareTrees(response.data ?? null, truth)
  const errors = response.errors ?? []
  // A field that is computed from a failed one is null too.
  const computes = (path: Path, hole: Path) =>
    isWithin(path, hole.slice(0, -1)) && isRequired(String(path[hole.length - 1]))
  const silent = kinds.some((kind) => SILENT.includes(kind))
    ? []
    : holes.filter(
        (hole) => !errors.some(({ path }) => path !== undefined && (explains(path, hole) || computes(path, hole))),
      )
  // A propagated null is correct: stock uses the types of interfaces, which may allow more nulls than the object type.
  const climbed = (hole: Path) =>
    errors.some(({ path }) => path !== undefined && path.length > hole.length && isWithin(path, hole))
  const stockIsTrue = stock !== undefined && !stock.thrown && compareTrees(stock.result.data, truth).wrong.length === 0
  const isComparable = stockIsTrue && !kinds.some((kind) => INSIDE.includes(kind))
  // For stock, no fragment applies to an object of unknown type. That is a guess, which happens to be correct here.
  const guessed = (hole: Path) =>
    errors.some(({ path }) => path !== undefined && show(path) === show(hole)) && dependsOnType(hole)
  // Stock sends null for a value that another subgraph failed to return; what is computed from it happens to be correct here.
  const computed = (hole: Path) => stock?.result.errors?.some(({ path = [] }) => computes(path, hole))
  // A field of several subgraphs may have been fetched from another one.
  const lost = isComparable
    ? compareTrees(response.data ?? null, stock.result.data).holes.filter(
        (hole) => !climbed(hole) && !guessed(hole) && !computed(hole) && !isShared(hole),
      )
    : []
  const text = JSON.stringify(errors)
  const leaked = /10\.0\.0\.1|\.invalid|oops|welcome|<h1>/.exec(text)?.[0]
  // A wrong order of the right number of entities cannot be detected.
  const aboutData = kinds.includes('reversedEntities')
    ? []
    : [
        ...wrong.map((path) => `not true: ${show(path)}`),
        ...silent.map((path) => `no error tells why ${show(path)} is null`),
        ...lost.map((path) => `stock has ${show(path)}, and this response has not`),
      ]
  return [
    ...aboutData,
    ...repeated(errors).map((error) => `an error is reported twice: ${JSON.stringify(error)}`),
    ...(leaked === undefined ? [] : [`an error tells "${leaked}"`]),
  ]
}

/** The error is at or below the null, or at the entity that a subgraph did not find, which keeps its other fields. */
function explains(path: Path, hole: Path): boolean {
  return isWithin(path, hole) || (path.length > 0 && isWithin(hole, path))
}
