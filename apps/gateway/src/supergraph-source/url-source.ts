import { fetchText } from './fetch-text.ts'
import { shownSource } from './shown-source.ts'
import { type SupergraphSource, supergraphBytesMax } from './supergraph-source.ts'

export interface UrlSourceOptions {
  /** A user and password in it are sent as basic authentication. These and its query are not shown. */
  readonly url: string
  readonly pollMs: number
  readonly startWaitMs: number
}

const timeoutMs = 15_000

/** A supergraph at a URL. What was read is not sent again while its `ETag` says that it is the same. */
export function openUrlSource({ url, pollMs, startWaitMs }: UrlSourceOptions): SupergraphSource {
  const { origin, pathname, search, username, password } = new URL(url)
  const name = shownSource(url)
  const authorization = username === '' && password === '' ? undefined : basic(username, password)
  let last: { readonly etag: string; readonly sdl: string } | undefined
  return {
    name,
    pollMs,
    startWaitMs,
    parts: () => ({}),
    watch: () => undefined,
    forget() {
      last = undefined
    },
    async read(signal) {
      const headers = {
        accept: 'application/graphql, text/plain;q=0.9, */*;q=0.1',
        ...(authorization !== undefined && { authorization }),
        ...(last !== undefined && { 'if-none-match': last.etag }),
      }
      const request = { headers, bytesMax: supergraphBytesMax, timeoutMs, signal }
      const answer = await fetchText(`${origin}${pathname}${search}`, request).catch((error) => {
        throw new Error(`${name} cannot be read: ${error.message}`, { cause: error })
      })
      if (answer.status === 304 && last !== undefined) return { sdl: last.sdl }
      if (answer.status !== 200) throw new Error(`${name} answered with status ${answer.status}`)
      last = answer.etag === undefined ? undefined : { etag: answer.etag, sdl: answer.text }
      return { sdl: answer.text }
    },
    async [Symbol.asyncDispose]() {},
  }
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${decoded(username)}:${decoded(password)}`).toString('base64')}`
}

/** As it was before it became part of a URL. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
