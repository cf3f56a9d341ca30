import type { Fetcher, FetcherParams } from '@graphiql/toolkit'
import { besidePage } from '../page-settings.ts'
import { meantOperation } from './meant-operation.ts'
import type { LiveConnection, Result } from './open-live-connection.ts'
import { shownProblem } from './shown-problem.ts'

/** Whose token is sent. */
export interface TokenHolder {
  token(): string | undefined
  /** Called when the gateway did not take it. */
  refused(): void
}

/** Sends queries and mutations to `/graphql` as the holder of the token, and follows subscriptions over `live`. */
export function openFetcher(holder: TokenHolder, live: LiveConnection): Fetcher {
  async function post(params: FetcherParams, given: Readonly<Record<string, string>>): Promise<Result> {
    const headers = new Headers({
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'content-type': 'application/json',
      ...given,
    })
    const token = holder.token()
    const isOwn = !headers.has('authorization')
    if (isOwn && token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const body = JSON.stringify(params)
    const response = await fetch(besidePage('graphql'), { method: 'POST', headers, body }).catch(() => undefined)
    if (response === undefined) {
      throw shownProblem('The gateway cannot be reached. Check your connection and try again.')
    }
    if (response.status === 401 && isOwn) holder.refused()
    const result = (await response.json().catch(() => undefined)) as Result | undefined
    if (result === undefined) throw shownProblem(`The gateway answered with ${response.status} and no JSON.`)
    return result
  }

  return (params, options) => {
    const operation = meantOperation(params.query, params.operationName)
    const meant = operation === undefined ? params : { ...params, operationName: operation.name?.value ?? null }
    if (operation?.operation === 'subscription') return live.follow(meant, operation.name?.value ?? 'subscription')
    return post(meant, (options?.headers ?? {}) as Record<string, string>)
  }
}
