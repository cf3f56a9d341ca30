import {
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  isNonNullType,
  type SelectionSetNode,
} from 'graphql'
import type { Selecting } from '../../operation/collect-fields.ts'
import { forbidden } from '../../operation/guarded-fields.ts'
import { type DataObject, ownReader } from '../../subgraph-client/data-object.ts'
import type { Requirement } from '../../supergraph/read-requirements.ts'
import type { Complete } from './compile-projection.ts'
import type { ProjectionState } from './projection-state.ts'

/** What compiling an operation knows. */
export interface Scope {
  readonly selecting: Selecting
  /** Fields that the caller may not use. */
  readonly refused: ReadonlyMap<FieldNode, Requirement>
  /** The client's response names, where the document has others. */
  readonly renamed: ReadonlyMap<string, string>
  /** Answers a field of the schema itself: `__schema` or `__type`. */
  readonly introspect: (nodes: readonly FieldNode[]) => (state: ProjectionState) => unknown
}

export interface FieldParts {
  readonly parent: GraphQLObjectType | GraphQLInterfaceType
  readonly key: string
  readonly nodes: readonly FieldNode[]
  readonly compileType: (
    scope: Scope,
    type: GraphQLOutputType,
    selectionSets: readonly SelectionSetNode[],
    label: string,
  ) => Complete
}

/** One field of the client's object. */
export interface ProjectedField {
  readonly key: string
  /** The name under which the client gets it. */
  readonly shownKey: string
  readonly nullable: boolean
  readonly value: (source: DataObject, state: ProjectionState, depth: number) => unknown
}

export function compileField(
  scope: Scope,
  { parent, key, nodes, compileType }: FieldParts,
): ProjectedField | undefined {
  const [node] = nodes
  if (node === undefined) return undefined
  const shownKey = scope.renamed.get(key) ?? key
  const name = node.name.value
  if (name === '__typename') return { key, shownKey, nullable: false, value: () => parent.name }
  if (name === '__schema' || name === '__type') {
    const answer = scope.introspect(nodes)
    return { key, shownKey, nullable: name === '__type', value: (_, state) => answer(state) }
  }
  const field = parent.getFields()[name]
  if (field === undefined) throw new Error(`${parent.name} has no field ${name}`)
  const nullable = !isNonNullType(field.type)
  const requirement = nodes.map((each) => scope.refused.get(each)).find((each) => each !== undefined)
  if (requirement !== undefined) {
    const { message, extensions } = forbidden(`${parent.name}.${name}`, requirement)
    return { key, shownKey, nullable, value: (_, state, depth) => state.add({ message, extensions }, depth) }
  }
  const label = `field ${parent.name}.${name}`
  const selectionSets = nodes.flatMap(({ selectionSet }) => (selectionSet === undefined ? [] : [selectionSet]))
  const complete = compileType(scope, field.type, selectionSets, label)
  const read = ownReader(key)
  const value = (source: DataObject, state: ProjectionState, depth: number) => {
    const found = read(source)
    if (found !== undefined) return complete(found, state, depth)
    const missing = state.missing(source, key, label, depth)
    return missing === null && !nullable ? state.forbiddenNull(label, depth) : missing
  }
  return { key, shownKey, nullable, value }
}
