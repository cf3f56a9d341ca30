import { type FieldNode, type GraphQLField, Kind } from 'graphql'
import type { ListSize } from './read-costs.ts'

/** How many entries the arguments of a field ask for. */
export interface AskedSize {
  /** Of several arguments the largest, else what is assumed; `undefined` when nothing says. */
  readonly size: number | undefined
  /** The largest that an argument names, 0 without one. */
  readonly named: number
  /** Whether there are as many slicing arguments as there must be. */
  readonly sliced: boolean
  /** Variables that it depends on. */
  readonly sizedBy: readonly string[]
}

/** Reads the slicing arguments of a field; one that is not given has its default, and a negative one does not say how many. */
export function askedSize(
  node: FieldNode,
  { args }: GraphQLField<unknown, unknown>,
  { slicingArguments, requireOneSlicingArgument, assumedSize }: ListSize,
  variables: Readonly<Record<string, unknown>>,
): AskedSize {
  const sizes: number[] = []
  let given = 0
  const sizedBy: string[] = []
  for (const name of slicingArguments) {
    const value = node.arguments?.find((argument) => argument.name.value === name)?.value
    if (value?.kind === Kind.VARIABLE) sizedBy.push(value.name.value)
    const asked =
      value?.kind === Kind.VARIABLE ? variables[value.name.value] : value?.kind === Kind.INT && Number(value.value)
    const size = typeof asked === 'number' ? asked : args.find((argument) => argument.name === name)?.defaultValue
    if (typeof size !== 'number') continue
    given += 1
    // What a subgraph makes of a negative number is its own affair: it says nothing.
    if (size >= 0) sizes.push(size)
  }
  const named = Math.max(0, ...sizes)
  return {
    size: sizes.length === 0 ? assumedSize : named,
    named,
    sliced: !requireOneSlicingArgument || slicingArguments.length === 0 || given === 1,
    sizedBy,
  }
}
