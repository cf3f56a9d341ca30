import type { Identity } from '@travel-rule/auth/identity'
import { OperatorError } from '@travel-rule/service/operator-error'
import { isLoopbackHost } from '@travel-rule/service/private-host'
import { EXPLAIN_SCOPE } from './explain/explain-route.ts'
import {
  type Access,
  type AssertionKeys,
  openGatewaySigner,
  type RequestGuard,
  type ServedGraph,
} from './identity/access.ts'

/**
 * Access without tokens: every caller counts as authenticated and has every scope of the served
 * graph. Policies are decided as usual.
 *
 * Only for a gateway on loopback; throws `OperatorError` otherwise. Refuses requests of web pages
 * from other sites, and of pages under another host name that resolves to loopback.
 */
export async function openNoAuthAccess(settings: {
  readonly host: string
  readonly assertionKeys: AssertionKeys
}): Promise<Access> {
  if (!isLoopbackHost(settings.host)) {
    throw new OperatorError(`--no-auth: only for a gateway on loopback, but PUBLIC_HOST is ${settings.host}`)
  }
  const signer = await openGatewaySigner(settings.assertionKeys)
  let last: { readonly graph: ServedGraph; readonly identity: Identity } | undefined
  return {
    signer,
    routes: [],
    readiness: {},
    openAuthenticator: (servedGraph) => ({
      async authenticate() {
        const graph = servedGraph()
        if (last?.graph !== graph) last = { graph, identity: identityFor(graph) }
        const { identity } = last
        return {
          identity,
          anonymous: true,
          expiresAtSeconds: YEAR_9999_SECONDS,
          assertionFor: (subgraph) => signer.mint(identity, subgraph),
        }
      },
    }),
    guard: LOOPBACK_ONLY,
    begin: () => undefined,
    async [Symbol.asyncDispose]() {},
  }
}

const LOOPBACK_ONLY: RequestGuard = {
  objection({ host, origin }) {
    const hostname = URL.parse(`http://${host ?? ''}`)?.hostname ?? ''
    if (!isLoopbackHost(hostname)) return 'Without authentication this gateway only serves localhost.'
    const originHost = origin === undefined ? 'localhost' : (URL.parse(origin)?.hostname ?? '')
    if (isLoopbackHost(originHost)) return undefined
    return 'Without authentication this gateway does not serve pages of other sites.'
  },
}

const YEAR_9999_SECONDS = 253_370_764_800

function identityFor({ requirements }: ServedGraph): Identity {
  const required = [...requirements.values()].flatMap(({ scopes }) => scopes.flat(2))
  const scopes = [...new Set([...required, EXPLAIN_SCOPE])].sort()
  return { subject: 'no-auth', clientId: 'no-auth', actsFor: 'PERSON', name: 'Anonymous', roles: [], scopes }
}
