export interface FetchJsonOptions {
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
  readonly bodyBytesMax: number
}

/** The JSON at a URL. Throws when the answer is not a 200, is a redirect, is longer than allowed or is not JSON. */
export async function fetchJson(url: string, options: FetchJsonOptions): Promise<unknown> {
  const response = await options.fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: options.signal,
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new Error(`${url} answered with status ${response.status}`)
  }
  const text = await readBounded(response, options.bodyBytesMax)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${url} did not answer with JSON`)
  }
}

async function readBounded(response: Response, bodyBytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bodyBytesMax) throw new Error(`${response.url} answered with more than ${bodyBytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
