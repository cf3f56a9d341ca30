import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type DocumentNode, parse } from 'graphql'

/**
 * The type definitions of one subgraph: every `*.graphql` file of `folder` and the folders in it, in
 * the order of their names.
 *
 * Throws a GraphQL syntax error when a file does not parse.
 */
export function loadTypeDefs(folder: URL): DocumentNode {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.graphql'))
    .map((path) => ({ path, name: basename(path) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
  return parse(files.map(({ path }) => readFileSync(new URL(path, folder), 'utf8')).join('\n'))
}
