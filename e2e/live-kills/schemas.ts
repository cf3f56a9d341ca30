const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])`

/** The subgraph that owns items and their subscription. */
export const ITEMS_SCHEMA = `${LINK}
  type Query { items: Int! }
  type Subscription {
    "Every stored item in commit order, or only those of the given buckets."
    itemChanged(buckets: [Int!]): Item!
  }
  type Item @key(fields: "id") { id: ID! bucket: Int! text: String! }
`

/** The subgraph that adds a field to items. */
export const NOTES_SCHEMA = `${LINK}
  type Query { notes: Int! }
  type Item @key(fields: "id") { id: ID! note: String }
`

/** The expected value of `Item.note`. */
export function noteOf(id: string): string {
  return `note of ${id}`
}
