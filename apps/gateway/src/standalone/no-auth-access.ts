import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import type { Identity } from '@travel-rule/auth/identity'
import type { Graph } from '@travel-rule/federation/supergraph/build-graph'
import { OperatorError } from '@travel-rule/service/operator-error'
import type { Config } from '../config.ts'
import { EXPLAIN_SCOPE } from '../explain/explain-scope.ts'
import { type Access, openGatewaySigner } from '../identity/access.ts'
import { isLoopback } from './loopback.ts'

/**
 * The access of everybody on this machine: no token is asked for, and every caller has every scope that the served graph knows. A field that is for
 * `@authenticated` callers is for them, as what asks for a scope is; policies are decided as for anybody.
 *
 * Only for a gateway that listens on loopback; throws `OperatorError` otherwise. A page in a browser on this machine is not let in:
 * neither from another site nor under a name that was made to lead here.
 */
export async function openNoAuthAccess(config: {
  readonly host: string
  readonly assertionKeys: Config['assertionKeys'] | undefined
}): Promise<Access> {
  if (!isLoopback(config.host)) {
    throw new OperatorError(`--no-auth: only for a gateway on loopback, and GATEWAY_HOST is ${config.host}`)
  }
  const signer = await openGatewaySigner(config.assertionKeys ?? (await generateAssertionKeys()).keys)
  const known = new WeakMap<Graph, Identity>()
  return {
    signer,
    readiness: {},
    openAuthenticator: (graph) => ({
      async authenticate() {
        const now = graph()
        const identity = known.get(now) ?? everybody(now)
        known.set(now, identity)
        return {
          identity,
          anonymous: true,
          expiresAtSeconds: NEVER,
          assertionFor: (subgraph) => signer.mint(identity, subgraph),
        }
      },
    }),
    guard: { objection },
    begin: () => undefined,
    async [Symbol.asyncDispose]() {},
  }
}

function objection({ host, origin }: { readonly host?: string | undefined; readonly origin?: string | undefined }) {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname ?? ''
  if (!isLoopback(name)) return 'Without authentication this gateway answers only to localhost.'
  const from = origin === undefined ? 'localhost' : (URL.parse(origin)?.hostname ?? '')
  return isLoopback(from) ? undefined : 'Without authentication this gateway answers no page of another site.'
}

/** The year 9999, in seconds. */
const NEVER = 253_370_764_800

function everybody({ requirements }: Graph): Identity {
  const named = [...requirements.values()].flatMap(({ scopes }) => scopes.flat(2))
  const scopes = [...new Set([...named, EXPLAIN_SCOPE])].sort()
  return { subject: 'no-auth', clientId: 'no-auth', name: 'Nobody in particular', roles: [], scopes }
}
