import type { AssertionVerifier } from '@travel-rule/auth/assertion-verifier'
import type { Identity } from '@travel-rule/auth/identity'
import type { HttpHost } from '@travel-rule/http-host/http-host'
import { openLogger } from '@travel-rule/service/logger'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { openSubgraphHost, type SubgraphContext } from '@travel-rule/subgraph/subgraph-host'
import { buildSubgraph } from '@travel-rule/subgraph/subgraph-schema'
import { parse } from 'graphql'

/** A real subgraph whose schema can change while its port stays the same. */
export interface ChangingSubgraph extends AsyncDisposable {
  readonly url: string
  /** The callers of all requests so far, newest last. */
  readonly callers: readonly Identity[]
  /** Replaces the served type definitions. Fields of `Query` return their own name. */
  deploy(typeDefs: string): Promise<void>
  stop(): Promise<void>
}

const LINK = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])'

export async function openChangingSubgraph(
  name: string,
  verifier: AssertionVerifier,
  typeDefs: string,
): Promise<ChangingSubgraph> {
  const callers: Identity[] = []
  const logger = openLogger({ name, level: 'silent' })
  const recording: AssertionVerifier = {
    async verify(assertion) {
      const identity = await verifier.verify(assertion)
      if (identity !== undefined) callers.push(identity)
      return identity
    },
    async [Symbol.asyncDispose]() {},
  }
  const open = (schema: string, port: number) =>
    openSubgraphHost<SubgraphContext>({
      name,
      host: '127.0.0.1',
      port,
      portVariable: 'PORT',
      schema: buildSubgraph({
        typeDefs: parse(`${LINK} ${schema}`),
        resolvers: { Query: echoes(schema) },
        serialNamespaces: [],
      }),
      verifier: recording,
      logger,
      readiness: {},
      createContext: (request) => request,
      limits: { drainMs: 100 },
    })
  const port = await freePort()
  let host: HttpHost | undefined = await open(typeDefs, port)
  const stop = async () => {
    await host?.[Symbol.asyncDispose]()
    host = undefined
  }
  return {
    url: `http://127.0.0.1:${port}/graphql`,
    callers,
    stop,
    async deploy(next) {
      await stop()
      host = await open(next, port)
    },
    [Symbol.asyncDispose]: stop,
  }
}

function echoes(schema: string): Record<string, () => string> {
  const fields = /type Query \{([^}]*)\}/.exec(schema)?.[1] ?? ''
  return Object.fromEntries([...fields.matchAll(/(\w+):/g)].map(([, field = '']) => [field, () => field]))
}
