import type { TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { type ApiProblem, apiProblem } from '../api/problem.ts'

interface Fetched<Data> {
  readonly data?: Data | undefined
  readonly problem?: ApiProblem
}

/**
 * Personal data, which is kept here and not in the cache, so that hiding discards it. Loaded for each new `state`;
 * without a `state`, nothing is loaded.
 */
export function useFetched<Data>(
  query: TypedDocumentNode<Data, { id: string }>,
  id: string,
  state: string | undefined,
): Fetched<Data> {
  const client = useApolloClient()
  const [fetched, setFetched] = useState<Fetched<Data> & { readonly of?: string }>({})
  const of = state && `${id} ${state}`
  useEffect(() => {
    if (of === undefined) return setFetched({})
    let isCurrent = true
    client.query({ query, variables: { id }, fetchPolicy: 'no-cache' }).then(
      ({ data }) => isCurrent && setFetched({ of, data: data as Data | undefined }),
      (error) => isCurrent && setFetched({ of, problem: apiProblem(error) }),
    )
    return () => {
      isCurrent = false
    }
  }, [client, query, id, of])
  // What was loaded for another state says nothing about this one.
  return fetched.of === of ? fetched : {}
}
