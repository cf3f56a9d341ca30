import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { OutboundStop } from './outbound-failure.ts'
import { addressKind } from './private-host.ts'

export interface Address {
  readonly address: string
  readonly family: 4 | 6
}

/** The URL of a call with its final scheme, and the addresses to connect to. */
export interface Target {
  readonly url: URL
  readonly addresses: readonly Address[]
}

const URL_CHARACTERS_MAX = 8_192

/**
 * The target of a request under the rule for private hosts.
 *
 * A host is private when all its addresses are; one with private and public addresses is refused.
 * With `http`, private hosts are called in plain HTTP regardless of the scheme of the URL. Throws
 * `OutboundStop`.
 */
export async function planTarget(
  requestUrl: string | URL,
  privateHosts: 'refuse' | 'https' | 'http',
  resolve: (hostname: string) => Promise<readonly Address[]>,
): Promise<Target> {
  const url = parseOutboundUrl(requestUrl)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await addressesOf(hostname, resolve)
  const kinds = new Set(addresses.map(({ address }) => addressKind(address)))
  if (kinds.has('never'))
    throw new OutboundStop('OUTBOUND_HOST_REFUSED', 'the host has an address that is never called')
  if (kinds.size > 1) throw new OutboundStop('OUTBOUND_HOST_REFUSED', 'the host has private and public addresses')
  if (kinds.has('private')) {
    if (privateHosts === 'refuse') throw new OutboundStop('OUTBOUND_HOST_REFUSED', 'the host is on a private network')
    if (privateHosts === 'http') url.protocol = 'http:'
    return { url: requireTls(url, privateHosts === 'http'), addresses }
  }
  return { url: requireTls(url, false), addresses }
}

/** The addresses of a name, from the resolver of the system. */
export async function resolveName(hostname: string): Promise<readonly Address[]> {
  const resolved = await lookup(hostname, { all: true })
  return resolved.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
}

function parseOutboundUrl(requestUrl: string | URL): URL {
  const href = requestUrl.toString()
  if (href.length > URL_CHARACTERS_MAX) throw refusedUrl('the URL is too long')
  if (!URL.canParse(href)) throw refusedUrl('the URL cannot be parsed')
  const url = new URL(href)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refusedUrl('the URL is not https')
  if (url.username !== '' || url.password !== '') throw refusedUrl('the URL holds a user or password')
  if (url.port === '0') throw refusedUrl('the port is 0')
  return url
}

async function addressesOf(
  hostname: string,
  resolve: (hostname: string) => Promise<readonly Address[]>,
): Promise<readonly Address[]> {
  const family = isIP(hostname)
  if (family !== 0) return [{ address: hostname, family: family === 6 ? 6 : 4 }]
  const addresses = await resolve(hostname)
  if (addresses.length === 0) throw new OutboundStop('OUTBOUND_UNREACHABLE', 'the host has no address')
  return addresses
}

function requireTls(url: URL, plainAllowed: boolean): URL {
  if (url.protocol === 'https:' || plainAllowed) return url
  throw refusedUrl('the URL is not https')
}

function refusedUrl(reason: string): OutboundStop {
  return new OutboundStop('OUTBOUND_URL_REFUSED', reason)
}
