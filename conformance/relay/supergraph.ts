import { composeServices } from '@apollo/composition'
import { parse } from 'graphql'
import { SUBGRAPHS } from './scripted-subgraph.ts'

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key"])'

/** The supergraph of the scripted subgraphs: a subscription for each protocol, and labels. */
export function composeScripted(port: number): string {
  const urlOf = (name: string) => `http://127.0.0.1:${port}/${name}/graphql`
  const owners = Object.values(SUBGRAPHS).map((name) => ({
    name,
    url: urlOf(name),
    typeDefs: parse(`${LINK}
      type Query { ${name}: String }
      type Subscription { ${name}Changed(scenario: ID!): Item! }
      type Item @key(fields: "id") { id: ID! }`),
  }))
  const labels = {
    name: 'labels',
    url: urlOf('labels'),
    typeDefs: parse(`${LINK}
      type Item @key(fields: "id") { id: ID! label: String }`),
  }
  const composed = composeServices([...owners, labels])
  if (composed.errors !== undefined) throw new Error(composed.errors.map(({ message }) => message).join('\n'))
  return composed.supergraphSdl
}
