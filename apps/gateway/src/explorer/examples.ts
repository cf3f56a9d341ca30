import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type GraphQLSchema, getOperationAST, parse, validate } from 'graphql'

const EXAMPLES_FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url))

/** An operation to begin with. */
export interface Example {
  /** The root field that it is about. */
  readonly group: string
  readonly title: string
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly query: string
  /** JSON text of its variables; empty when it has none. */
  readonly variables: string
}

/**
 * The examples of `folder`, in the order of their names: `<order>-<group>/<order>-<name>.graphql`, whose first line is a comment with
 * the title, and beside it a `.json` with its variables where it has some.
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

/** Those that clients of this schema can send. */
export function validExamples(examples: readonly Example[], schema: GraphQLSchema): readonly Example[] {
  return examples.filter(({ query }) => validate(schema, parse(query)).length === 0)
}
