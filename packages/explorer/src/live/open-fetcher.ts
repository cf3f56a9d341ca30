import type { Fetcher, FetcherParams } from '@graphiql/toolkit'
import { urlBesidePage } from '../page-settings.ts'
import { messageError } from './message-error.ts'
import type { LiveConnection, Result, TokenHolder } from './open-live-connection.ts'
import { selectedOperation } from './selected-operation.ts'

/** Sends queries and mutations to `/graphql` with the holder's token, and subscriptions over `live`. */
export function openFetcher(holder: TokenHolder, live: LiveConnection): Fetcher {
  async function post(params: FetcherParams, extraHeaders: Readonly<Record<string, string>>): Promise<Result> {
    const headers = new Headers({
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'content-type': 'application/json',
      ...extraHeaders,
    })
    const token = holder.token()
    const isOwn = !headers.has('authorization')
    if (isOwn && token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const body = JSON.stringify(params)
    const response = await fetch(urlBesidePage('graphql'), { method: 'POST', headers, body }).catch(() => undefined)
    if (response === undefined) {
      throw messageError('The gateway cannot be reached. Check your connection and try again.')
    }
    if (response.status === 401 && isOwn) holder.refused()
    const result = (await response.json().catch(() => undefined)) as Result | undefined
    if (result === undefined) throw messageError(`The gateway responded with status ${response.status}, without JSON.`)
    return result
  }

  return (params, options) => {
    const operation = selectedOperation(params.query, params.operationName)
    const request = operation === undefined ? params : { ...params, operationName: operation.name?.value ?? null }
    if (operation?.operation === 'subscription') return live.follow(request, operation.name?.value ?? 'subscription')
    return post(request, (options?.headers ?? {}) as Record<string, string>)
  }
}
