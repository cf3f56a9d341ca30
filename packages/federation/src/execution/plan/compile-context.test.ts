import { buildSchema } from 'graphql'
import { expect, test } from 'vitest'
import { readSupergraphFacts } from '../../supergraph/supergraph-facts.ts'
import { silentLogger } from '../../testing/run-operation.ts'
import { openRun } from '../run/plan-run.ts'
import { compileContext, FailedContext } from './compile-context.ts'

const facts = readSupergraphFacts(
  buildSchema(
    'type Query { a: Int } type User { locale: String home: Home } type Shop { locale: String } type Home { at: String }',
  ),
)
const rewrite = (...path: string[]) => ({ kind: 'KeyRenamer' as const, path, renameKeyTo: 'argument' })

function contextOf(root: object, path: readonly string[], ...rewrites: ReturnType<typeof rewrite>[]) {
  const run = openRun({
    variables: {},
    send: async () => ({ data: {}, errors: [] }),
    logger: silentLogger,
    event: undefined,
  })
  Object.assign(run.root, root)
  return { run, read: compileContext(rewrites, path, facts)?.(run) }
}

test('a context value is read from the object the given number of fields above, with any lists between', () => {
  const items = [{ id: '1' }, { id: '2' }]
  const users = items.map((item, index) => ({ __typename: 'User', home: { at: `home ${index}` }, boxes: [[{ item }]] }))
  const path = ['users', '@', 'boxes', '@', '@', 'item']
  const { read } = contextOf({ users }, path, rewrite('..', '..', '... on User', 'home', 'at'))
  expect(items.map((item) => read?.(item))).toEqual([{ argument: 'home 0' }, { argument: 'home 1' }])
})

test('if several types set a context, the type of the object decides', () => {
  const item = {}
  const { read } = contextOf(
    { any: { __typename: 'Shop', locale: 'en', item } },
    ['any', 'item'],
    rewrite('..', '... on User', 'locale'),
    rewrite('..', '... on Shop', 'locale'),
  )
  expect(read?.(item)).toEqual({ argument: 'en' })
})

test('a null context value counts as a value unless an error caused it; a missing value may still arrive', () => {
  const [first, second, third] = [{}, {}, {}]
  const users = [{ locale: null, item: first }, { locale: null, item: second }, { item: third }]
  const { run, read } = contextOf({ users }, ['users', '@', 'item'], rewrite('..', '... on User', 'locale'))
  const cause = { error: { message: 'broken' }, path: ['users', 1, 'locale'] }
  run.located.push(cause)
  expect([first, second, third].map((item) => read?.(item))).toEqual([
    { argument: null },
    new FailedContext(cause.error),
    undefined,
  ])
})

test('errors are read once, even if many objects have a null', () => {
  const users = Array.from({ length: 100 }, () => ({ locale: null, item: {} }))
  const { run, read } = contextOf({ users }, ['users', '@', 'item'], rewrite('..', '... on User', 'locale'))
  let reads = 0
  run.located.push({
    error: { message: 'broken' },
    get path() {
      reads += 1
      return ['users', 99]
    },
  })
  const failed = users.filter(({ item }) => read?.(item) instanceof FailedContext)
  expect([failed.length, reads]).toEqual([1, 1])
})
