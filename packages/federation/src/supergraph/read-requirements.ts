import type { Schema } from '@apollo/federation-internals'
import { type GraphQLSchema, isAbstractType, isInterfaceType, isObjectType } from 'graphql'
import { type Annotated, readFeatureDirective } from './feature-directive.ts'

/**
 * Alternatives, each a list of scopes that must all be granted, as in the argument of
 * `@requiresScopes`.
 */
export type ScopeChoice = readonly (readonly string[])[]

/** What a field requires of its caller. Every part must be met. */
export interface Requirement {
  readonly scopes: readonly ScopeChoice[]
  /** Alternatives of policies, as in the argument of `@policy`. */
  readonly policies: readonly ScopeChoice[]
  /** True if the caller must be authenticated. */
  readonly authenticated?: true
  /** Names of the roles that grant all its scopes, for error messages. */
  readonly roles?: readonly string[]
}

/** Requirements by `Type.field`; a field without one is open to every caller. */
export type Requirements = ReadonlyMap<string, Requirement>

/**
 * Reads `@requiresScopes`, `@policy` and `@authenticated` for each field of the API schema.
 *
 * A field has its own requirements, those of its type and those of the type that it returns. A
 * field of an interface also has those of the field in every implementing type, since the type that
 * is returned is not known in advance.
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
  return uses.map((args) => args[CHOICE_ARGUMENTS[directive]] as ScopeChoice)
}

const CHOICE_ARGUMENTS = { requiresScopes: 'scopes', policy: 'policies' } as const

function isAuthenticated(schema: Schema, element: Annotated | undefined): boolean {
  return readFeatureDirective(schema, element, 'authenticated').length > 0
}
