import { fetchText } from './fetch-text.ts'

const schemaBytesMax = 10_000_000
const timeoutMs = 5_000
const BODY = JSON.stringify({ query: '{ _service { sdl } }' })

/** The schema that a running subgraph says it has. Throws with words for an operator. */
export async function readSubgraphSchema(
  url: string,
  { assertion, signal }: { readonly assertion: string; readonly signal: AbortSignal },
): Promise<string> {
  const { status, text } = await fetchText(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'x-identity-assertion': assertion,
    },
    body: BODY,
    bytesMax: schemaBytesMax,
    timeoutMs,
    signal,
  })
  const sdl = sdlOf(text)
  if (sdl === undefined) throw new Error(`status ${status}, and no schema in the answer`)
  return sdl
}

function sdlOf(text: string): string | undefined {
  try {
    const sdl: unknown = JSON.parse(text)?.data?._service?.sdl
    return typeof sdl === 'string' && sdl !== '' ? sdl : undefined
  } catch {
    return undefined
  }
}
