import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
/** A plan names every input of every check. */
const PLAN_BYTES_MAX = 64_000_000
const found = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: ['**/node_modules', '**/dist', '**/.build', '**/*.generated.ts'] })

/** The files after whose change a check runs again, by check. */
const inputs = new Map<string, ReadonlySet<string>>()
beforeAll(() => {
  const args = ['run', '//#check:repository', '//#check:types', '--dry=json']
  const plan = execFileSync('node_modules/.bin/turbo', args, { cwd: root, encoding: 'utf8', maxBuffer: PLAN_BYTES_MAX })
  for (const { task, inputs: files } of JSON.parse(plan).tasks)
    inputs.set(task.slice('check:'.length), new Set(Object.keys(files)))
})

test.each(['format', 'types', 'generated', 'architecture', 'house'])(
  'check:%s runs again after a change of any source',
  (check) => {
    const sources = found('{apps,packages,tools}/*/src/**/*.{ts,tsx}')
    expect(sources.length).toBeGreaterThan(1_000)
    expect(sources.filter((path) => !inputs.get(check)?.has(path))).toEqual([])
  },
)

test.each(['format', 'types', 'generated', 'composition', 'schema'])(
  'check:%s runs again after a change of any schema or script',
  (check) => {
    const files = [...found('apps/**/*.graphql'), ...found('scripts/*.ts')]
    expect(files.length).toBeGreaterThan(50)
    expect(files.filter((path) => !inputs.get(check)?.has(path))).toEqual([])
  },
)

test('no check runs again after a change of a document that it does not read', () => {
  for (const files of inputs.values()) expect([...files]).not.toContain('docs/architecture.md')
})
