import type { Schema } from '@apollo/federation-internals'
import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from 'graphql'
import { type Annotated, readFeatureDirective } from './feature-directive.ts'

/** A list of alternatives, each of them scopes that must all be granted; as the argument of `@requiresScopes`. */
export type ScopeChoice = readonly (readonly string[])[]

/** What a field asks of its caller. All parts must be fulfilled. */
export interface Requirement {
  readonly scopes: readonly ScopeChoice[]
  /** Alternatives of policies, as the argument of `@policy`. */
  readonly policies: readonly ScopeChoice[]
  /** Somebody whom the gateway let in: it lets nobody else ask. */
  readonly authenticated?: true
}

/** Requirements by `Type.field`; a field without an entry is open to every caller. */
export type Requirements = ReadonlyMap<string, Requirement>

/**
 * What `@requiresScopes`, `@policy` and `@authenticated` of a supergraph ask, worked out for each field of the API schema.
 *
 * A field asks what stands on itself, on the type it belongs to and on the type it returns. A field of an interface asks also what it asks in
 * each type that implements the interface, because which one will answer is not known before.
 */
export function readRequirements(supergraph: Schema, api: GraphQLSchema): Requirements {
  const requirements = new Map<string, Requirement>()
  for (const type of Object.values(api.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) continue
    const owners = isAbstractType(type) ? [type, ...api.getPossibleTypes(type)] : [type]
    for (const field of Object.values(type.getFields())) {
      const returned = field.type.toString().replace(/[[\]!]/g, '')
      const annotated = [
        ...owners.flatMap((owner) => [elementOf(supergraph, owner.name), fieldOf(supergraph, owner.name, field.name)]),
        elementOf(supergraph, returned),
      ]
      const requirement = {
        scopes: distinct(annotated.flatMap((element) => choicesOf(supergraph, element, 'requiresScopes'))),
        policies: distinct(annotated.flatMap((element) => choicesOf(supergraph, element, 'policy'))),
        ...(annotated.some((element) => isAuthenticated(supergraph, element)) && { authenticated: true as const }),
      }
      if (requirement.scopes.length + requirement.policies.length > 0 || requirement.authenticated) {
        requirements.set(`${type.name}.${field.name}`, requirement)
      }
    }
  }
  return requirements
}

function distinct(choices: readonly ScopeChoice[]): ScopeChoice[] {
  return [...new Map(choices.map((choice) => [JSON.stringify(choice), choice])).values()]
}

function elementOf(supergraph: Schema, typeName: string): Annotated | undefined {
  return supergraph.type(typeName)
}

function fieldOf(supergraph: Schema, typeName: string, fieldName: string): Annotated | undefined {
  const type = supergraph.type(typeName)
  return type?.kind === 'ObjectType' || type?.kind === 'InterfaceType' ? type.field(fieldName) : undefined
}

function choicesOf(
  schema: Schema,
  element: Annotated | undefined,
  directive: keyof typeof CHOICE_ARGUMENTS,
): ScopeChoice[] {
  const uses = readFeatureDirective(schema, element, directive)
  return uses.map((given) => given[CHOICE_ARGUMENTS[directive]] as ScopeChoice)
}

const CHOICE_ARGUMENTS = { requiresScopes: 'scopes', policy: 'policies' } as const

function isAuthenticated(schema: Schema, element: Annotated | undefined): boolean {
  return readFeatureDirective(schema, element, 'authenticated').length > 0
}
