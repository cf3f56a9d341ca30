import { createClient } from 'graphql-ws'
import WebSocket from 'ws'
import type { NodeFile } from '../node-file.ts'

/** Far longer than an exchange takes, so that the story continues on a busy machine. */
const TIMEOUT_MS = 180_000

// biome-ignore lint/suspicious/noExplicitAny: the story reads the responses to its own queries
type Data = any

export interface Api {
  /** Returns the `data` of an operation. Throws the message and code of its first error. */
  run(query: string, variables?: unknown): Promise<Data>
  /** Follows the events of a subscription. Resolves once no further event can be missed. */
  follow(query: string): Promise<Events>
  /** A request to the counterparty's control interface. */
  control(path: string, body?: unknown): Promise<Data>
}

export interface Events extends Disposable {
  /** The first past or future event that `matches`. Throws after 3 minutes, naming `what`. */
  until(what: string, matches: (event: Data) => boolean): Promise<Data>
}

/** Requests an access token with client credentials, like an integrator. */
export async function fetchToken(node: NodeFile): Promise<string> {
  const response = await fetch(`${node.baseUrl}/auth/realms/${node.realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      scope: 'openid',
      client_id: node.clientId ?? '',
      client_secret: node.clientSecret ?? '',
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const body = (await response.json()) as { access_token?: string; error?: string }
  if (body.access_token === undefined) throw new Error(`The token was refused: ${response.status} ${body.error}`)
  return body.access_token
}

export function openApi(node: NodeFile, token: string, onEvent: (event: Data) => void): Api {
  return {
    async run(query, variables) {
      const { data, errors } = await postJson(
        `${node.baseUrl}/graphql`,
        { query, variables },
        { authorization: `Bearer ${token}` },
      )
      if (errors?.length > 0) throw new Error(`${errors[0].message} (${errors[0].extensions?.code})`)
      return data
    },
    follow: (query) => follow(`${node.baseUrl.replace(/^http/, 'ws')}/graphql-ws`, token, query, onEvent),
    control: (path, body) => postJson(`${node.counterparty?.url}${path}`, body),
  }
}

async function postJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Data> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
  })
  return response.json()
}

async function follow(url: string, token: string, query: string, onEvent: (event: Data) => void): Promise<Events> {
  const announced = Promise.withResolvers<void>()
  // After each reconnect the client sends these again, with the position at that time.
  const extensions: Record<string, unknown> = { announce: true }
  const seen: Data[] = []
  const waiting = new Set<() => void>()
  let failure: unknown
  const wake = () => {
    for (const check of waiting) check()
  }
  const client = createClient({ url, webSocketImpl: WebSocket, connectionParams: { bearer_token: token } })
  client.subscribe<Data, { readonly position?: string }>(
    { query, extensions },
    {
      next: ({ data, errors, extensions: { position } = {} }) => {
        extensions.resumeAfter = position ?? extensions.resumeAfter
        if (!data && !errors) return announced.resolve()
        if (errors) failure = new Error(errors[0]?.message)
        else {
          seen.push(data)
          onEvent(data)
        }
        wake()
      },
      error: (error) => {
        failure = Array.isArray(error) ? new Error(error[0]?.message) : error
        announced.reject(failure)
        wake()
      },
      complete: () => {},
    },
  )
  await announced.promise
  return {
    until: (what, matches) =>
      new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          waiting.delete(check)
        }
        const timer = setTimeout(() => {
          settle()
          const waited = `${TIMEOUT_MS / 1_000} s`
          reject(new Error(`No live event within ${waited} for: ${what}. The logs of the node may say why.`))
        }, TIMEOUT_MS)
        const check = () => {
          const found = seen.find(matches)
          if (found === undefined && failure === undefined) return
          settle()
          if (found === undefined) reject(failure)
          else resolve(found)
        }
        waiting.add(check)
        check()
      }),
    [Symbol.dispose]: () => void client.dispose(),
  }
}
