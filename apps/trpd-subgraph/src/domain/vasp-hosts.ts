import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Vasp } from './vasp.ts'

/** Most hosts of one VASP besides that of its `url`. */
export const FURTHER_HOSTS_MAX = 20

type Hosts = Pick<Vasp, 'furtherHosts'> & Pick<Partial<Vasp>, 'host' | 'url'>

/** Every host of `vasp`, the one of its `url` first. */
export function hostsOf({ host, furtherHosts }: Hosts): readonly string[] {
  return host === undefined ? furtherHosts : [host, ...furtherHosts]
}

/**
 * The hosts of a VASP with one more. The first host of a VASP is that of its `url`.
 *
 * Refused with `VASP_HOSTS_TOO_MANY`.
 */
export function withHost(vasp: Hosts, added: { readonly host: string; readonly url: string }): Result<Hosts> {
  if (hostsOf(vasp).includes(added.host)) return ok(pickHosts(vasp))
  if (vasp.host === undefined) return ok({ ...added, furtherHosts: vasp.furtherHosts })
  if (vasp.furtherHosts.length >= FURTHER_HOSTS_MAX) {
    return refuse(
      'VASP_HOSTS_TOO_MANY',
      `A VASP can have at most ${FURTHER_HOSTS_MAX} further hosts: remove one first.`,
    )
  }
  return ok({ ...pickHosts(vasp), furtherHosts: [...vasp.furtherHosts, added.host] })
}

/** The hosts of a VASP without one of them. If it is that of its `url`, the next one takes its place. */
export function withoutHost(vasp: Hosts, removed: string): Hosts {
  const rest = vasp.furtherHosts.filter((host) => host !== removed)
  if (vasp.host !== removed) return { ...pickHosts(vasp), furtherHosts: rest }
  const [next, ...others] = rest
  return next === undefined ? { furtherHosts: [] } : { host: next, url: `https://${next}`, furtherHosts: others }
}

/** The hosts of a VASP once its `url` has `host`. If it had that host already, it keeps the previous one. */
export function furtherHostsAfter(vasp: Hosts, host: string): readonly string[] {
  if (!vasp.furtherHosts.includes(host)) return vasp.furtherHosts
  return hostsOf(vasp).filter((each) => each !== host)
}

function pickHosts({ host, url, furtherHosts }: Hosts): Hosts {
  return { ...(host === undefined ? {} : { host }), ...(url === undefined ? {} : { url }), furtherHosts }
}
