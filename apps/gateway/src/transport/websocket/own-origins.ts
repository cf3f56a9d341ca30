const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** The origins of pages that come from the gateway itself. A machine's own browser knows a local one by several names. */
export function ownOrigins(baseUrl: string): string[] {
  const { origin, hostname, protocol, port } = new URL(baseUrl)
  if (!LOOPBACK.includes(hostname)) return [origin]
  return LOOPBACK.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}
