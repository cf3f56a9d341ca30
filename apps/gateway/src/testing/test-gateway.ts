import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AssertionVerifier, openAssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { openTestIssuer, type TestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { hashSupergraph } from '@travel-rule/federation/supergraph/build-supergraph'
import { openLogger } from '@travel-rule/service/logger'
import { readSettings } from '@travel-rule/service/settings'
import type { FormattedExecutionResult } from 'graphql'
import { settings } from '../config.ts'
import { start } from '../start.ts'
import { TUNING, type Tuning } from '../tuning.ts'
import { type Journal, type TestSubgraph, type TestSubgraphs, testSubgraphs } from './test-subgraphs.ts'

export interface TestGateway extends AsyncDisposable {
  readonly url: string
  readonly wsUrl: string
  readonly internalUrl: string
  readonly issuer: TestIssuer
  readonly journal: Journal
  readonly logged: string[]
  /** The file with the supergraph of the gateway, and its initial content. */
  readonly supergraph: { readonly file: string; readonly sdl: string }
  /** A token with every scope, or with the roles in `claims`. */
  token(claims?: Record<string, unknown>): Promise<string>
  /** Sends a query with a token; returns the parsed response. */
  query(query: string, options?: { token?: string; variables?: object }): Promise<FormattedExecutionResult>
  /** What the gateway does first when its process receives SIGTERM. */
  retire(): Promise<void>
  /** Stops a subgraph. `revive` starts it again on the same port. */
  stop(name: 'orders' | 'people'): Promise<void>
  revive(name: 'orders' | 'people'): Promise<void>
  /** Writes another supergraph, and resolves once it is served. */
  serve(sdl: string): Promise<void>
  /** Serves a subgraph at a second URL as well, and returns that URL. */
  serveAlso(name: 'orders' | 'people'): Promise<string>
}

export const ROLE_SCOPES = 'clerk=orders:read orders:write pii:read,visitor=orders:read,nobody=none'

/**
 * A real gateway with two real subgraphs and a real issuer, all on free ports.
 *
 * `people` replaces that subgraph with a faulty listener. `env`: settings of the gateway. `limits`
 * replaces some of those that have no setting.
 */
export async function openTestGateway(
  options: { env?: Record<string, string>; limits?: Partial<Tuning>; people?: RequestListener } = {},
): Promise<TestGateway> {
  await using stack = new AsyncDisposableStack()
  const issuer = stack.use(await openTestIssuer())
  const subgraphs = testSubgraphs()
  const verifiers: Record<string, AssertionVerifier> = {}
  const hosts = new Map<string, { port: number; dispose(): Promise<void> }>()
  const serve = async (subgraph: TestSubgraph, port?: number) => {
    const host = await subgraph.serve(verifierOf(verifiers, subgraph.name), port)
    hosts.set(subgraph.name, { port: host.port, dispose: async () => host[Symbol.asyncDispose]() })
  }
  stack.defer(async () => {
    for (const host of hosts.values()) await host.dispose()
  })
  await serve(subgraphs.orders)
  if (options.people === undefined) await serve(subgraphs.people)
  else hosts.set('people', await listen(options.people))
  const portOf = (name: string) => hosts.get(name)?.port
  const folder = await mkdtemp(join(tmpdir(), 'gateway-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const logged: string[] = []
  const gateway = stack.use(
    await startGateway(folder, subgraphs, logged, options.limits, {
      GATEWAY_SUBGRAPH_URLS: ['orders', 'people'].map((n) => `${n}=http://127.0.0.1:${portOf(n)}/graphql`).join(','),
      GATEWAY_OIDC_ISSUER: issuer.issuer,
      // Without schema requests, a listener that replaces a subgraph receives only operations.
      ...(options.people !== undefined && { GATEWAY_PASS_THROUGH: 'checked' }),
      ...options.env,
    }),
  )
  const url = `http://127.0.0.1:${gateway.ports.http}`
  const internalUrl = `http://127.0.0.1:${gateway.ports.internal}`
  for (const name of ['orders', 'people']) {
    const jwksUrl = `${internalUrl}/.well-known/jwks.json`
    verifiers[name] = stack.use(openAssertionVerifier({ issuer: 'gateway', audience: name, jwksUrl }))
  }
  const token = (claims: Record<string, unknown> = {}) =>
    issuer.token({ realm_access: { roles: ['clerk'] }, ...claims })
  const opened = stack.move()
  return {
    url,
    wsUrl: `${url.replace('http', 'ws')}/graphql-ws`,
    internalUrl,
    issuer,
    journal: subgraphs.journal,
    logged,
    supergraph: { file: supergraphFile(folder), sdl: subgraphs.supergraph },
    token,
    async query(query, { token: bearer, variables } = {}) {
      const response = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer ?? (await token())}` },
        body: JSON.stringify({ query, variables }),
      })
      return (await response.json()) as FormattedExecutionResult
    },
    retire: async () => gateway.retire?.(),
    stop: async (name) => hosts.get(name)?.dispose(),
    revive: (name) => serve(subgraphs[name], portOf(name)),
    async serve(sdl) {
      await writeFile(supergraphFile(folder), sdl)
      const hash = hashSupergraph(sdl)
      const isServed = (line: string) => line.includes('serving a supergraph') && line.includes(hash)
      while (!logged.some(isServed)) await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async serveAlso(name) {
      const host = opened.use(await subgraphs[name].serve(verifierOf(verifiers, name)))
      return `http://127.0.0.1:${host.port}/graphql`
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

const supergraphFile = (folder: string) => join(folder, 'supergraph.graphql')

async function startGateway(
  folder: string,
  { supergraph }: TestSubgraphs,
  logged: string[],
  limits: Partial<Tuning> | undefined,
  env: Record<string, string>,
) {
  const file = supergraphFile(folder)
  await writeFile(file, supergraph)
  const config = readSettings(settings, {
    GATEWAY_PORT: '0',
    GATEWAY_INTERNAL_PORT: '0',
    GATEWAY_SUPERGRAPH: file,
    GATEWAY_ASSERTION_KEYS: JSON.stringify(await generateAssertionKeys()),
    GATEWAY_ROLE_SCOPES: ROLE_SCOPES,
    GATEWAY_DEFAULT_ROLE: 'visitor',
    // Tests send many requests as one client.
    GATEWAY_CLIENT_LIMITS: 'burst=1000000',
    DRAIN_SECONDS: '0',
    ...env,
  })
  const destination = { write: (line: string) => void logged.push(line) }
  return start({ ...TUNING, ...config, ...limits }, openLogger({ name: 'gateway', level: 'debug', destination }))
}

/** Looks up the verifier when it is used: subgraphs start before the gateway, which publishes the keys. */
function verifierOf(verifiers: Readonly<Record<string, AssertionVerifier>>, name: string): AssertionVerifier {
  return {
    verify: async (assertion) => verifiers[name]?.verify(assertion),
    async [Symbol.asyncDispose]() {},
  }
}

/** A plain HTTP server that acts as a faulty upstream. */
export async function listen(listener: RequestListener): Promise<{ port: number; dispose(): Promise<void> }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async dispose() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
