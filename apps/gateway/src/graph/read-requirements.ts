import type { Schema } from '@apollo/federation-internals'
import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from 'graphql'

/** A list of alternatives, each of them scopes that must all be granted; as the argument of `@requiresScopes`. */
export type ScopeChoice = readonly (readonly string[])[]

/** What a field asks of its caller. All parts must be fulfilled. */
export interface Requirement {
  readonly scopes: readonly ScopeChoice[]
  /** Alternatives of policies, as the argument of `@policy`. */
  readonly policies: readonly ScopeChoice[]
}

/** Requirements by `Type.field`; a field without an entry is open to every caller. */
export type Requirements = ReadonlyMap<string, Requirement>

type AppliedDirective = { readonly name: string; arguments(): Readonly<Record<string, unknown>> }
type Annotated = { readonly appliedDirectives: readonly AppliedDirective[] }

/**
 * What `@requiresScopes` and `@policy` of a supergraph ask, worked out for each field of the API schema.
 *
 * A field asks what stands on itself, on the type it belongs to and on the type it returns. A field of an interface asks also what it asks in
 * each type that implements the interface, because which one will answer is not known before. `@authenticated` adds nothing: every
 * caller of the gateway is.
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
        scopes: distinct(annotated.flatMap((element) => choicesOf(element, 'requiresScopes', 'scopes'))),
        policies: distinct(annotated.flatMap((element) => choicesOf(element, 'policy', 'policies'))),
      }
      if (requirement.scopes.length + requirement.policies.length > 0) {
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

/** A directive may be imported under another name, but always ends in its own. */
function choicesOf(element: Annotated | undefined, name: string, argument: string): ScopeChoice[] {
  return (element?.appliedDirectives ?? [])
    .filter((directive) => directive.name === name || directive.name.endsWith(`__${name}`))
    .map((directive) => directive.arguments()[argument] as ScopeChoice)
}
