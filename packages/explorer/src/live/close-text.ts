/** What the end of a socket means for the person in front of the page. `error` is what the client rejected with. */
export function closeText(error: unknown): string {
  const closed = error as { readonly code?: unknown; readonly reason?: unknown } | null
  if (typeof closed?.code === 'number') {
    const reason = typeof closed.reason === 'string' && closed.reason !== '' ? `: ${closed.reason}` : ''
    return TEXTS[closed.code] ?? `The connection for live events ended (${closed.code}${reason}).`
  }
  return error instanceof Error ? error.message : 'The connection for live events could not be made.'
}

const TEXTS: Readonly<Record<number, string>> = {
  1006: 'The connection for live events was lost and could not be made again.',
  1013: 'The gateway has too many connections now. Try again in a moment.',
  4401: 'The gateway does not accept your token for live events. Sign in again.',
  4403: 'The gateway does not accept your token for live events, or it has ended. Sign in again.',
  4408: 'The gateway waited too long for your token. Try again.',
}
