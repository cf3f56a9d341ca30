import type { FetchDataRewrite, FetchNode, QueryPlanSelectionNode } from '@apollo/query-planner'
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
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  stripIgnoredCharacters,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { replaceOperation } from '../../operation/replace-operation.ts'
import { namesIn } from '../../operation/rewritten-document.ts'
import { parseFieldSet } from '../../supergraph/join-directives.ts'
import type { FetchWorkaround, SupergraphWorkaround } from './workaround.ts'

/**
 * Planner defect: it fetches a field that `@requires` names with arguments under the field's own
 * name, and merges it with the client's field and with the same field of other `@requires`. One
 * value replaces the others.
 *
 * Gives each such field a name of its own in the supergraph that the planner reads. The plan then
 * fetches it under that name as an alias, and sends it in representations under its real name. A
 * fetch whose fields require one field with different arguments becomes several fetches.
 * Shown by: conformance/differential/cases/field-beside-its-requirement-with-arguments and
 * requirements-with-different-arguments
 */
export const argumentsInRequires: SupergraphWorkaround = (document) => {
  if (!hasArguments(document)) return { document }
  const renaming = renameRequired(document)
  return { document: addFields(renaming), addedFields: renaming.added.keys(), correct: correctFetches(renaming.added) }
}

/** Required fields with their arguments, by the names that replace them. */
type AddedFields = ReadonlyMap<string, FieldNode>

interface Renaming {
  /** The supergraph, in which `@requires` names the added fields. */
  readonly document: DocumentNode
  readonly added: AddedFields
  /** The names of the added fields of each type, with the name of the field that each copies. */
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
 * The types that get a field like that of `typeName`: with an interface its subtypes, and with a
 * type the interfaces whose fields a subgraph resolves for it (`@interfaceObject`).
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
 * The supergraph with a copy of each field under its added names. A copy has no arguments, since
 * those that are mandatory would be missing.
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

function correctFetches(added: AddedFields): FetchWorkaround {
  const isAffected = ({ operation, requires }: FetchNode) => {
    const text = requires === undefined ? operation : operation + JSON.stringify(requires)
    return text.includes('__required') && [...added.keys()].some((name) => text.includes(name))
  }
  return ({ facts }) =>
    (node) => {
      if (!isAffected(node)) return [node]
      const { requires: needs } = facts.subgraph(node.serviceName)
      return separate(added, node, needs).map((part) => underRealNames(added, part))
    }
}

type Needs = (typeName: string, fieldName: string) => SelectionSetNode | undefined

/** Names of the fields that are sent at a place of a representation. */
type Sent = ReadonlyMap<string, ReadonlySet<string>>

/** One fetch for each group of fields whose requirements fit in one representation. */
function separate(added: AddedFields, node: FetchNode, needs: Needs): readonly FetchNode[] {
  const { requires } = node
  if (requires === undefined) return [node]
  const document = parse(node.operation, { noLocation: true })
  const groups: Map<string, Set<string>>[] = [new Map()]
  const groupOf = new Map<string, number>()
  eachEntityField(document, (typeName, field) => {
    const needed = needs(typeName, field)
    if (needed === undefined) return true
    const sent = sentBy(added, needed)
    const found = groups.findIndex((group) => fits(group, sent))
    const index = found === -1 ? groups.push(new Map()) - 1 : found
    for (const [place, names] of sent) groups[index]?.set(place, new Set(names))
    groupOf.set(`${typeName}.${field}`, index)
    return true
  })
  if (groups.length === 1) return [node]
  const contested = (place: string) => new Set(groups.flatMap((group) => [...(group.get(place) ?? [])])).size > 1
  return groups.map((group, index) => {
    const isSent = (place: string, name: string) => !contested(place) || group.get(place)?.has(name) === true
    const part = eachEntityField(document, (type, field) => (groupOf.get(`${type}.${field}`) ?? 0) === index)
    return { ...replaceOperation(node, part), requires: selectSent(added, requires, isSent, '') }
  })
}

function fits(group: Sent, sent: Sent): boolean {
  return [...sent].every(([place, names]) => {
    const others = group.get(place)
    return others === undefined || others.symmetricDifference(names).size === 0
  })
}

/** The names under which a field set is fetched, by their place in a representation. */
function sentBy(
  added: AddedFields,
  { selections }: SelectionSetNode,
  parent = '',
  sent = new Map<string, Set<string>>(),
): Sent {
  for (const node of selections) {
    if (node.kind === Kind.INLINE_FRAGMENT) sentBy(added, node.selectionSet, parent, sent)
    if (node.kind !== Kind.FIELD) continue
    const place = placeOf(added, parent, node.name.value)
    sent.set(place, (sent.get(place) ?? new Set()).add(node.name.value))
    if (node.selectionSet !== undefined) sentBy(added, node.selectionSet, place, sent)
  }
  return sent
}

function placeOf(added: AddedFields, parent: string, name: string): string {
  return `${parent}.${added.get(name)?.name.value ?? name}`
}

/** The operation with the fields of its entities for which `keep` is true. */
function eachEntityField(document: DocumentNode, keep: (typeName: string, field: string) => boolean): DocumentNode {
  const within = (typeName: string, { selections }: SelectionSetNode): SelectionSetNode => ({
    kind: Kind.SELECTION_SET,
    selections: selections.flatMap((node): SelectionNode[] => {
      if (node.kind === Kind.FIELD) return keep(typeName, node.name.value) ? [node] : []
      if (node.kind === Kind.FRAGMENT_SPREAD) return [node]
      const selectionSet = within(node.typeCondition?.name.value ?? typeName, node.selectionSet)
      return selectionSet.selections.length === 0 ? [] : [{ ...node, selectionSet }]
    }),
  })
  return visit(document, {
    Field(node) {
      if (node.name.value !== '_entities' || node.selectionSet === undefined) return undefined
      return { ...node, selectionSet: within('', node.selectionSet) }
    },
  })
}

function selectSent(
  added: AddedFields,
  requires: readonly QueryPlanSelectionNode[],
  isSent: (place: string, name: string) => boolean,
  parent: string,
): QueryPlanSelectionNode[] {
  return requires.flatMap((node): QueryPlanSelectionNode[] => {
    if (node.kind === 'InlineFragment') {
      return [{ ...node, selections: selectSent(added, node.selections, isSent, parent) }]
    }
    const place = placeOf(added, parent, node.name)
    if (!isSent(place, node.name)) return []
    if (node.selections === undefined) return [node]
    return [{ ...node, selections: selectSent(added, node.selections, isSent, place) }]
  })
}

/** The fetch as the subgraph understands it. */
function underRealNames(added: AddedFields, node: FetchNode): FetchNode {
  const document = visit(parse(node.operation, { noLocation: true }), {
    Field(field): FieldNode | undefined {
      const required = added.get(field.name.value)
      if (required === undefined) return undefined
      const { alias = field.name } = field
      return {
        ...field,
        alias,
        name: required.name,
        arguments: [...(field.arguments ?? []), ...(required.arguments ?? [])],
      }
    },
  })
  const renamed = [...renamers(added, node.requires ?? [], [])]
  const inputRewrites = [...renamed, ...(node.inputRewrites ?? [])]
  return { ...replaceOperation(node, document), ...(inputRewrites.length > 0 && { inputRewrites }) }
}

/** Rewrites of representations, inner fields first. */
function* renamers(
  added: AddedFields,
  requires: readonly QueryPlanSelectionNode[],
  path: readonly string[],
): Generator<FetchDataRewrite> {
  for (const node of requires) {
    if (node.kind === 'InlineFragment') {
      const { typeCondition } = node
      yield* renamers(added, node.selections, typeCondition === undefined ? path : [...path, `... on ${typeCondition}`])
      continue
    }
    const at = [...path, node.name]
    yield* renamers(added, node.selections ?? [], at)
    const required = added.get(node.name)
    if (required !== undefined) yield { kind: 'KeyRenamer', path: at, renameKeyTo: required.name.value }
  }
}
