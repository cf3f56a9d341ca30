import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Vasp } from './vasp.ts'

/** Maximum number of further hosts per VASP. */
export const FURTHER_HOSTS_MAX = 20

/** Maximum number of removed hosts kept per VASP; the oldest is dropped. */
const REMOVED_HOSTS_MAX = 100

type Hosts = Pick<Vasp, 'furtherHosts' | 'removedHosts'> & Pick<Partial<Vasp>, 'host' | 'url'>

/** A host and the URL of its TRP endpoint. */
export interface Endpoint {
  readonly host: string
  readonly url: string
}

/** All hosts of `vasp`, that of its `url` first. */
export function hostsOf({ host, furtherHosts }: Hosts): readonly string[] {
  return host === undefined ? furtherHosts : [host, ...furtherHosts]
}

/**
 * The hosts of a VASP with one added. The first host of a VASP becomes that of its `url`.
 *
 * Refused with `VASP_HOSTS_TOO_MANY`.
 */
export function withHost(vasp: Hosts, { host, url }: Endpoint): Result<Hosts> {
  const hosts = { ...pickHosts(vasp), removedHosts: vasp.removedHosts.filter((each) => each !== host) }
  if (hostsOf(vasp).includes(host)) return ok(hosts)
  if (vasp.host === undefined) return ok({ ...hosts, host, url })
  if (vasp.furtherHosts.length >= FURTHER_HOSTS_MAX) {
    return refuse(
      'VASP_HOSTS_TOO_MANY',
      `A VASP can have at most ${FURTHER_HOSTS_MAX} further hosts: remove one first.`,
    )
  }
  return ok({ ...hosts, furtherHosts: [...vasp.furtherHosts, host] })
}

/** The hosts of a VASP with one removed. If it is that of its `url`, the next host takes its place. */
export function withoutHost(vasp: Hosts, removed: string): Hosts {
  const rest = vasp.furtherHosts.filter((host) => host !== removed)
  const earlier = vasp.removedHosts.filter((host) => host !== removed)
  const removedHosts = [...earlier, removed].slice(-REMOVED_HOSTS_MAX)
  if (vasp.host !== removed) return { ...pickHosts(vasp), furtherHosts: rest, removedHosts }
  const [next, ...others] = rest
  const url = next === undefined ? {} : { host: next, url: `https://${next}` }
  return { ...url, furtherHosts: others, removedHosts }
}

/**
 * The further hosts of a VASP after its `url` has changed to `host`. If that was a further host, it is
 * swapped with the previous one.
 */
export function furtherHostsAfter(vasp: Hosts, host: string): readonly string[] {
  if (!vasp.furtherHosts.includes(host)) return vasp.furtherHosts
  return hostsOf(vasp).filter((each) => each !== host)
}

/** Only the host fields of `vasp`. */
export function pickHosts({ host, url, furtherHosts, removedHosts }: Hosts): Hosts {
  return { ...(host === undefined ? {} : { host }), ...(url === undefined ? {} : { url }), furtherHosts, removedHosts }
}
