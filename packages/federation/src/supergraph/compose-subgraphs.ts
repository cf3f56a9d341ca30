import './quiet-apollo.ts'
import { composeServices } from '@apollo/composition'
import type { DocumentNode, GraphQLError } from 'graphql'

/** One subgraph to compose. */
export interface ComposedSubgraph {
  readonly name: string
  readonly typeDefs: DocumentNode
  /** The URL in the supergraph. A gateway may override it. */
  readonly url: string
}

export type Composition =
  | { readonly ok: true; readonly sdl: string }
  /** One line per problem: its code, and the subgraph if known. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** Composes subgraphs to a supergraph, as SDL. */
export function composeSubgraphs(subgraphs: readonly ComposedSubgraph[]): Composition {
  const result = composeServices([...subgraphs])
  if (result.errors === undefined) return { ok: true, sdl: `${result.supergraphSdl.trim()}\n` }
  return { ok: false, problems: result.errors.map(describe) }
}

function describe(error: GraphQLError): string {
  const code = typeof error.extensions.code === 'string' ? `${error.extensions.code} ` : ''
  const lines = (error.nodes ?? []).flatMap(({ loc }) => (loc === undefined ? [] : [`line ${loc.startToken.line}`]))
  return `${code}${error.message}${lines.length > 0 ? ` (${[...new Set(lines)].join(', ')})` : ''}`
}
