import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type GraphQLSchema, getOperationAST, parse, validate } from 'graphql'

const EXAMPLES_FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url))

/** An example operation. */
export interface Example {
  /** The root field that the operation selects. */
  readonly group: string
  readonly title: string
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly query: string
  /** The variables as JSON; empty without variables. */
  readonly variables: string
}

/**
 * The examples in `folder`, sorted by name. A file `<order>-<group>/<order>-<name>.graphql` starts
 * with a comment that holds the title; its variables are in an optional `.json` of the same name.
 */
export async function readExamples(folder = EXAMPLES_FOLDER): Promise<readonly Example[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.graphql')).sort()
  return Promise.all(
    names.map(async (name): Promise<Example> => {
      const [title = '', ...lines] = (await readFile(`${folder}${name}`, 'utf8')).split('\n')
      const query = lines.join('\n')
      const variables = await readFile(`${folder}${name.replace(/graphql$/, 'json')}`, 'utf8').catch(() => '')
      const type = getOperationAST(parse(query), null)?.operation ?? 'query'
      const group = name.split(/[\\/]/)[0]?.replace(/^\d+-/, '') ?? ''
      return { group, title: title.replace(/^#\s*/, ''), type, query, variables }
    }),
  )
}

/** The examples that are valid for this schema. */
export function validExamples(examples: readonly Example[], schema: GraphQLSchema): readonly Example[] {
  return examples.filter(({ query }) => validate(schema, parse(query)).length === 0)
}
