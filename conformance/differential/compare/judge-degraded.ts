import type { FormattedExecutionResult } from 'graphql'
import type { StockAnswer } from '../oracles/stock.ts'
import type { TransportFaultKind } from '../world/wire.ts'
import { compareTrees, isWithin, type Path } from './answer-tree.ts'
import { repeated, show } from './judge-errors.ts'

/** Faults after which a null may stand without an error: the subgraph says that the thing, or its field, is not there. */
const SILENT: readonly TransportFaultKind[] = ['missingEntities', 'missingKeys']

/** Faults inside values, for which any null may be the right answer. */
const INSIDE: readonly TransportFaultKind[] = ['wrongTypes', 'unknownTypename', 'missingKeys']

/** What is known of an operation. */
export interface OperationFacts {
  /** Whether the answer at a place needs the type of an object. */
  dependsOnType(place: Path): boolean
  /** Whether several subgraphs can answer the field at a place. */
  isShared(place: Path): boolean
  /** Whether fields of this name are required by others. */
  isRequired(field: string): boolean
}

/**
 * What is wrong with an answer where a subgraph failed as a whole.
 *
 * It says nothing that is not true, it is null only where an error tells why, and it knows everything that stock knows.
 */
export function judgeDegraded(
  answer: FormattedExecutionResult,
  truth: unknown,
  stock: StockAnswer | undefined,
  kinds: readonly TransportFaultKind[],
  { dependsOnType, isShared, isRequired }: OperationFacts,
): string[] {
  const { holes, wrong } = compareTrees(answer.data ?? null, truth)
  const errors = answer.errors ?? []
  // What is computed from a field that failed is null with it.
  const computes = (path: Path, hole: Path) =>
    isWithin(path, hole.slice(0, -1)) && isRequired(String(path[hole.length - 1]))
  const silent = kinds.some((kind) => SILENT.includes(kind))
    ? []
    : holes.filter(
        (hole) => !errors.some(({ path }) => path !== undefined && (explains(path, hole) || computes(path, hole))),
      )
  // A null that climbed from below is right: stock goes by the types of interfaces, which may allow more nulls than the thing's own.
  const climbed = (hole: Path) =>
    errors.some(({ path }) => path !== undefined && path.length > hole.length && isWithin(path, hole))
  const stockIsTrue = stock !== undefined && !stock.thrown && compareTrees(stock.result.data, truth).wrong.length === 0
  const isComparable = stockIsTrue && !kinds.some((kind) => INSIDE.includes(kind))
  // Stock takes an object whose type nobody told for one that no fragment is for. That is a guess, which happens to be true here.
  const guessed = (hole: Path) =>
    errors.some(({ path }) => path !== undefined && show(path) === show(hole)) && dependsOnType(hole)
  // Stock tells a subgraph null for what another one failed to bring, and what is computed from that happens to be right here.
  const computed = (hole: Path) => stock?.result.errors?.some(({ path = [] }) => computes(path, hole))
  // What several subgraphs know may have been asked of another one.
  const lost = isComparable
    ? compareTrees(answer.data ?? null, stock.result.data).holes.filter(
        (hole) => !climbed(hole) && !guessed(hole) && !computed(hole) && !isShared(hole),
      )
    : []
  const text = JSON.stringify(errors)
  const leaked = /10\.0\.0\.1|\.invalid|oops|welcome|<h1>/.exec(text)?.[0]
  // The right number of entities in a wrong order is nothing that could be noticed.
  const aboutData = kinds.includes('reversedEntities')
    ? []
    : [
        ...wrong.map((path) => `not true: ${show(path)}`),
        ...silent.map((path) => `no error tells why ${show(path)} is null`),
        ...lost.map((path) => `stock knows ${show(path)}, and this answer does not`),
      ]
  return [
    ...aboutData,
    ...repeated(errors).map((error) => `an error is told twice: ${JSON.stringify(error)}`),
    ...(leaked === undefined ? [] : [`an error tells "${leaked}"`]),
  ]
}

/** An error is told at or below the null, or at the entity that a subgraph could not find, which stays with what others know of it. */
function explains(path: Path, hole: Path): boolean {
  return isWithin(path, hole) || (path.length > 0 && isWithin(hole, path))
}
