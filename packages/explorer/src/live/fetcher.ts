import type { Fetcher, FetcherParams } from '@graphiql/toolkit'
import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql'
import type { FrontTab } from './front-tab.ts'
import { displayedError, type LiveConnection, type Result, type TokenSource } from './live-connection.ts'

export interface FetcherOptions {
  /** URL of `/graphql`. */
  readonly url: string
  readonly tokens: TokenSource
  readonly live: LiveConnection
  readonly frontTab: FrontTab
}

/**
 * Sends queries and mutations to `/graphql` and subscriptions to `live`.
 *
 * The editor writes every result into the tab in front, so results wait until their tab is in front
 * again.
 */
export function openFetcher({ url, tokens, live, frontTab }: FetcherOptions): Fetcher {
  async function post(params: FetcherParams, extraHeaders: Readonly<Record<string, string>>): Promise<Result> {
    const headers = new Headers({
      accept: 'application/graphql-response+json, application/json;q=0.9',
      'content-type': 'application/json',
      ...extraHeaders,
    })
    const token = tokens.token()
    const isOwnToken = !headers.has('authorization')
    if (isOwnToken && token !== undefined) headers.set('authorization', `Bearer ${token}`)
    const body = JSON.stringify(params)
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    if (response === undefined) {
      throw displayedError('The gateway cannot be reached. Check your connection and try again.')
    }
    if (response.status === 401 && isOwnToken) tokens.refused()
    const result = (await response.json().catch(() => undefined)) as Result | undefined
    if (result === undefined) throw displayedError(`The gateway responded with status ${response.status} and no JSON.`)
    return result
  }

  return (params, options) => {
    const operation = selectOperation(params.query, params.operationName)
    const selected = operation === undefined ? params : { ...params, operationName: operation.name?.value ?? null }
    const name = operation?.name?.value
    if (operation?.operation === 'subscription') {
      return holdEvents(live.follow(selected, name ?? 'subscription'), frontTab.start(), frontTab)
    }
    const result = post(selected, (options?.headers ?? {}) as Record<string, string>)
    // The editor's own introspection query, which no tab runs.
    return name === 'IntrospectionQuery' ? result : holdResult(result, frontTab.start(), frontTab)
  }
}

/**
 * The operation of `query` to run: the one with this name, or else the only one. The name may be outdated, because the
 * editor updates it with a delay. `undefined` if there is no such operation, or `query` cannot be parsed.
 */
export function selectOperation(query: string, name: string | null | undefined): OperationDefinitionNode | undefined {
  const operations = (tryParse(query)?.definitions ?? []).filter((node) => node.kind === Kind.OPERATION_DEFINITION)
  const named = operations.find((operation) => operation.name?.value === name)
  return named ?? (operations.length === 1 ? operations[0] : undefined)
}

/** Settles once `tab` is in front. */
async function holdResult<Value>(result: Promise<Value>, tab: string | undefined, frontTab: FrontTab): Promise<Value> {
  await result.catch(() => {})
  await frontTab.until(tab)
  return result
}

type Settled = { readonly step: IteratorResult<Result> } | { readonly error: unknown }

/** Of the events that arrive while `tab` is not in front, yields only the last one. */
export function holdEvents(
  events: AsyncIterableIterator<Result>,
  tab: string | undefined,
  frontTab: FrontTab,
): AsyncIterableIterator<Result> {
  let pending: Promise<Settled> | undefined
  const peek = () => {
    pending ??= events.next().then(
      (step) => ({ step }),
      (error: unknown) => ({ error }),
    )
    return pending
  }
  const take = () => {
    const settled = peek()
    pending = undefined
    return settled
  }
  const isEvent = (settled: Settled) => 'step' in settled && settled.step.done !== true

  return {
    async next() {
      let latest = await take()
      while (isEvent(latest)) {
        const newer = await Promise.race([frontTab.until(tab), peek()])
        if (newer === undefined || !isEvent(newer)) break
        latest = await take()
      }
      if ('step' in latest && latest.step.done === true) return latest.step
      await frontTab.until(tab)
      if ('error' in latest) throw latest.error
      return latest.step
    },
    async return() {
      return (await events.return?.()) ?? { done: true, value: undefined }
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

function tryParse(query: string): DocumentNode | undefined {
  try {
    return parse(query)
  } catch {
    return undefined
  }
}
