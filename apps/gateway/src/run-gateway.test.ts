import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { composeServices } from '@apollo/composition'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { parse } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from './testing/test-gateway.ts'
import { testSubgraphs } from './testing/test-subgraphs.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'standalone-'))
  file = join(folder, 'supergraph.graphql')
  await writeFile(file, testSubgraphs().supergraph)
})
afterAll(() => rm(folder, { recursive: true }))

/** A gateway process with these arguments and only these settings. */
function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += String(text)))
  const ended = once(child, 'close')
  return {
    output: () => output,
    stop: () => child.kill('SIGTERM'),
    ended: async () => Number((await ended)[0]),
    ready: async () => {
      const started = await Promise.race([once(child, 'message'), ended])
      const [message] = started as [{ ports?: { http: number } } | number | null]
      if (typeof message !== 'object' || message?.ports === undefined) throw new Error(output)
      return message.ports.http
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const ask = async (port: number, body: object, headers: Readonly<Record<string, string>> = {}) => {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number | undefined; text: string }>()
  const sent = request(
    {
      port,
      host: '127.0.0.1',
      path: '/graphql',
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    },
    (response) => {
      let text = ''
      response.on('data', (chunk) => (text += String(chunk)))
      response.on('end', () => resolve({ status: response.statusCode, text }))
    },
  )
  sent.on('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}

test('with --no-auth, the gateway logs a warning, needs no token, and its callers have every scope', async () => {
  const orders = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"data":{"orders":{"list":[{"id":"1","address":"Elm St"}]}}}')
  })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => orders.dispose())
  const url = `orders=http://127.0.0.1:${orders.port}/graphql`
  const gateway = stack.use(run(['--supergraph', file, '--port', '0', '--subgraph-url', url, '--no-auth']))
  const port = await gateway.ready()
  expect(gateway.output()).toContain('NO AUTHENTICATION')
  const { text } = await ask(port, { query: '{ orders { list { id address } } }' })
  expect(JSON.parse(text)).toMatchObject({ data: { orders: { list: [{ id: '1', address: 'Elm St' }] } } })
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  const query = { query: '{ __typename }' }
  expect((await ask(port, query, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await ask(port, query, { host: 'rebound.example' })).status).toBe(403)
  expect((await ask(port, query, { host: `localhost:${port}`, origin: 'http://localhost:3000' })).status).toBe(200)
})

test('with --no-auth, callers count as authenticated, have every scope and satisfy no policy', async () => {
  const guarded = join(folder, 'guarded.graphql')
  const { supergraphSdl } = composeServices([{ name: 'one', url: 'http://127.0.0.1:9/', typeDefs: parse(GUARDED) }])
  await writeFile(guarded, supergraphSdl ?? '')
  const one = await listen((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"data":{"known":1,"scoped":2}}')
  })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => one.dispose())
  const url = `one=http://127.0.0.1:${one.port}/graphql`
  const gateway = stack.use(run(['--supergraph', guarded, '--port', '0', '--subgraph-url', url, '--no-auth']))
  const { text } = await ask(await gateway.ready(), { query: '{ known scoped decided }' })
  expect(JSON.parse(text)).toMatchObject({
    data: { known: 1, scoped: 2, decided: null },
    errors: [{ path: ['decided'], extensions: { code: 'FORBIDDEN' } }],
  })
})

const GUARDED = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@authenticated", "@requiresScopes", "@policy"])
  type Query {
    known: Int @authenticated
    scoped: Int @authenticated @requiresScopes(scopes: [["any:thing"]])
    decided: Int @policy(policies: [["some rule"]])
  }
`

test('--no-auth is refused on any address other than loopback', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
    await using gateway = run(['--supergraph', file, '--port', '0', '--host', host, '--no-auth'])
    expect(await gateway.ended()).toBe(1)
    expect(gateway.output()).toBe(`gateway: --no-auth: only for a gateway on loopback, but PUBLIC_HOST is ${host}\n`)
  }
})

test('without --no-auth, the gateway requires an issuer, and callers need a token', async () => {
  const args = ['--supergraph', file, '--port', '0']
  await using without = run(args)
  expect(await without.ended()).toBe(1)
  expect(without.output()).toMatch(/^gateway: GATEWAY_OIDC_ISSUER: required/)
  await using gateway = run(args, { GATEWAY_OIDC_ISSUER: 'http://127.0.0.1:9' })
  expect((await ask(await gateway.ready(), { query: '{ __typename }' })).status).toBe(401)
})

test('the gateway runs with only the settings of the environment', async () => {
  await using gateway = run([], {
    GATEWAY_SUPERGRAPH: file,
    GATEWAY_PORT: '0',
    GATEWAY_INTERNAL_PORT: '0',
    GATEWAY_OIDC_ISSUER: 'http://127.0.0.1:9',
    GATEWAY_ASSERTION_KEYS: JSON.stringify(await generateAssertionKeys()),
  })
  const port = await gateway.ready()
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  expect(gateway.output()).not.toContain('NO AUTHENTICATION')
})

test('a gateway that waits for its subgraphs stops on SIGTERM', async () => {
  const args = ['--supergraph', 'compose:', '--port', '0', '--subgraph-url', 'a=http://127.0.0.1:9/', '--no-auth']
  await using gateway = run(args)
  await expect.poll(gateway.output).toContain('the supergraph source is failing')
  gateway.stop()
  expect(await gateway.ended()).toBe(0)
})

test('an unknown argument is refused with the usage', async () => {
  await using gateway = run(['--no-such'])
  expect(await gateway.ended()).toBe(1)
  expect(gateway.output()).toMatch(/--no-such[\s\S]*--supergraph/)
})
