import { boundedFetch } from './bounded-fetch.ts'
import { redactedSource, type SupergraphSource, supergraphBytesMax } from './supergraph-source.ts'

export interface UrlSourceOptions {
  /** A user and password are sent as basic authentication; they and the query are never logged. */
  readonly url: string
  readonly pollMs: number
  readonly startWaitMs: number
}

const timeoutMs = 60_000

/** A supergraph at a URL, revalidated with its `ETag`. */
export function openUrlSource({ url, pollMs, startWaitMs }: UrlSourceOptions): SupergraphSource {
  const { origin, pathname, search, username, password } = new URL(url)
  const name = redactedSource(url)
  const authorization = username === '' && password === '' ? undefined : basic(username, password)
  let cached: { readonly etag: string; readonly sdl: string } | undefined
  return {
    name,
    pollMs,
    startWaitMs,
    subgraphSchemas: () => ({}),
    watch: () => undefined,
    invalidate() {
      cached = undefined
    },
    async read(signal) {
      const headers = {
        accept: 'application/graphql, text/plain;q=0.9, */*;q=0.1',
        ...(authorization !== undefined && { authorization }),
        ...(cached !== undefined && { 'if-none-match': cached.etag }),
      }
      const request = { headers, bytesMax: supergraphBytesMax, timeoutMs, signal }
      const { status, etag, body } = await boundedFetch(`${origin}${pathname}${search}`, request).catch((error) => {
        throw new Error(`${name} cannot be read: ${error.message}`, { cause: error })
      })
      if (status === 304 && cached !== undefined) return { sdl: cached.sdl }
      if (status !== 200) throw new Error(`${name} responded with status ${status}`)
      cached = etag === undefined ? undefined : { etag, sdl: body }
      return { sdl: body }
    },
    async [Symbol.asyncDispose]() {},
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
}

/** Removes percent-encoding if it is valid. */
function decoded(component: string): string {
  try {
    return decodeURIComponent(component)
  } catch {
    return component
  }
}
