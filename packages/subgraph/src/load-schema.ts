import { readdirSync, readFileSync } from 'node:fs'
import { type DocumentNode, parse } from 'graphql'

/**
 * The type definitions of one subgraph: every `*.graphql` file of `folder`, in the order of their
 * names.
 *
 * Throws a GraphQL syntax error when a file does not parse.
 */
export function loadTypeDefs(folder: URL): DocumentNode {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.graphql'))
    .sort()
  return parse(files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n'))
}
