import type { OperationVariables, TypedDocumentNode } from '@apollo/client'
import { useApolloClient } from '@apollo/client/react'
import { useMemo } from 'react'

/** Requests that a person starts. They reject with the API's error. */
export interface Api {
  /** Loads something that the cache must not keep, such as personal data. */
  load<Data, Variables extends OperationVariables>(
    query: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data | undefined>
  /** Changes something, also wherever the page shows it. */
  change<Data, Variables extends OperationVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data | undefined>
  /** Changes something, with a response that the cache must not keep. */
  send<Data, Variables extends OperationVariables>(
    mutation: TypedDocumentNode<Data, Variables>,
    variables: Variables,
  ): Promise<Data | undefined>
}

export function useApi(): Api {
  const client = useApolloClient()
  return useMemo(
    () => ({
      load: async (query, variables) => (await client.query({ query, variables, fetchPolicy: 'no-cache' })).data,
      change: async (mutation, variables) => (await client.mutate({ mutation, variables })).data,
      send: async (mutation, variables) => (await client.mutate({ mutation, variables, fetchPolicy: 'no-cache' })).data,
    }),
    [client],
  )
}
