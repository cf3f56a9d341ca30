/** Whether `hostname` (as `URL.hostname` gives it) is this machine itself; only such hosts are spoken to without TLS. */
export function isLoopbackHost(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}
