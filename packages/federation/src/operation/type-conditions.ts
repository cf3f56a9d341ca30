import {
  type GraphQLAbstractType,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  isUnionType,
  Kind,
  type SelectionSetNode,
} from 'graphql'
import { isIncluded, type Selecting } from './collect-fields.ts'

/** For an object type, true if its objects satisfy a type condition. */
export function holdsFor(schema: GraphQLSchema, type: GraphQLObjectType): (typeCondition: string) => boolean {
  return (typeCondition) => holdsForAll(schema, type, typeCondition)
}

/** True if all objects of a type satisfy a type condition. */
export function holdsForAll(schema: GraphQLSchema, type: GraphQLCompositeType, typeCondition: string): boolean {
  if (typeCondition === type.name) return true
  const condition = schema.getType(typeCondition)
  return isAbstractType(condition) && !isUnionType(type) && schema.isSubType(condition, type)
}

/**
 * True if a selection contains `__typename`, or a field in a fragment that applies only to some objects of the type.
 */
export function dependsOnType(
  { schema, fragments, conditions }: Selecting,
  type: GraphQLAbstractType,
  selectionSet: SelectionSetNode,
): boolean {
  const depends = ({ selections }: SelectionSetNode, possible: ReadonlySet<string>, certain: boolean): boolean =>
    selections.some((selection) => {
      if (!isIncluded(selection, conditions)) return false
      if (selection.kind === Kind.FIELD) return !certain || selection.name.value === '__typename'
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection
      if (fragment === undefined) return false
      const condition = fragment.typeCondition?.name.value
      if (condition === undefined) return depends(fragment.selectionSet, possible, certain)
      // A fragment that applies to no object selects nothing.
      const remaining = possible.intersection(possibleNames(schema, condition))
      if (remaining.size === 0) return false
      return depends(fragment.selectionSet, remaining, certain && holdsForAll(schema, type, condition))
    })
  return depends(selectionSet, possibleNames(schema, type.name), true)
}

/** Names of the object types that objects of a type can have. */
function possibleNames(schema: GraphQLSchema, name: string): ReadonlySet<string> {
  const type = schema.getType(name)
  return new Set(isAbstractType(type) ? schema.getPossibleTypes(type).map((possible) => possible.name) : [name])
}
