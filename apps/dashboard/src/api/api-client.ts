import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import type { Session } from '../session/session.ts'
import { apiProblem, isTokenRefusal } from './problem.ts'

/** Longer than the gateway's default timeout, so that its refusal is shown. */
const TIMEOUT_MS = 60_000
/** Maximum automatic wait; beyond it, the person decides. */
const RETRY_AFTER_MAX_SECONDS = 10
/** Random delay, so that requests of one page that were refused together are not repeated together. */
const RETRY_JITTER_MS = 500

/**
 * The client for queries and mutations, with a normalised cache. A request that was rate-limited is repeated once when
 * the gateway allows it.
 */
export function openApiClient(baseUrl: string, session: Pick<Session, 'token' | 'refused'>): ApolloClient {
  const http = new HttpLink({
    uri: `${baseUrl}/graphql`,
    async fetch(uri, init) {
      const send = async () => {
        const token = await session.token()
        const headers = { ...init?.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
        const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])]
        return fetch(uri, { ...init, headers, signal: AbortSignal.any(signals) })
      }
      const response = await send()
      const seconds = response.status === 429 ? Number(response.headers.get('retry-after') ?? Infinity) : Infinity
      if (!(seconds <= RETRY_AFTER_MAX_SECONDS)) return response
      // The request was not executed, so even a mutation may be repeated.
      await response.body?.cancel()
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000 + Math.random() * RETRY_JITTER_MS))
      return send()
    },
  })
  const refusals = new ErrorLink(({ error }) => {
    if (isTokenRefusal(apiProblem(error))) session.refused()
  })
  return new ApolloClient({ link: ApolloLink.from([refusals, http]), cache: openCache() })
}

/** A cache that is normalised by type and id. */
export function openCache(): InMemoryCache {
  const namespace = { merge: true } as const
  return new InMemoryCache({
    // Without this, the cache cannot read fragments on the interface.
    possibleTypes: { OwnershipProof: ['SignatureProof'] },
    typePolicies: {
      TrpdQuery: namespace,
      AopdQuery: namespace,
      AutodQuery: namespace,
      // These objects have no identity: a response replaces the fields that it contains.
      Delivery: { merge: true },
      Case: { merge: true },
      // A deleted view no longer exists.
      Identity: { fields: { savedViews: { merge: false } } },
    },
  })
}
