import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What an address is to a service that connects where others tell it to.
 *
 * `private` is a network of one's own: loopback, RFC 1918, carrier-grade NAT, IPv6 unique local. `never` is nothing another party can live at:
 * link-local (with the metadata services of clouds), multicast, unspecified, reserved, and IPv6 that wraps another address.
 */
export type AddressKind = 'public' | 'private' | 'never'

/** The kind of an IPv4 or IPv6 address; an IPv4-mapped IPv6 address is what it maps. Throws when `address` is none. */
export function addressKind(address: string): AddressKind {
  const parsed = ipaddr.process(address)
  if (METADATA_ADDRESSES.has(parsed.toString())) return 'never'
  const range = parsed.range()
  if (range === 'unicast') return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6) ? 'public' : 'never'
  return PRIVATE_RANGES.has(range) ? 'private' : 'never'
}

/**
 * Whether a host is plainly not on the public Internet, told by its name alone: a literal address that is not public, `localhost`, a name
 * without a dot, or one under a suffix that no public DNS serves. A name that only resolves to a private address is not found here.
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(name) !== 0) return addressKind(name) !== 'public'
  return !name.includes('.') || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix))
}

/** Whether a host name or address leads to this machine only. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost' || bare === '::1') return true
  return isIP(bare) === 4 && bare.startsWith('127.')
}

/** All that has been given out of IPv6; among the rest are forms that wrap an IPv4 address. Source: RFC 4291, section 2.4; IANA, IPv6 Global Unicast. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal'])

/** Metadata services outside the link-local range: Azure, Alibaba, AWS over IPv6. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'])

/** Source: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN 2024-07-29 (internal). */
const PRIVATE_SUFFIXES: readonly string[] = ['.localhost', '.local', '.home.arpa', '.internal']
