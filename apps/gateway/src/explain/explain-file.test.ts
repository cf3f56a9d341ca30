import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testSubgraphs } from '../testing/test-subgraphs.ts'
import { explainFile } from './explain-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'explain-'))
  await writeFile(path('supergraph.graphql'), testSubgraphs().supergraph)
})
afterAll(() => rm(folder, { recursive: true }))
const path = (name: string) => join(folder, name)

async function explain(operation: string, ...args: string[]): Promise<string> {
  await writeFile(path('operation.graphql'), operation)
  return explainFile([path('operation.graphql'), '--supergraph', path('supergraph.graphql'), ...args])
}

test('npm run explain prints text, or JSON with --json', async () => {
  const query = 'query One { people { all { name } } } query Two { orders { list { id } } }'
  expect(await explain(query, '--operation', 'Two')).toMatch(/^operation {5}query Two\n[\s\S]*QueryPlan/)
  expect(JSON.parse(await explain(query, '--operation', 'One', '--json'))).toMatchObject({ subgraphs: ['people'] })
})

test('npm run explain counts fetches with the given variables', async () => {
  const query = 'query ($no: Boolean!) { orders @skip(if: $no) { list { id } } people { all { name } } }'
  expect(await explain(query, '--variables', '{"no":true}')).toContain('fetches       1\n')
  expect(await explain(query)).toContain('fetches       at most 2\n')
})

test('npm run explain -- --help prints the usage', async () => {
  expect(await explainFile(['--help'])).toMatch(/^npm run explain -- <file.graphql>[\s\S]*--operation/)
})

test('npm run explain prints a wrong argument before the usage', async () => {
  const refused = explainFile([path('operation.graphql'), '--no-such'])
  await expect(refused).rejects.toMatchObject({
    problems: [expect.stringMatching(/--no-such[\s\S]*\n\nnpm run explain/)],
  })
})

test('npm run explain names files and options in its errors', async () => {
  await expect(explain('{ peple { all { name } } }')).rejects.toThrow(
    /operation\.graphql: Cannot query field "peple"[\s\S]*1 \| \{ peple/,
  )
  await expect(explain('{ people { all { name } } }', '--variables', '[1]')).rejects.toThrow('must be a JSON object')
  await expect(explainFile([path('none.graphql'), '--supergraph', path('supergraph.graphql')])).rejects.toThrow(
    /none\.graphql does not exist$/,
  )
  await expect(explainFile([])).rejects.toThrow(/^exactly one file is required\n\nnpm run explain/)
  await expect(explain('query One { people { all { name } } } query Two { orders { list { id } } }')).rejects.toThrow(
    'The document has several operations: name one with --operation.',
  )
  await expect(explainFile(['a.graphql', '--no-such'])).rejects.toThrow(/--no-such/)
})

test('npm run explain reports a file that is not a supergraph', async () => {
  await writeFile(path('schema.graphql'), 'type Query { a: Int }')
  const refused = explain('{ a }', '--supergraph', path('schema.graphql'))
  await expect(refused).rejects.toMatchObject({
    problems: [expect.stringMatching(/^the supergraph cannot be served: /)],
  })
})
