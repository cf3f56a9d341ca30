import { satisfiesScopes } from '@travel-rule/auth/scopes'
import {
  type ConstDirectiveNode,
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  valueFromASTUntyped,
} from 'graphql'
import { refusalError } from './graphql-error.ts'

/** The argument of one `@requiresScopes`: at least one of the lists must be granted completely. */
type Requirement = readonly (readonly string[])[]

/**
 * Makes every field of `schema` refuse with `FORBIDDEN`, before its resolver runs, when the caller
 * lacks a scope.
 *
 * A field needs the scopes declared on itself, on its type, on its parent type, and on the same
 * elements of the interfaces; a reference to an entity needs those of its type. The caller's scopes
 * are `context.identity.scopes`; without them every guarded field is refused. Throws for `@policy`,
 * which is not enforced here, and for a `@requiresScopes` imported under another name.
 */
export function enforceScopes(schema: GraphQLSchema): void {
  refuseUnenforceable(schema)
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    const ofType = requirementsOfType(type)
    for (const field of Object.values(type.getFields())) {
      const requirements = [...ofType, ...requirementsOfField(type, field)]
      if (requirements.length > 0) guardField(field, requirements)
    }
    if (ofType.length > 0) guardReferences(type, ofType)
  }
}

function guardField(field: GraphQLField<unknown, unknown>, requirements: readonly Requirement[]): void {
  const { resolve = defaultFieldResolver, subscribe } = field
  field.resolve = (source, args, context, info) => {
    requireScopes(context, requirements, `${info.parentType.name}.${info.fieldName}`)
    return resolve(source, args, context, info)
  }
  if (subscribe === undefined) return
  field.subscribe = (source, args, context, info) => {
    requireScopes(context, requirements, `${info.parentType.name}.${info.fieldName}`)
    return subscribe(source, args, context, info)
  }
}

type ResolveReference = (reference: unknown, context: unknown, info: unknown) => unknown

function guardReferences(type: GraphQLObjectType, requirements: readonly Requirement[]): void {
  const extensions = type.extensions as { apollo?: { subgraph?: { resolveReference?: ResolveReference } } }
  const resolve: ResolveReference = extensions.apollo?.subgraph?.resolveReference ?? ((reference) => reference)
  // Asynchronous, so that a refusal rejects one reference instead of the whole list.
  const resolveReference: ResolveReference = async (reference, context, info) => {
    requireScopes(context, requirements, type.name)
    return resolve(reference, context, info)
  }
  type.extensions = { ...extensions, apollo: { ...extensions.apollo, subgraph: { resolveReference } } }
}

function requireScopes(context: unknown, requirements: readonly Requirement[], place: string): void {
  const granted = scopesOfCaller(context)
  if (requirements.every((required) => satisfiesScopes(granted, required))) return
  throw refusalError({ code: 'FORBIDDEN', message: `${place} needs a scope that you do not have` })
}

function scopesOfCaller(context: unknown): readonly string[] {
  const identity = (context as { identity?: { scopes?: unknown } } | undefined)?.identity
  return Array.isArray(identity?.scopes) ? identity.scopes : []
}

/** All scopes required by a field of this type; a caller may need only some of them. */
export function fieldScopes(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>): ReadonlySet<string> {
  return new Set([...requirementsOfType(parent), ...requirementsOfField(parent, field)].flat(2))
}

/** All scopes required by a type. */
export function typeScopes(type: GraphQLNamedType): ReadonlySet<string> {
  return new Set(requirementsOfType(type).flat(2))
}

function requirementsOfField(parent: GraphQLObjectType, field: GraphQLField<unknown, unknown>): Requirement[] {
  const inherited = parent.getInterfaces().map((each) => each.getFields()[field.name])
  const own = [field, ...inherited].flatMap((element) => requirementsOf(element?.astNode?.directives))
  return [...own, ...requirementsOfType(getNamedType(field.type))]
}

function requirementsOfType(type: GraphQLNamedType): Requirement[] {
  const parents: readonly GraphQLInterfaceType[] =
    isObjectType(type) || isInterfaceType(type) ? type.getInterfaces() : []
  return [type, ...parents].flatMap((place) =>
    [place.astNode, ...place.extensionASTNodes].flatMap((node) => requirementsOf(node?.directives)),
  )
}

function requirementsOf(directives: readonly ConstDirectiveNode[] | undefined): Requirement[] {
  return (directives ?? [])
    .filter(({ name }) => SCOPES_NAMES.has(name.value))
    .map(({ arguments: args }) => {
      const scopes = args?.find(({ name }) => name.value === 'scopes')
      return scopes === undefined ? [] : (valueFromASTUntyped(scopes.value) as Requirement)
    })
}

const SCOPES_NAMES: ReadonlySet<string> = new Set(['requiresScopes', 'federation__requiresScopes'])
const POLICY_NAMES: ReadonlySet<string> = new Set(['policy', 'federation__policy'])

function refuseUnenforceable(schema: GraphQLSchema): void {
  const links = schema.extensionASTNodes.concat(schema.astNode ? [schema.astNode as never] : [])
  for (const directive of links.flatMap((node) => node.directives ?? [])) {
    if (directive.name.value !== 'link') continue
    const imports = directive.arguments?.find(({ name }) => name.value === 'import')
    const list = imports === undefined ? [] : valueFromASTUntyped(imports.value)
    if (!Array.isArray(list)) continue
    for (const item of list) {
      if (typeof item === 'object' && ['@requiresScopes', '@policy'].includes(item?.name)) {
        throw new Error(`${item.name} must be imported under its own name: it would not be enforced under another`)
      }
    }
  }
  for (const type of Object.values(schema.getTypeMap())) {
    const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : []
    const nodes = [type.astNode, ...type.extensionASTNodes, ...fields.map((field) => field.astNode)]
    if (nodes.some((node) => node?.directives?.some(({ name }) => POLICY_NAMES.has(name.value)))) {
      throw new Error(`${type.name} uses @policy, which is not enforced here: use @requiresScopes`)
    }
  }
}
