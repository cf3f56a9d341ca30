import type { IncomingHttpHeaders } from 'node:http'
import { BlockList, isIP } from 'node:net'

/** Determines who sends a request, with or without trusted proxies. */
export interface ClientAddresses {
  /** True for the address of a trusted proxy, which has many clients behind it. */
  isProxy(address: string): boolean
  /**
   * The address of a request's client: the nearest hop, or the address that trusted proxies report in
   * `x-forwarded-for`.
   *
   * The header is read from its end, since a client can send any values at its start.
   */
  of(peer: string, headers: IncomingHttpHeaders): string
}

/**
 * `trustedProxies` are addresses and networks, such as `10.0.0.7` and `10.1.0.0/16`. Throws on
 * anything else.
 */
export function openClientAddresses(trustedProxies: readonly string[] = []): ClientAddresses {
  const list = new BlockList()
  for (const entry of trustedProxies) addEntry(list, entry)
  const isProxy = (address: string): boolean => {
    const plain = withoutMapping(address)
    const version = isIP(plain)
    return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
  }
  if (trustedProxies.length === 0) return { isProxy: () => false, of: (peer) => peer }
  return {
    isProxy,
    of(peer, headers) {
      let nearest = peer
      for (const hop of [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').reverse()) {
        const address = hop.trim()
        if (!isProxy(nearest) || isIP(address) === 0) return nearest
        nearest = address
      }
      return nearest
    },
  }
}

/**
 * The key by which limits per address count: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * customer of a provider has at least 2^64 addresses.
 */
export function addressKey(address: string): string {
  const plain = withoutMapping(address)
  return isIP(plain) === 6 ? networkOf(plain) : plain
}

function addEntry(list: BlockList, entry: string): void {
  const [address = '', bits] = entry.split('/')
  const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
  // Both throw when the address or the length of its prefix is invalid.
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : Number.NaN, family)
}

/** On a listener for both versions, an IPv4 client has an address like `::ffff:192.0.2.1`. */
function withoutMapping(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice('::ffff:'.length) : address
}

const GROUPS_OF_NETWORK = 4
const GROUPS = 8

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = new Array<string>(tail === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length)).fill('0')
  return `${[...before, ...zeros, ...after].slice(0, GROUPS_OF_NETWORK).join(':')}::/64`
}

function groupsOf(part: string): string[] {
  return part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16).toString(16))
}
