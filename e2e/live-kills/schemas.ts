const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])`

/** The subgraph that owns items and their subscription. */
export const ITEMS_SCHEMA = `${LINK}
  type Query { items: Int! }
  type Subscription {
    "Every item that is stored, in the order of the commits; only those of some buckets when these are named."
    itemChanged(buckets: [Int!]): Item!
  }
  type Item @key(fields: "id") { id: ID! bucket: Int! text: String! }
`

/** The subgraph that knows something more about items. */
export const NOTES_SCHEMA = `${LINK}
  type Query { notes: Int! }
  type Item @key(fields: "id") { id: ID! note: String }
`

/** What `Item.note` is. */
export function noteOf(id: string): string {
  return `note of ${id}`
}
