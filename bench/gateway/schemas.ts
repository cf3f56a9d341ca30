import { parse } from 'graphql'
import { PARTY_FRAGMENT, TRANSFER_FIELDS, TRANSFER_TYPES, transfer } from './transfers.ts'

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])'

/**
 * Products, which the first subgraph lists beside transfers; their reviews; the users who wrote them; and five facts
 * about products, each from a separate subgraph.
 */
export const SUBGRAPHS = {
  products: {
    typeDefs: parse(`${LINK}
      type Query { product(id: ID!): Product  products(first: Int!): [Product!]!  transfers(first: Int!): [Transfer!]! }
      type Mutation { renameProduct(id: ID!, name: String!): Product }
      type Product @key(fields: "id") { id: ID! name: String! price: Float! inStock: Boolean! description: String! tags: [String!]! }
      ${TRANSFER_TYPES}
    `),
    resolvers: {
      Query: {
        product: (_: unknown, { id }: { id: string }) => product(id),
        products: (_: unknown, { first }: { first: number }) =>
          Array.from({ length: first }, (_item, index) => product(String(index))),
        transfers: (_: unknown, { first }: { first: number }) =>
          Array.from({ length: first }, (_item, index) => transfer(index)),
      },
      Mutation: {
        renameProduct: (_: unknown, { id, name }: { id: string; name: string }) => ({ ...product(id), name }),
      },
      Product: { __resolveReference: ({ id }: { id: string }) => product(id) },
    },
  },
  reviews: {
    typeDefs: parse(`${LINK}
      type Product @key(fields: "id") { id: ID! reviews: [Review!]! }
      type Review { id: ID! body: String! stars: Int! author: User }
      type User @key(fields: "id") { id: ID! reviewCount: Int! }
    `),
    resolvers: {
      Product: {
        __resolveReference: ({ id }: { id: string }) => ({ id }),
        reviews: ({ id }: { id: string }) => [review(`${id}-1`, id), review(`${id}-2`, String(Number(id) + 1))],
      },
      User: { __resolveReference: ({ id }: { id: string }) => ({ id, reviewCount: Number(id) }) },
    },
  },
  users: {
    typeDefs: parse(`${LINK}
      type User @key(fields: "id") { id: ID! name: String! city: String }
    `),
    resolvers: {
      User: { __resolveReference: ({ id }: { id: string }) => ({ id, name: `User ${id}`, city: 'Manchester' }) },
    },
  },
  stocks: factOfProducts('unitsInStock', 12),
  weights: factOfProducts('grams', 450),
  deliveries: factOfProducts('deliveryDays', 3),
  discounts: factOfProducts('discountPercent', 5),
  returns: factOfProducts('returnDays', 30),
}

function factOfProducts(field: string, value: number) {
  return {
    typeDefs: parse(`${LINK} type Product @key(fields: "id") { id: ID! ${field}: Int! }`),
    resolvers: { Product: { __resolveReference: ({ id }: { id: string }) => ({ id, [field]: value }) } },
  }
}

const product = (id: string) => ({
  id,
  name: `Product ${id}`,
  price: 9.5,
  inStock: true,
  description: 'A thing that somebody may want to buy, described in a sentence of a usual length. '.repeat(3),
  tags: ['new', 'blue', 'small'],
})

const review = (id: string, user: string) => ({
  id,
  body: `Review ${id}: it does what it says.`,
  stars: 4,
  author: { id: user },
})

const SMALL = `query Small($id: ID!) { product(id: $id) { id name price inStock description tags
  a: description b: tags c: name d: price e: description f: inStock } }`
const LARGE = `query Large { transfers(first: 50) { ${TRANSFER_FIELDS} } } ${PARTY_FRAGMENT}`
const LARGE_TEXTS = 'query LargeTexts { products(first: 200) { id name price inStock description tags } }'
const JOIN = 'query Join { products(first: 20) { id name price reviews { id body stars author { id name city } } } }'

const JOIN_WIDE = `query JoinWide { products(first: 20) { id name reviews { id stars author { name } }
  unitsInStock grams deliveryDays discountPercent returnDays } }`

const small = JSON.stringify({ query: SMALL, variables: { id: '7' } })
const large = JSON.stringify({ query: LARGE })
const join = JSON.stringify({ query: JOIN })
const joinWide = JSON.stringify({ query: JOIN_WIDE })
const mutation = JSON.stringify({ query: 'mutation { renameProduct(id: "7", name: "New") { id name price } }' })

/**
 * The operations of the cases, as JSON bodies; lists are used in turn. `cold` returns a different one for each number.
 */
export const BODIES = {
  small: [small],
  large: [large],
  'large-texts': [JSON.stringify({ query: LARGE_TEXTS })],
  join: [join],
  'join-wide': [joinWide],
  mutation: [mutation],
  mixed: [small, small, join, large, small, joinWide, small, mutation, join, large],
  cold: (number: number) =>
    JSON.stringify({ query: `{ a${number}: product(id: "${number % 50}") { id name reviews { stars } } }` }),
}
