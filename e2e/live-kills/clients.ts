import { createClient } from 'graphql-ws'
import { SubscriptionClient } from 'subscriptions-transport-ws'
import { WebSocket } from 'ws'
import { LEGACY_LIMITS } from '../harness/live-client.ts'
import type { ClientLog } from './client-log.ts'

/** Subscribes with `graphql-ws`, all logs on one socket. Closing by disposal is not logged. */
export function followGraphqlWs(url: string, token: string, logs: readonly ClientLog[]): Disposable {
  const client = createClient({
    url,
    connectionParams: { bearer_token: token },
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  })
  let disposed = false
  for (const log of logs) {
    const addProblem = (problem: string, detail?: unknown) => {
      if (!disposed) log.addProblem(problem, detail)
    }
    client.subscribe(
      { ...log.subscription, extensions: log.extensions() },
      {
        next: log.add,
        error: (error) => addProblem('an error', error),
        complete: () => addProblem('the subscription completed'),
      },
    )
  }
  return {
    [Symbol.dispose]() {
      disposed = true
      void client.dispose()
    },
  }
}

/** Like `followGraphqlWs`, with `subscriptions-transport-ws`. */
export function followLegacy(url: string, token: string, logs: readonly ClientLog[]): Disposable {
  const connectionParams = { bearer_token: token }
  const client = new SubscriptionClient(url, { connectionParams, reconnect: false, ...LEGACY_LIMITS }, WebSocket)
  let disposed = false
  client.onDisconnected(() => {
    for (const log of logs) if (!disposed) log.addProblem('the socket was closed')
  })
  for (const log of logs) {
    const { query, variables } = log.subscription
    client.request({ query, variables, extensions: log.extensions() } as never).subscribe({
      next: log.add,
      error: (error) => log.addProblem('an error', error),
      complete: () => {
        if (!disposed) log.addProblem('the subscription completed')
      },
    })
  }
  return {
    [Symbol.dispose]() {
      disposed = true
      client.close()
    },
  }
}

/** Subscribes over `text/event-stream`. Closing by disposal is not logged. */
export function followEventStream(url: string, token: string, log: ClientLog): Disposable {
  const abort = new AbortController()
  readStream(url, token, log, abort.signal).then(
    () => log.addProblem('the stream ended'),
    (error: unknown) => {
      if (!abort.signal.aborted) log.addProblem('the stream failed', error)
    },
  )
  return { [Symbol.dispose]: () => abort.abort() }
}

async function readStream(url: string, token: string, log: ClientLog, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    body: JSON.stringify({ ...log.subscription, extensions: log.extensions() }),
    signal,
  })
  if (response.status !== 200 || response.body === null) {
    return log.addProblem(`response with status ${response.status}`, await response.text())
  }
  let buffered = ''
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const events = (buffered + chunk).split('\n\n')
    buffered = events.pop() ?? ''
    for (const event of events) addEvent(event, log)
  }
}

/**
 * Source: HTML, 9.2.6 "Interpreting an event stream"; GraphQL over Server-Sent Events, "Distinct
 * connections mode".
 */
function addEvent(block: string, log: ClientLog): void {
  const fields = block.split('\n').filter((line) => !line.startsWith(':'))
  const fieldOf = (name: string) => fields.find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1)
  const event = fieldOf('event')?.trim()
  if (event === 'next') log.add(JSON.parse(fieldOf('data') ?? ''))
  else if (event !== undefined) log.addProblem(`an event ${event}`)
}
