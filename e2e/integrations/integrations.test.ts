import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gql } from '@apollo/client'
import { openAssertionSigner } from '@travel-rule/auth/assertion-signer'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pythonPackages } from '../real-parts/python.ts'
import { cache } from './apollo-cache.ts'
import { openCallerReader } from './verify-assertion.ts'

const EXAMPLES = [
  'apollo-cache.ts',
  'wallet-loop.ts',
  'wallet-loop.py',
  'wallet-loop.go',
  'verify-assertion.ts',
  'rates.py',
]
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const ada = {
  subject: 'ada',
  clientId: 'dashboard',
  actsFor: 'PERSON' as const,
  name: 'Ada',
  roles: ['observer'],
  scopes: ['trpd:read'],
}
const python = await pythonPackages()

it('docs/integrating.md shows each tested example unchanged', () => {
  const shown = read('../../docs/integrating.md').matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)
  expect(Object.fromEntries(shown.map(([, name, code]) => [name, code]))).toEqual(
    Object.fromEntries(EXAMPLES.map((name) => [name, read(name)])),
  )
})

describe('the cache of Apollo Client', () => {
  it('the cache of Apollo Client keeps the fields of a namespace that another query selected', () => {
    const vasps = gql`{ trpd { vaspsCount } }`
    cache.writeQuery({ query: vasps, data: { trpd: { __typename: 'TrpdQuery', vaspsCount: 3 } } })
    const transactions = gql`{ trpd { transactionsCount } }`
    cache.writeQuery({ query: transactions, data: { trpd: { __typename: 'TrpdQuery', transactionsCount: 7 } } })
    expect(cache.readQuery({ query: vasps })).toMatchObject({ trpd: { vaspsCount: 3 } })
    expect(cache.readQuery({ query: transactions })).toMatchObject({ trpd: { transactionsCount: 7 } })
  })

  it('the cache of Apollo Client appends the next page of transactions to the previous ones', () => {
    const query = gql`query ($after: String) {
      trpd { transactions(first: 1, after: $after) { edges { cursor node { id } } pageInfo { endCursor hasNextPage } } } }`
    for (const [after, cursor] of [
      [undefined, 'a'],
      ['a', 'b'],
    ]) {
      const node = { __typename: 'Transaction', id: `t-${cursor}` }
      const edges = [{ __typename: 'TransactionEdge', cursor, node }]
      const pageInfo = { __typename: 'PageInfo', endCursor: cursor, hasNextPage: true }
      const connection = { __typename: 'TransactionConnection', edges, pageInfo }
      const data = { trpd: { __typename: 'TrpdQuery', transactions: connection } }
      cache.writeQuery({ query, variables: { after }, data })
    }
    expect(cache.readQuery({ query })).toMatchObject({
      trpd: { transactions: { edges: [{ node: { id: 't-a' } }, { node: { id: 't-b' } }] } },
    })
  })
})

describe('a subgraph of another team', () => {
  let gateway: Awaited<ReturnType<typeof openAssertionSigner>>
  let keysUrl: string
  const server = createServer((_request, response) => void response.end(JSON.stringify(gateway.publicKeys())))
  beforeAll(async () => {
    gateway = await openAssertionSigner({ issuer: 'gateway', ...(await generateAssertionKeys()) })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    keysUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/.well-known/jwks.json`
  })
  afterAll(() => void server.close())

  it('a foreign subgraph verifies an identity assertion with jose, and refuses those of other issuers and audiences', async () => {
    const callerOf = openCallerReader(keysUrl)
    const caller = { sub: 'ada', azp: 'dashboard', acts_for: 'PERSON', name: 'Ada', scopes: ['trpd:read'] }
    expect(await callerOf(await gateway.mint(ada, 'rates'))).toMatchObject(caller)
    for (const refused of await refusedAssertions()) await expect(callerOf(refused)).rejects.toThrow()
  })

  it('a foreign subgraph serves its schema and data from Python, and only to the gateway', async ({ skip }) => {
    if ('unavailable' in python) return skip(python.unavailable)
    const port = await freePort()
    const env = { ...process.env, ...python.env, RATES_PORT: String(port), RATES_ASSERTION_JWKS_URL: keysUrl }
    const child = spawn('python3', [fileURLToPath(new URL('rates.py', import.meta.url))], { env, stdio: 'ignore' })
    const send = async (assertion: string, query: string) => {
      const headers = { 'content-type': 'application/json', 'x-identity-assertion': assertion }
      const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query }),
      })
      return { status: response.status, ...((await response.json()) as { data?: unknown; errors?: unknown }) }
    }
    try {
      const assertion = await gateway.mint(ada, 'rates')
      await expect
        .poll(() => send(assertion, '{ rate(asset: "BTC") }').catch(() => undefined))
        .toMatchObject({
          status: 200,
          data: { rate: '91250.50' },
        })
      expect(await send(assertion, '{ _service { sdl } }')).toMatchObject({
        data: { _service: { sdl: expect.stringContaining('rate(') } },
      })
      const noScopes = await gateway.mint({ ...ada, scopes: [] }, 'rates')
      expect(await send(noScopes, '{ rate(asset: "BTC") }')).toMatchObject({
        data: { rate: null },
        errors: [{ message: 'This needs trpd:read.', extensions: { code: 'FORBIDDEN' } }],
      })
      for (const refused of await refusedAssertions()) expect((await send(refused, '{ __typename }')).status).toBe(401)
    } finally {
      child.kill()
    }
  })

  async function refusedAssertions(): Promise<string[]> {
    const stranger = await openAssertionSigner({ issuer: 'gateway', ...(await generateAssertionKeys()) })
    const earlier = Date.now() - 120_000
    const past = await openAssertionSigner({
      issuer: 'gateway',
      ...(await generateAssertionKeys()),
      now: () => earlier,
    })
    return [
      '',
      'x.y.z',
      await gateway.mint(ada, 'trpd'),
      await stranger.mint(ada, 'rates'),
      await past.mint(ada, 'rates'),
    ]
  }
})
