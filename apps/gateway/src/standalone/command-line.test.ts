import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test('without arguments a gateway runs by its settings alone', () => {
  expect(readCommandLine([])).toEqual({ kind: 'run', env: {}, noAuth: false })
})

test('arguments are settings that go before the others', () => {
  const args = '--supergraph a.graphql --port 4100 --subgraph-url a=http://a/graphql --subgraph-url b=https://b/q'
  expect(readCommandLine(args.split(' '))).toEqual({
    kind: 'run',
    noAuth: false,
    env: {
      GATEWAY_SUPERGRAPH: 'a.graphql',
      GATEWAY_PORT: '4100',
      GATEWAY_INTERNAL_PORT: '0',
      GATEWAY_SUBGRAPH_URLS: 'a=http://a/graphql,b=https://b/q',
      GATEWAY_BASE_URL: 'http://localhost:4100',
    },
  })
})

test.each([
  [['--no-such'], /--no-such/],
  [['file.graphql'], /file\.graphql/],
  [['--port'], /--port/],
  [['--subgraph-url', 'http://a'], /must be name=url, not "http:\/\/a"/],
])('%j is refused with a reason', (args, problem) => {
  expect(readCommandLine(args)).toEqual({ kind: 'wrong', problem: expect.stringMatching(problem) })
})

test('--help asks for help', () => {
  expect(readCommandLine(['--help'])).toEqual({ kind: 'help' })
})
