const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Whether the dashboard may be sent back to this address: anywhere under the base URL, or on any port of this machine,
 * where a dashboard under development runs.
 */
export function redirectAllowed(redirectUri: string, baseUrl: string): boolean {
  const url = URL.parse(redirectUri)
  if (url?.username !== '' || url.password !== '' || redirectUri.includes('#')) return false
  if (url.protocol === 'http:' && LOOPBACK.has(url.hostname)) return true
  const base = new URL(baseUrl)
  const folder = base.pathname.replace(/\/*$/, '/')
  return url.origin === base.origin && `${url.pathname}/`.startsWith(folder)
}

/** Whether scripts of this origin may use the endpoints of the dashboard. */
export function originAllowed(origin: string, baseUrl: string): boolean {
  return origin !== 'null' && redirectAllowed(origin, new URL(baseUrl).origin)
}
