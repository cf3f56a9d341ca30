import { ok, type Result, refuse } from '@travel-rule/service/result'

/** The hosts that this node communicates with. */
export interface HostRules {
  /** True to accept `localhost`, `.local` names and IP literals (development). */
  readonly privateHosts: boolean
  /** True to accept a port; the default. */
  readonly ports?: boolean
}

/** The authority part of a URL, lower-cased. */
export interface Host {
  /** Host name and port, such as `vasp.example` or `localhost:4201`. */
  readonly host: string
  /** The name or IP literal alone; an IPv6 address keeps its brackets. */
  readonly hostname: string
  /** True if the host is `localhost`, a `.local` name or an IP literal. */
  readonly privateHost: boolean
}

const HOST_NAME_LENGTH_MAX = 253
const DNS_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const AUTHORITY = /^(\[[0-9a-f:.]+\]|[^:[\]@]+)(?::(\d{1,5}))?$/

/**
 * Parses the authority of a URL, the part between `//` and the path.
 *
 * Refused with `HOST_INVALID` (not a host, user information, a name without a dot), `HOST_PRIVATE`
 * or `HOST_PORT` (valid, but not allowed by `rules`). Messages are clauses that start with "its" or
 * "it".
 */
export function parseHost(authority: string, rules: HostRules): Result<Host> {
  const host = authority.toLowerCase()
  const [, hostname, port] = AUTHORITY.exec(host) ?? []
  if (hostname === undefined) return refuse('HOST_INVALID', 'it does not start with a host name')
  if (port !== undefined && !isPort(port)) return refuse('HOST_INVALID', 'its port is not between 1 and 65535')
  const privateHost = isPrivateHost(hostname)
  if (!privateHost && !isPublicName(hostname)) return refuse('HOST_INVALID', 'its host is not a valid host name')
  if (privateHost && !rules.privateHosts) {
    return refuse('HOST_PRIVATE', 'its host is local or an IP address, which this node accepts only in development')
  }
  if (port !== undefined && rules.ports === false) {
    return refuse('HOST_PORT', 'it names a port, which this node does not accept')
  }
  return ok({ host, hostname, privateHost })
}

function isPort(text: string): boolean {
  const port = Number(text)
  return port >= 1 && port <= 65_535
}

function isPrivateHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return URL.canParse(`https://${hostname}`)
  return (
    IPV4.test(hostname) ||
    hostname === 'localhost' ||
    (isName(hostname) && (hostname.endsWith('.localhost') || hostname.endsWith('.local')))
  )
}

function isPublicName(hostname: string): boolean {
  const top = hostname.slice(hostname.lastIndexOf('.') + 1)
  return isName(hostname) && hostname.includes('.') && /[a-z]/.test(top) && !top.startsWith('0x')
}

function isName(hostname: string): boolean {
  return hostname.length <= HOST_NAME_LENGTH_MAX && hostname.split('.').every((label) => DNS_LABEL.test(label))
}

/** The parts of a URL without its scheme that determine whether it is accepted. */
export interface UrlParts {
  /** Everything before the first `/`, `?` or `#`. */
  readonly authority: string
  readonly query: URLSearchParams
  /** True if every character is allowed in a URL without a fragment. Source: RFC 3986. */
  readonly wellFormed: boolean
}

/** Splits a URL without its scheme, such as `vasp.example/x?t=i`, without normalizing anything. */
export function splitUrl(url: string): UrlParts {
  const [authority = ''] = url.split(/[/?#]/, 1)
  const [beforeFragment = ''] = url.split('#', 1)
  const start = beforeFragment.indexOf('?')
  return {
    authority,
    query: new URLSearchParams(start < 0 ? '' : beforeFragment.slice(start + 1)),
    wellFormed: /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/.test(url),
  }
}
