import { type DocumentNode, parse } from 'graphql'

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])'

/** Two subgraphs: changing products, and their ratings. */
export const SUBGRAPHS: Readonly<Record<'products' | 'ratings', { readonly typeDefs: DocumentNode }>> = {
  products: {
    typeDefs: parse(`${LINK}
    type Query { product(id: ID!): Product }
    type Subscription { productChanged(below: Float!): Product! }
    type Product @key(fields: "id") {
      id: ID! revision: Int! name: String! price: Float! inStock: Boolean! description: String! tags: [String!]!
    }
  `),
  },
  ratings: {
    typeDefs: parse(`${LINK}
    type Product @key(fields: "id") { id: ID! stars: Float! reviewCount: Int! }
  `),
  },
}

/** A price below every client's `below`, so that every client receives every event. */
const price = 9.5
/**
 * Number of entities through which the events rotate. Exceeds the number of events in flight, so that no result
 * replaces another.
 */
const productsMax = 1_000

/** The data of event number `revision`. */
export function changedProduct(revision: number): { readonly productChanged: object } {
  const id = String(revision % productsMax)
  return {
    productChanged: {
      id,
      revision,
      name: `Product ${id}`,
      price,
      inStock: true,
      description: 'A thing that somebody may want to buy, described in a sentence of a usual length. '.repeat(2),
      tags: ['new', 'blue', 'small'],
    },
  }
}

export const isCheaper = (below: number): boolean => price < below

export const ratingOf = (id: string): object => ({ __typename: 'Product', id, stars: 4.5, reviewCount: Number(id) })

const OWN = 'id revision name price inStock description tags'

/** The subscriptions of the cases: to only one subgraph, and joined with an entity of the other. */
export const OPERATIONS = {
  plain: `subscription Changes($below: Float!) { productChanged(below: $below) { ${OWN} } }`,
  federated: `subscription Rated($below: Float!) { productChanged(below: $below) { ${OWN} stars reviewCount } }`,
}

/** The variables of client number `index`: distinct for each client, or shared by all. */
export function variablesOf(operation: 'shared' | 'distinct', index: number): { readonly below: number } {
  return { below: operation === 'shared' ? 1_000 : 1_000 + index }
}
