import { composeServices } from '@apollo/composition'
import type { DocumentNode } from 'graphql'

/** The supergraph of these subgraphs. */
export function composeSubgraphs(
  subgraphs: Readonly<Record<string, { readonly typeDefs: DocumentNode }>>,
  urls: Readonly<Record<string, string>>,
): string {
  const services = Object.entries(subgraphs).map(([name, { typeDefs }]) => ({ name, typeDefs, url: urls[name] ?? '' }))
  const { supergraphSdl, errors } = composeServices(services)
  if (supergraphSdl === undefined) throw new Error(errors?.map(({ message }) => message).join('\n'))
  return supergraphSdl
}
