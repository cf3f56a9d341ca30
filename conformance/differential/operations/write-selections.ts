import {
  type ArgumentNode,
  type DirectiveNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLBoolean,
  type GraphQLCompositeType,
  type GraphQLField,
  GraphQLNonNull,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isRequiredArgument,
  isUnionType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import type { Random } from '../world/random.ts'
import { name, placeFor } from './input-values.ts'
import { introspection } from './introspection.ts'
import type { Owner } from './own-fields.ts'
import type { OperationVariables } from './variables.ts'

/** State that the selections of one operation share. */
export interface Writing {
  readonly schema: GraphQLSchema
  readonly random: Random
  readonly variables: OperationVariables
  /** The subgraph whose own fields are preferred; `undefined` for no preference. */
  readonly owner: Owner | undefined
  readonly aliases: readonly string[]
  readonly fragments: FragmentDefinitionNode[]
  /** Number of selections that may still be added. */
  budget: number
}

/** Aliases that equal field names, or properties that every object inherits. */
export const ALIASES = [
  'al',
  'be',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'data',
  'errors',
  'extensions',
  'id',
  'a',
  'code',
  'name',
]
const fragmentsMax = 4
const TYPENAME: FieldNode = { kind: Kind.FIELD, name: name('__typename') }

export function selectionSetOf(writing: Writing, type: GraphQLCompositeType, depth: number): SelectionSetNode {
  const { random } = writing
  const count = 1 + random.int(depth > 2 ? 4 : 3)
  const selections: SelectionNode[] = []
  if (isAbstractType(type) && writing.owner?.knowsTypesOf(type.name) && random.chance(0.5)) selections.push(TYPENAME)
  for (let index = 0; index < count; index++) {
    const selection = selectionOf(writing, type, depth, selections)
    if (selection !== undefined) selections.push(selection)
  }
  return { kind: Kind.SELECTION_SET, selections: selections.length > 0 ? selections : [typename(writing)] }
}

function selectionOf(
  writing: Writing,
  type: GraphQLCompositeType,
  depth: number,
  earlier: readonly SelectionNode[],
): SelectionNode | undefined {
  const { random, schema } = writing
  writing.budget--
  // A subgraph may have no field of the root type.
  const rarely = isRoot(schema, type) && writing.owner !== undefined ? 0.2 : 1
  if (random.chance(0.08 * rarely)) return { ...typename(writing), ...directives(writing) }
  if (depth > 0 && random.chance(0.17)) {
    const condition = random.chance(0.2) ? undefined : overlapping(schema, type, random)
    const selectionSet = selectionSetOf(writing, condition ?? type, depth - 1)
    const typeCondition = condition && ({ kind: Kind.NAMED_TYPE, name: name(condition.name) } as const)
    return { kind: Kind.INLINE_FRAGMENT, ...(typeCondition && { typeCondition }), ...directives(writing), selectionSet }
  }
  if (depth > 0 && random.chance(0.12)) return spreadOf(writing, type, depth)
  if (earlier.length > 0 && random.chance(0.08)) return repeated(writing, type, depth, random.pick(earlier))
  if (type === schema.getQueryType() && random.chance(0.06 * rarely))
    return introspection(schema, random, writing.variables)
  return fieldOf(writing, type, depth)
}

/** Adds the same field with a different selection, to be merged. */
function repeated(writing: Writing, type: GraphQLCompositeType, depth: number, earlier: SelectionNode): SelectionNode {
  if (earlier.kind !== Kind.FIELD || !('getFields' in type)) return earlier
  const field = type.getFields()[earlier.name.value]
  const inner = field && getNamedType(field.type)
  if (!isCompositeType(inner) || writing.budget <= 0) return { ...earlier, directives: [], ...directives(writing) }
  return { ...earlier, directives: [], ...directives(writing), selectionSet: selectionSetOf(writing, inner, depth - 1) }
}

function spreadOf(writing: Writing, type: GraphQLCompositeType, depth: number): SelectionNode | undefined {
  const { random, schema, fragments } = writing
  const condition = overlapping(schema, type, random)
  const usable = fragments.filter((fragment) => fragment.typeCondition.name.value === condition.name)
  const spread = (fragment: string) =>
    ({ kind: Kind.FRAGMENT_SPREAD, name: name(fragment), ...directives(writing) }) as const
  if (usable.length > 0 && random.chance(0.6)) return spread(random.pick(usable).name.value)
  if (fragments.length >= fragmentsMax || writing.budget <= 0) return undefined
  const selectionSet = selectionSetOf(writing, condition, depth - 1)
  const title = `F${fragments.length}`
  const typeCondition = { kind: Kind.NAMED_TYPE, name: name(condition.name) } as const
  fragments.push({ kind: Kind.FRAGMENT_DEFINITION, name: name(title), typeCondition, selectionSet })
  return spread(title)
}

function fieldOf(writing: Writing, type: GraphQLCompositeType, depth: number): FieldNode | undefined {
  const { random, owner, aliases } = writing
  if (isUnionType(type)) return typename(writing)
  const isOpen = owner === undefined || random.chance(0.02)
  const fields = Object.values(type.getFields()).filter(
    (field) =>
      ((depth > 0 && writing.budget > 0) || !isCompositeType(getNamedType(field.type))) &&
      (isOpen || owner.has(type.name, field.name)),
  )
  if (fields.length === 0) return undefined
  const field = random.pick(fields)
  const inner = getNamedType(field.type)
  return {
    kind: Kind.FIELD,
    ...(random.chance(0.25) && { alias: name(random.pick(aliases)) }),
    name: name(field.name),
    arguments: argumentsOf(writing, field),
    ...directives(writing),
    ...(isCompositeType(inner) && { selectionSet: selectionSetOf(writing, inner, depth - 1) }),
  }
}

function argumentsOf({ random, variables }: Writing, field: GraphQLField<unknown, unknown>): ArgumentNode[] {
  return field.args.flatMap((argument): ArgumentNode[] => {
    if (!isRequiredArgument(argument) && random.chance(0.5)) return []
    const value = placeFor(argument.type, argument.defaultValue !== undefined, random, variables.variableFor)
    return [{ kind: Kind.ARGUMENT, name: name(argument.name), value }]
  })
}

function typename({ random, aliases }: Writing): FieldNode {
  return {
    kind: Kind.FIELD,
    name: name('__typename'),
    ...(random.chance(0.3) && { alias: name(random.pick(aliases)) }),
  }
}

function isRoot(schema: GraphQLSchema, type: GraphQLCompositeType): boolean {
  return type === schema.getQueryType() || type === schema.getMutationType()
}

/** A type condition that can apply: the type itself, one of its abstract types, or a possible type. */
function overlapping(schema: GraphQLSchema, type: GraphQLCompositeType, random: Random): GraphQLCompositeType {
  const possible = (one: GraphQLCompositeType) => (isAbstractType(one) ? schema.getPossibleTypes(one) : [one])
  const mine = new Set(possible(type).map((one) => one.name))
  const all = Object.values(schema.getTypeMap()).filter(isCompositeType)
  return random.pick(
    all.filter((one) => !one.name.startsWith('__') && possible(one).some(({ name: n }) => mine.has(n))),
  )
}

/** Sometimes `@skip`, `@include` or both, with a literal or a variable. */
function directives({ random, variables }: Pick<Writing, 'random' | 'variables'>): {
  directives?: readonly DirectiveNode[]
} {
  if (!random.chance(0.15)) return {}
  const kinds = random.chance(0.15) ? ['skip', 'include'] : [random.pick(['skip', 'include'])]
  return {
    directives: kinds.map((kind) => ({
      kind: Kind.DIRECTIVE,
      name: name(kind),
      arguments: [
        {
          kind: Kind.ARGUMENT,
          name: name('if'),
          value: random.chance(0.5)
            ? { kind: Kind.BOOLEAN, value: kind === 'include' || random.chance(0.3) }
            : variables.condition(new GraphQLNonNull(GraphQLBoolean)),
        },
      ],
    })),
  }
}
