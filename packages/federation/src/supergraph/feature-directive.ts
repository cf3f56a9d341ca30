import type { Schema } from '@apollo/federation-internals'

/** Directives of Apollo's specifications that a gateway executes. */
export type FeatureDirective = 'authenticated' | 'requiresScopes' | 'policy' | 'cost' | 'listSize'

/** An element of a supergraph that directives are applied to. */
export interface Annotated {
  readonly appliedDirectives: readonly { readonly name: string; arguments(): Readonly<Record<string, unknown>> }[]
}

/**
 * The arguments of each application of a directive, under the name by which the supergraph imports
 * it.
 */
export function readFeatureDirective(
  schema: Schema,
  element: Annotated | undefined,
  directive: FeatureDirective,
): readonly Readonly<Record<string, unknown>>[] {
  if (element === undefined || element.appliedDirectives.length === 0) return []
  const name = nameInSchema(schema, directive)
  return element.appliedDirectives.filter((applied) => applied.name === name).map((applied) => applied.arguments())
}

/** `undefined` when the supergraph does not use the specification. */
function nameInSchema(schema: Schema, directive: FeatureDirective): string | undefined {
  const specification = directive === 'listSize' ? 'cost' : directive
  const feature = schema.coreFeatures?.getByIdentity(`https://specs.apollo.dev/${specification}`)
  return feature?.directiveNameInSchema(directive)
}
