import { expect, test } from 'vitest'
import { readCommandLine } from './command-line.ts'

test('without arguments, the gateway uses the settings of the environment', () => {
  expect(readCommandLine([])).toEqual({ kind: 'run', env: {}, noAuth: false })
})

test('command-line arguments override the environment', () => {
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

test('defaults of the command line do not override settings of the environment', () => {
  const read = (args: string, environment: Record<string, string>) => {
    const command = readCommandLine(args.split(' '), environment)
    return command.kind === 'run' ? command.env : command
  }
  const environment = { GATEWAY_INTERNAL_PORT: '4578', GATEWAY_BASE_URL: 'https://api.example', GATEWAY_PORT: '4590' }
  expect(read('--port 4577', environment)).toEqual({ GATEWAY_PORT: '4577' })
  const files = { GATEWAY_INTERNAL_PORT_FILE: '/port', GATEWAY_BASE_URL_FILE: '/url' }
  expect(read('--port 4577', files)).toEqual({ GATEWAY_PORT: '4577' })
  expect(read('--internal-port 4579', environment)).toEqual({ GATEWAY_INTERNAL_PORT: '4579' })
  const empty = { GATEWAY_INTERNAL_PORT: '', GATEWAY_BASE_URL: '' }
  expect(read('--port 4577', empty)).toMatchObject({
    GATEWAY_INTERNAL_PORT: '0',
    GATEWAY_BASE_URL: 'http://localhost:4577',
  })
})

test('the base URL of a gateway started from the command line has the port it listens on', () => {
  expect(readCommandLine(['--no-auth'], { GATEWAY_PORT: '4590' })).toMatchObject({
    env: { GATEWAY_BASE_URL: 'http://localhost:4590' },
  })
  expect(readCommandLine(['--no-auth'])).toMatchObject({ env: { GATEWAY_BASE_URL: 'http://localhost:4000' } })
})

test.each([
  [['--no-such'], /--no-such/],
  [['file.graphql'], /file\.graphql/],
  [['--port'], /--port/],
  [['--subgraph-url', 'http://a'], /must be name=url, not "http:\/\/a"/],
])('the arguments %j are refused with a reason', (args, problem) => {
  expect(readCommandLine(args)).toEqual({ kind: 'invalid', problem: expect.stringMatching(problem) })
})

test('npm run gateway -- --help prints the usage', () => {
  expect(readCommandLine(['--help'])).toEqual({ kind: 'help' })
})
