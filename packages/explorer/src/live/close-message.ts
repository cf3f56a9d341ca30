/** The message for the user after a socket has closed; `error` is what the client rejected with. */
export function closeMessage(error: unknown): string {
  const closed = error as { readonly code?: unknown; readonly reason?: unknown } | null
  if (typeof closed?.code === 'number') {
    const reason = typeof closed.reason === 'string' && closed.reason !== '' ? `: ${closed.reason}` : ''
    return MESSAGES[closed.code] ?? `The connection for live events ended (${closed.code}${reason}).`
  }
  return error instanceof Error ? error.message : 'The connection for live events could not be opened.'
}

const MESSAGES: Readonly<Record<number, string>> = {
  1006: 'The connection for live events was lost and could not be restored.',
  1013: 'The gateway has too many connections now. Try again in a moment.',
  4401: 'The gateway does not accept your token for live events. Sign in again.',
  4403: 'The gateway does not accept your token for live events, or it has expired. Sign in again.',
  4408: 'The gateway waited too long for your token. Try again.',
}
