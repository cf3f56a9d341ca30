import { fragmentsOf } from '@travel-rule/federation/operation/collect-fields'
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import type { Path } from './response-tree.ts'

/** The selections of a document at the places of its response. */
export interface SelectedPlaces {
  /**
   * True if the selection depends on the concrete type of an object.
   *
   * If no subgraph returns the type of such an object, its field has an error. Source: GraphQL, October 2021, 6.4.3
   * "Value Completion", `ResolveAbstractType`.
   */
  dependsOnType(place: Path): boolean
  /** The fields that are possible at a place, as `Type.field` with the type in the document. */
  fieldsAt(place: Path): readonly string[]
}

export function openSelectedPlaces(schema: GraphQLSchema, document: DocumentNode): SelectedPlaces {
  const fragments = fragmentsOf(document)
  const operation = document.definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION)
  const root = operation && schema.getRootType(operation.operation)
  if (operation === undefined || !root) return { dependsOnType: () => false, fieldsAt: () => [] }
  const selected: Selected[] = [{ type: root, selectionSet: operation.selectionSet }]
  return {
    dependsOnType: (place) =>
      objectsAt(place).some(({ type, selectionSet }) => isAbstractType(type) && selectsByType(type, selectionSet)),
    fieldsAt(place) {
      const last = place.findLastIndex((key) => typeof key === 'string')
      const key = place[last]
      if (key === undefined) return []
      const fields = objectsAt(place.slice(0, last)).flatMap((one) => fieldsUnder(one, String(key)))
      return fields.map(({ parent, node }) => `${parent.name}.${node.name.value}`)
    },
  }

  function objectsAt(place: Path): Selected[] {
    let here = selected
    for (const key of place) {
      if (typeof key !== 'string') continue
      here = here.flatMap((one) =>
        fieldsUnder(one, key).flatMap(({ parent, node }) => {
          const type = typeOf(parent, node)
          return type && node.selectionSet ? [{ type, selectionSet: node.selectionSet }] : []
        }),
      )
    }
    return here
  }

  function fieldsUnder({ type, selectionSet }: Selected, key: string): SelectedField[] {
    return selectionSet.selections.flatMap((selection): SelectedField[] => {
      if (selection.kind !== Kind.FIELD) return fieldsUnder(opened(type, selection), key)
      return (selection.alias ?? selection.name).value === key ? [{ parent: type, node: selection }] : []
    })
  }

  function selectsByType(of: GraphQLCompositeType, { selections }: SelectionSetNode): boolean {
    return selections.some((selection) => {
      if (selection.kind === Kind.FIELD) return selection.name.value === '__typename'
      const { type, selectionSet } = opened(of, selection)
      return !appliesToAll(schema, type, of) || selectsByType(of, selectionSet)
    })
  }

  function opened(parent: GraphQLCompositeType, selection: Exclude<SelectionSetNode['selections'][number], FieldNode>) {
    const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
    if (fragment === undefined) throw new Error('a fragment is missing')
    const type = fragment.typeCondition && schema.getType(fragment.typeCondition.name.value)
    return { type: isCompositeType(type) ? type : parent, selectionSet: fragment.selectionSet }
  }
}

interface Selected {
  readonly type: GraphQLCompositeType
  readonly selectionSet: SelectionSetNode
}

interface SelectedField {
  readonly parent: GraphQLCompositeType
  readonly node: FieldNode
}

function typeOf(parent: GraphQLCompositeType, { name }: FieldNode): GraphQLCompositeType | undefined {
  const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined
  const type = field && getNamedType(field.type)
  return isCompositeType(type) ? type : undefined
}

function appliesToAll(schema: GraphQLSchema, condition: GraphQLCompositeType, type: GraphQLCompositeType): boolean {
  if (condition === type) return true
  return isAbstractType(condition) && isInterfaceType(type) && schema.isSubType(condition, type)
}
