import {
  type DirectiveNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import type { SupergraphFixture } from '../load-supergraph.ts'
import { publicName } from './public-types.ts'

/** The federation directives of all subgraphs, by the coordinates `Type.field` of object types. */
export interface FederationFacts {
  /** Types with a `@key`. */
  readonly entities: ReadonlySet<string>
  readonly keyFields: ReadonlySet<string>
  /** Fields in the `@requires` of other fields. */
  readonly requiredFields: ReadonlySet<string>
  /** Fields whose values become arguments of other fields (`@fromContext`). */
  readonly contextFields: ReadonlySet<string>
  /** The `@requires` of a field. */
  readonly requires: ReadonlyMap<string, SelectionSetNode>
  /** Fields that several subgraphs can resolve. */
  readonly sharedFields: ReadonlySet<string>
  /** Overridden fields, as `subgraph Type.field` with the subgraph that lost the field, and their label, if any. */
  readonly moved: ReadonlyMap<string, string | undefined>
  /** Fields that a subgraph resolves only while a label is active, as `subgraph Type.field`. */
  readonly moving: ReadonlyMap<string, string>
  /** Arguments that a field gets from a context. */
  readonly contextArguments: ReadonlyMap<string, readonly ContextArgument[]>
  /** Labels of `@override`. */
  readonly labels: readonly string[]
}

/** An argument with `@fromContext`. */
export interface ContextArgument {
  readonly name: string
  /** The types that set the context. */
  readonly setBy: ReadonlySet<string>
  /** One field of an object that sets the context. */
  readonly selection: SelectionSetNode
}

export function readFacts({ subgraphs, fullSchema }: SupergraphFixture): FederationFacts {
  const entities = new Set<string>()
  const keyFields = new Set<string>()
  const requiredFields = new Set<string>()
  const contextFields = new Set<string>()
  const requires = new Map<string, SelectionSetNode>()
  const sharedFields = new Set<string>()
  const moved = new Map<string, string | undefined>()
  const moving = new Map<string, string>()
  const contextArguments = new Map<string, readonly ContextArgument[]>()
  for (const { name, schema } of subgraphs.values()) {
    for (const type of Object.values(schema.getTypeMap())) {
      if (!(isObjectType(type) || isInterfaceType(type))) continue
      const owners = concreteTypes(fullSchema, type.name)
      const nodes = [...(type.astNode ? [type.astNode] : []), ...type.extensionASTNodes]
      const ofType = nodes.flatMap((node) => node.directives ?? [])
      for (const key of ofType.filter((directive) => directive.name.value === 'key')) {
        for (const owner of owners) entities.add(owner)
        for (const field of fieldsOf(fullSchema, schema, type.name, fieldSetOf(key))) keyFields.add(field)
      }
      for (const field of Object.values(type.getFields())) {
        const fromContext = contextArgumentsOf(fullSchema, schema, field)
        if (fromContext.length > 0) contextArguments.set(`${type.name}.${field.name}`, fromContext)
        for (const { setBy, selection } of fromContext) {
          for (const setter of setBy) {
            for (const used of fieldsOf(fullSchema, schema, setter, selection)) contextFields.add(used)
          }
        }
        const ofField = field.astNode?.directives ?? []
        if ([...ofType, ...ofField].some((directive) => directive.name.value === 'shareable')) {
          sharedFields.add(`${publicName(schema, type)}.${field.name}`)
        }
        for (const directive of ofField) {
          if (directive.name.value === 'requires') {
            const fieldSet = fieldSetOf(directive)
            for (const owner of owners) requires.set(`${owner}.${field.name}`, fieldSet)
            for (const used of fieldsOf(fullSchema, schema, type.name, fieldSet)) requiredFields.add(used)
          }
          if (directive.name.value === 'override') {
            const label = stringArgument(directive, 'label')
            for (const owner of owners) {
              moved.set(`${stringArgument(directive, 'from')} ${owner}.${field.name}`, label || undefined)
              if (label !== '') moving.set(`${name} ${owner}.${field.name}`, label)
            }
          }
        }
      }
    }
  }
  const labels = [...new Set(moving.values())].sort()
  return {
    entities,
    keyFields,
    requiredFields,
    contextFields,
    requires,
    sharedFields,
    moved,
    moving,
    contextArguments,
    labels,
  }
}

function contextArgumentsOf(
  fullSchema: GraphQLSchema,
  schema: GraphQLSchema,
  { args }: GraphQLField<unknown, unknown>,
): ContextArgument[] {
  return args.flatMap(({ name, astNode }) => {
    const directive = astNode?.directives?.find((each) => each.name.value === 'fromContext')
    const [, context, fields] = /^\$(\w+)\s*(\{.*\})$/.exec(directive ? stringArgument(directive, 'field') : '') ?? []
    if (context === undefined || fields === undefined) return []
    const setters = Object.values(schema.getTypeMap()).filter((type) =>
      type.astNode?.directives?.some(
        (each) => each.name.value === 'context' && stringArgument(each, 'name') === context,
      ),
    )
    const setBy = new Set(setters.flatMap((type) => concreteTypes(fullSchema, type.name)))
    return [{ name, setBy, selection: selectionsOf(fields) }]
  })
}

/** The possible object types of an output type. */
export function concreteTypes(fullSchema: GraphQLSchema, name: string): string[] {
  const type = fullSchema.getType(name)
  if (isAbstractType(type)) return fullSchema.getPossibleTypes(type).map((possible) => possible.name)
  return [name]
}

export function fieldSetOf(directive: DirectiveNode): SelectionSetNode {
  return selectionsOf(`{ ${stringArgument(directive, 'fields')} }`)
}

function selectionsOf(source: string): SelectionSetNode {
  const operation = parse(source, { noLocation: true }).definitions[0]
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('not a field set')
  return operation.selectionSet
}

function stringArgument(directive: DirectiveNode, argument: string): string {
  const value = directive.arguments?.find(({ name }) => name.value === argument)?.value
  return value?.kind === Kind.STRING ? value.value : ''
}

function fieldsOf(full: GraphQLSchema, schema: GraphQLSchema, typeName: string, fieldSet: SelectionSetNode): string[] {
  const type = schema.getType(typeName)
  if (!isCompositeType(type)) return []
  const found: string[] = []
  const types = new TypeInfo(schema, type)
  visit(
    fieldSet,
    visitWithTypeInfo(types, {
      Field(node: FieldNode) {
        const parent = types.getParentType()
        if (parent) found.push(...concreteTypes(full, parent.name).map((owner) => `${owner}.${node.name.value}`))
      },
    }),
  )
  return found
}
