/** The subgraph added to those of `bench/gateway`: changes of products. */
export const CHANGES = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])
  type Query { changesPerSecond: Int! }
  type Subscription { productChanged: Product! }
  type Product @key(fields: "id") { id: ID! revision: Int! }
`

/** A subscription joined with two other subgraphs. */
export const FOLLOW = 'subscription Follow { productChanged { id revision name description reviews { id stars } } }'
