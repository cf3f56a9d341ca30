import {
  buildASTSchema,
  type ConstArgumentNode,
  type ConstDirectiveNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type FieldNode,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  print,
  type SelectionSetNode,
  stripIgnoredCharacters,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { namesIn } from '../../operation/rewritten-document.ts'
import { parseFieldSet } from '../../supergraph/join-directives.ts'
import { type AddedFields, correctFetches } from './fetches-of-added-fields.ts'
import type { SupergraphWorkaround } from './workaround.ts'

/**
 * Planner defect: it fetches a field that `@requires` names with arguments under the field's own name, and merges it
 * with the client's field and with the same field of other `@requires`. One value replaces the others.
 *
 * Gives each such field a separate name in the supergraph that the planner reads. The plan then fetches it with that
 * name as an alias, and sends it in representations under its real name. A fetch whose fields require one field with
 * different arguments becomes several fetches.
 * Shown by: conformance/differential/cases/field-beside-its-requirement-with-arguments and
 * requirements-with-different-arguments
 */
export const argumentsInRequires: SupergraphWorkaround = (document) => {
  if (!hasArguments(document)) return { document }
  const renaming = renameRequired(document)
  return { document: addFields(renaming), addedFields: renaming.added.keys(), correct: correctFetches(renaming.added) }
}

interface Renaming {
  /** The supergraph, with `@requires` changed to name the added fields. */
  readonly document: DocumentNode
  readonly added: AddedFields
  /** For each type, the added fields and the names of the fields that they copy. */
  readonly ofTypes: ReadonlyMap<string, ReadonlyMap<string, string>>
}

const REQUIRES = 'requires'

function hasArguments(document: DocumentNode): boolean {
  let found = false
  visit(document, {
    Argument({ name, value }) {
      found ||= name.value === REQUIRES && value.kind === Kind.STRING && value.value.includes('(')
    },
  })
  return found
}

function renameRequired(document: DocumentNode): Renaming {
  const schema = buildASTSchema(document, { assumeValid: true, assumeValidSDL: true })
  const used = namesIn(document)
  const names = new Map<string, string>()
  const added = new Map<string, FieldNode>()
  const ofTypes = new Map<string, Map<string, string>>()
  const nameFor = (node: FieldNode): string => {
    const key = print({ kind: Kind.FIELD, name: node.name, arguments: sorted(node.arguments) })
    const known = names.get(key)
    if (known !== undefined) return known
    const name = takeUnused(used, node.name.value)
    names.set(key, name)
    added.set(name, node)
    return name
  }
  const rename = (typeName: string, fieldSet: string): string => {
    const type = schema.getType(typeName)
    const types = new TypeInfo(schema, isCompositeType(type) ? type : undefined)
    const renamed: SelectionSetNode = visit(
      parseFieldSet(fieldSet),
      visitWithTypeInfo(types, {
        SelectionSet: (node) => refuseConflicts(typeName, node),
        Field: {
          leave(node) {
            const parent = types.getParentType()?.name
            if (parent === undefined || (node.arguments ?? []).length === 0) return undefined
            const name = nameFor(node)
            for (const owner of ownersOf(schema, parent, node.name.value)) {
              ofTypes.set(owner, (ofTypes.get(owner) ?? new Map()).set(name, node.name.value))
            }
            return { ...node, arguments: [], name: { kind: Kind.NAME, value: name } }
          },
        },
      }),
    )
    return stripIgnoredCharacters(print(renamed)).slice(1, -1)
  }
  const renamed = inTypes(document, (typeName, field) => {
    const directives = (field.directives ?? []).map((directive) =>
      withArgument(directive, REQUIRES, (fieldSet) => rename(typeName, fieldSet)),
    )
    return [{ ...field, directives }]
  })
  return { document: renamed, added, ofTypes }
}

/** A representation has one value for each field. */
function refuseConflicts(typeName: string, { selections }: SelectionSetNode): undefined {
  const known = new Map<string, string>()
  for (const node of selections) {
    if (node.kind !== Kind.FIELD) continue
    const { name } = node
    const key = print({ kind: Kind.FIELD, name, arguments: sorted(node.arguments) })
    if (known.has(name.value) && known.get(name.value) !== key) {
      throw new Error(`a @requires of type ${typeName} names "${name.value}" with different arguments`)
    }
    known.set(name.value, key)
  }
}

function sorted(args: FieldNode['arguments'] = []): NonNullable<FieldNode['arguments']> {
  return [...args].sort((one, other) => (one.name.value < other.name.value ? -1 : 1))
}

function takeUnused(used: Set<string>, name: string): string {
  let number = 0
  while (used.has(`${name}__required${number}`)) number += 1
  const unused = `${name}__required${number}`
  used.add(unused)
  return unused
}

/**
 * The types that need the same field as `typeName`: for an interface, its subtypes; for a type, the interfaces whose
 * fields a subgraph resolves for it (`@interfaceObject`).
 */
function ownersOf(schema: GraphQLSchema, typeName: string, field: string): ReadonlySet<string> {
  const owners = new Set<string>()
  const add = (name: string): void => {
    const type = schema.getType(name)
    const hasField = (isObjectType(type) || isInterfaceType(type)) && type.getFields()[field] !== undefined
    if (!hasField || owners.has(name)) return
    owners.add(name)
    for (const each of type.getInterfaces()) if (isInterfaceObject(each)) add(each.name)
    if (!isInterfaceType(type)) return
    const { objects, interfaces } = schema.getImplementations(type)
    for (const each of [...objects, ...interfaces]) add(each.name)
  }
  add(typeName)
  return owners
}

function isInterfaceObject({ astNode }: ReturnType<GraphQLSchema['getImplementations']>['interfaces'][number]) {
  return astNode?.directives?.some(
    ({ name, arguments: args = [] }) =>
      name.value === 'join__type' && args.some((argument) => argument.name.value === 'isInterfaceObject'),
  )
}

/**
 * The supergraph with a copy of each field under its added names. A copy has no arguments, since mandatory ones would
 * be missing.
 */
function addFields({ document, ofTypes }: Renaming): DocumentNode {
  return inTypes(document, (typeName, field) => {
    const copies = [...(ofTypes.get(typeName) ?? [])].filter(([, copied]) => copied === field.name.value)
    const directives = field.directives?.filter(({ name }) => name.value === 'join__field') ?? []
    return [
      field,
      ...copies.map(([name]): FieldDefinitionNode => {
        return { ...field, name: { kind: Kind.NAME, value: name }, arguments: [], directives }
      }),
    ]
  })
}

function inTypes(
  document: DocumentNode,
  rewrite: (typeName: string, field: FieldDefinitionNode) => readonly FieldDefinitionNode[],
): DocumentNode {
  const definitions = document.definitions.map((node) => {
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) return node
    return { ...node, fields: node.fields?.flatMap((field) => rewrite(node.name.value, field)) ?? [] }
  })
  return { kind: Kind.DOCUMENT, definitions }
}

function withArgument(
  directive: ConstDirectiveNode,
  name: string,
  change: (value: string) => string,
): ConstDirectiveNode {
  const changed = (directive.arguments ?? []).map((argument): ConstArgumentNode => {
    const { value } = argument
    if (argument.name.value !== name || value.kind !== Kind.STRING) return argument
    return { ...argument, value: { kind: Kind.STRING, value: change(value.value) } }
  })
  return { ...directive, arguments: changed }
}
