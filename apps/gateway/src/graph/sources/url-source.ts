import { fetchText } from './fetch-text.ts'
import { type SupergraphSource, supergraphBytesMax } from './supergraph-source.ts'

export interface UrlSourceOptions {
  readonly url: string
  readonly pollMs: number
  readonly startWaitMs: number
}

const timeoutMs = 15_000

/** A supergraph at a URL. What was read is not sent again while its `ETag` says that it is the same. */
export function openUrlSource({ url, pollMs, startWaitMs }: UrlSourceOptions): SupergraphSource {
  let last: { readonly etag: string; readonly sdl: string } | undefined
  return {
    name: url,
    pollMs,
    startWaitMs,
    parts: () => ({}),
    watch: () => undefined,
    async read(signal) {
      const headers = {
        accept: 'application/graphql, text/plain;q=0.9, */*;q=0.1',
        ...(last !== undefined && { 'if-none-match': last.etag }),
      }
      const answer = await fetchText(url, { headers, bytesMax: supergraphBytesMax, timeoutMs, signal }).catch(
        (error) => {
          throw new Error(`${url} cannot be read: ${error.message}`, { cause: error })
        },
      )
      if (answer.status === 304 && last !== undefined) return { sdl: last.sdl }
      if (answer.status !== 200) throw new Error(`${url} answered with status ${answer.status}`)
      last = answer.etag === undefined ? undefined : { etag: answer.etag, sdl: answer.text }
      return { sdl: answer.text }
    },
    async [Symbol.asyncDispose]() {},
  }
}
