import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The kind of an address, for a service that connects to hosts chosen by others.
 *
 * `private`: loopback, RFC 1918, carrier-grade NAT, IPv6 unique local. `never`: addresses at which no other party can
 * be, namely link-local (including the clouds' metadata services), multicast, unspecified, reserved, and IPv6 that
 * embeds another address.
 */
export type AddressKind = 'public' | 'private' | 'never'

/** The kind of an IP address, or of the address that IPv6 maps. Throws for other strings. */
export function addressKind(address: string): AddressKind {
  const parsed = ipaddr.process(address)
  if (METADATA_ADDRESSES.has(parsed.toString())) return 'never'
  const range = parsed.range()
  if (range === 'unicast') return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6) ? 'public' : 'never'
  return PRIVATE_RANGES.has(range) ? 'private' : 'never'
}

/**
 * True if a hostname alone shows that the host is not on the public Internet: an address that is not public,
 * `localhost`, a name without a dot, or one under a suffix that no public DNS serves. Names are not resolved.
 */
export function isPrivateHost(hostname: string): boolean {
  const name = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(name) !== 0) return addressKind(name) !== 'public'
  return !name.includes('.') || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix))
}

/** True if a host name or address refers only to this machine. */
export function isLoopbackHost(host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (bare === 'localhost' || bare === '::1') return true
  return isIP(bare) === 4 && bare.startsWith('127.')
}

/**
 * All allocated IPv6; other ranges can embed an IPv4 address. Source: RFC 4291, section 2.4; IANA,
 * IPv6 Global Unicast.
 */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['loopback', 'private', 'carrierGradeNat', 'uniqueLocal'])

/** Metadata services outside the link-local range: Azure, Alibaba, AWS over IPv6. */
const METADATA_ADDRESSES: ReadonlySet<string> = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254'])

/**
 * Source: RFC 6761 (localhost), RFC 6762 (local), RFC 8375 (home.arpa), ICANN 2024-07-29
 * (internal).
 */
const PRIVATE_SUFFIXES: readonly string[] = ['.localhost', '.local', '.home.arpa', '.internal']
