import type { FormattedExecutionResult } from 'graphql'
import type { StockResponse } from '../oracles/stock.ts'
import type { TransportFaultKind } from '../world/transport-faults.ts'
import { repeated, show } from './check-errors.ts'
import { compareTrees, isWithin, type Path } from './response-tree.ts'

/** Faults that allow a null without an error, since the subgraph reports no error for them. */
const SILENT: readonly TransportFaultKind[] = ['missingEntities', 'missingKeys']

/** Faults inside values, after which any null is allowed. */
const INSIDE: readonly TransportFaultKind[] = ['wrongTypes', 'unknownTypename', 'missingKeys']

/** Facts about an operation. */
export interface OperationFacts {
  /** True if the response at a place depends on the type of an object. */
  dependsOnType(place: Path): boolean
  /** True if several subgraphs can resolve the field at a place. */
  isShared(place: Path): boolean
  /** True if other fields require fields of this name. */
  isRequired(field: string): boolean
}

/**
 * Problems of a response after a subgraph failed: wrong values, nulls without an error, and values that only the stock
 * executor returned.
 */
export function checkDegraded(
  response: FormattedExecutionResult,
  truth: unknown,
  stock: StockResponse | undefined,
  kinds: readonly TransportFaultKind[],
  { dependsOnType, isShared, isRequired }: OperationFacts,
): string[] {
  const { holes, wrong } = compareTrees(response.data ?? null, truth)
  const errors = response.errors ?? []
  // A field computed from a failed one is also null.
  const computes = (path: Path, hole: Path) =>
    isWithin(path, hole.slice(0, -1)) && isRequired(String(path[hole.length - 1]))
  const silent = kinds.some((kind) => SILENT.includes(kind))
    ? []
    : holes.filter((hole) => !errors.some(({ path }) => path !== undefined && explains(path, hole)))
  // A propagated null is correct. Stock uses interface types, which may allow more nulls.
  const propagated = (hole: Path) =>
    errors.some(({ path }) => path !== undefined && path.length > hole.length && isWithin(path, hole))
  const stockIsTrue = stock !== undefined && !stock.thrown && compareTrees(stock.result.data, truth).wrong.length === 0
  // Stock may omit a key that every correct plan needs, so that an error of the key costs stock nothing.
  const lacksKey = stock?.result.errors?.some(({ message }) => String(message).includes('has no complete key')) === true
  const isComparable = stockIsTrue && !lacksKey && !kinds.some((kind) => INSIDE.includes(kind))
  // Stock assumes that no fragment applies to an object of unknown type, which is correct here.
  const guessed = (hole: Path) =>
    errors.some(({ path }) => path !== undefined && show(path) === show(hole)) && dependsOnType(hole)
  // Stock sends null for a missing required value; the result happens to be correct here.
  const computed = (hole: Path) => stock?.result.errors?.some(({ path = [] }) => computes(path, hole))
  // A field of several subgraphs may have been fetched from another one.
  const lost = isComparable
    ? compareTrees(response.data ?? null, stock.result.data).holes.filter(
        (hole) => !propagated(hole) && !guessed(hole) && !computed(hole) && !isShared(hole),
      )
    : []
  const json = JSON.stringify(errors)
  const leaked = /10\.0\.0\.1|\.invalid|oops|welcome|<h1>/.exec(json)?.[0]
  // A wrong order cannot be detected if the number of entities is right.
  const dataProblems = kinds.includes('reversedEntities')
    ? []
    : [
        ...wrong.map((path) => `wrong value: ${show(path)}`),
        ...silent.map((path) => `no error explains why ${show(path)} is null`),
        ...lost.map((path) => `only stock returned ${show(path)}`),
      ]
  return [
    ...dataProblems,
    ...repeated(errors).map((error) => `an error is reported twice: ${JSON.stringify(error)}`),
    ...(leaked === undefined ? [] : [`an error leaks "${leaked}"`]),
  ]
}

/** True if an error is at or below a null, or at the entity around it. */
function explains(path: Path, hole: Path): boolean {
  return isWithin(path, hole) || (path.length > 0 && isWithin(hole, path))
}
