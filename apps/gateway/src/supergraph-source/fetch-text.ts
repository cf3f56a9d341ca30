export interface TextRequest {
  readonly method?: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly bytesMax: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface TextAnswer {
  readonly status: number
  readonly etag: string | undefined
  readonly text: string
}

/**
 * The answer of a URL, whatever its status; redirects are not followed. Throws, with words for an operator, when it is too long, late, or none.
 *
 * Each request has a connection of its own: between two polls whoever answers may have been replaced.
 */
export async function fetchText(url: string, request: TextRequest): Promise<TextAnswer> {
  const { method = 'GET', headers, body = null, bytesMax, timeoutMs } = request
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = AbortSignal.any([request.signal, timeout])
  // Only where it is needed: most gateways read a file, and do without all that comes with it.
  const { request: send } = await import('undici')
  try {
    const answer = await send(url, { method, headers, body, signal, reset: true })
    const { etag } = answer.headers
    const text = await readText(answer.body, bytesMax)
    return { status: answer.statusCode, etag: typeof etag === 'string' ? etag : undefined, text }
  } catch (error) {
    if (timeout.aborted) throw new Error(`no answer within ${timeoutMs} ms`, { cause: error })
    throw new Error(reasonOf(error), { cause: error })
  }
}

async function readText(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new Error(`the answer is longer than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A code says more than the message, where there is one. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code !== undefined ? String(error.code) : error.message
}
