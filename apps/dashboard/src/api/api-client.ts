import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client'
import { ErrorLink } from '@apollo/client/link/error'
import type { Session } from '../session/session.ts'
import { apiProblem, isTokenRefusal } from './problem.ts'

const TIMEOUT_MS = 30_000

/** The client for queries and mutations, with a normalised cache. */
export function openApiClient(baseUrl: string, session: Pick<Session, 'token' | 'refused'>): ApolloClient {
  const http = new HttpLink({
    uri: `${baseUrl}/graphql`,
    async fetch(uri, init) {
      const token = await session.token()
      const headers = { ...init?.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }
      const signals = [AbortSignal.timeout(TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])]
      return fetch(uri, { ...init, headers, signal: AbortSignal.any(signals) })
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
    // Without this, the cache reads no fragment on the interface.
    possibleTypes: { OwnershipProof: ['SignatureProof'] },
    typePolicies: {
      TrpdQuery: namespace,
      AopdQuery: namespace,
      AutodQuery: namespace,
      // These have no identity of their own: a response changes what it has of them.
      Delivery: { merge: true },
      Case: { merge: true },
      // A deleted view is gone.
      Identity: { fields: { savedViews: { merge: false } } },
    },
  })
}
