import { isErased, readAgainIfErased } from '@travel-rule/database/read-again'
import { type GraphQLObjectType, type GraphQLSchema, isIntrospectionType, isObjectType } from 'graphql'

type Read<Parameters extends unknown[]> = (...parameters: Parameters) => unknown

interface FederationExtensions {
  readonly apollo?: { readonly subgraph?: { readonly resolveReference?: Read<unknown[]> } }
}

/**
 * Makes every field and reference that reads a record while it is being erased read it again, so that it shows the
 * erased form. Excludes fields of `changing`, since they must not run twice.
 */
export function readErasedAgain(schema: GraphQLSchema, changing: readonly GraphQLObjectType[]): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type) || changing.includes(type)) continue
    for (const field of Object.values(type.getFields())) {
      if (field.resolve !== undefined) field.resolve = readingAgain(field.resolve)
    }
    const { apollo } = type.extensions as FederationExtensions
    if (apollo?.subgraph?.resolveReference === undefined) continue
    // `_entities` returns one promise per reference, so its field is not notified of their failures.
    const resolveReference = readingAgain(apollo.subgraph.resolveReference)
    type.extensions = { ...type.extensions, apollo: { ...apollo, subgraph: { ...apollo.subgraph, resolveReference } } }
  }
}

function readingAgain<Parameters extends unknown[]>(read: Read<Parameters>): Read<Parameters> {
  return (...parameters) => {
    const value = read(...parameters)
    if (!(value instanceof Promise)) return value
    return value.catch((error: unknown) => {
      if (!isErased(error)) throw error
      return readAgainIfErased(async () => read(...parameters), 1)
    })
  }
}
