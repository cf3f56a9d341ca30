import type { Outbound, OutboundResult } from '@travel-rule/service/outbound'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { downgradeTrpVersion, OWN_TRP_VERSION, type TrpVersion } from '../../foundation/domain/trp-version.ts'
import {
  type DiscoveryPath,
  type DiscoveryResponse,
  readDiscovery,
  type VaspDiscovery,
} from '../domain/vasp-discovery.ts'
import { findVaspByHost } from '../store/vasps.ts'
import { identityContradictions } from './read-certificate.ts'
import { storeDiscovery } from './store-discovery.ts'
import { parseVaspUrl } from './upsert-vasp.ts'

/** What a VASP currently says about itself. */
export interface DiscoveredVasp {
  readonly url: string
  readonly discovery: VaspDiscovery
  /** Absent once a later response contradicts it. */
  readonly checkedAt?: Date | undefined
}

/**
 * Asks the VASP at `url` for its version, identity and extensions. The result is stored if the VASP is known.
 *
 * Refused with `VASP_URL_INVALID` and `VASP_UNREACHABLE`.
 */
export async function discoverVasp(
  service: WorkPorts & Ports<'outbound' | 'policy'>,
  url: string,
): Promise<Result<DiscoveredVasp>> {
  const endpoint = parseVaspUrl(service, url)
  if (!endpoint.ok) return endpoint
  // The outbound client uses plain HTTP for private hosts, if they are allowed.
  const origin = `https://${endpoint.value.host}`
  const asked = await askVasp(service.outbound, { origin, signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) })
  if (!asked.ok) {
    return refuse('VASP_UNREACHABLE', `The VASP could not be reached (${asked.reason}).`)
  }
  const checkedAt = service.now()
  await inTransaction(service, async (work) => {
    const vasp = await findVaspByHost(work.tx, endpoint.value.host)
    if (vasp !== undefined) await storeDiscovery(work, vasp.id, { discovery: asked.discovery, at: checkedAt })
    return ok(true)
  })
  return ok({ url: endpoint.value.url, discovery: asked.discovery, checkedAt })
}

/** Time limit for discovering a VASP, all routes together. */
export const DISCOVERY_TIMEOUT_MS = 15_000

type Asked =
  | { readonly ok: true; readonly discovery: VaspDiscovery }
  /** Nothing at the host speaks HTTP, so nothing is known. */
  | Extract<OutboundResult, { ok: false }>

/**
 * Discovers the VASP at `origin`. Its version comes first: asked in `version` or, if that is refused, in an
 * older one.
 */
export async function askVasp(
  outbound: Outbound,
  { origin, version = OWN_TRP_VERSION, pinnedKeys, signal }: Question,
): Promise<Asked> {
  const ask = (path: DiscoveryPath, spoken: TrpVersion) =>
    outbound.request({
      method: 'GET',
      url: `${origin}${path}`,
      headers: { 'api-version': spoken, accept: 'application/json' },
      signal,
      pinnedKeys,
    })
  let spoken = version
  let first = await ask('/version', spoken)
  const older = downgradeTrpVersion(spoken)
  if (first.ok && first.status === 400 && older !== undefined) {
    spoken = older
    first = await ask('/version', spoken)
  }
  if (!first.ok) return first
  const [identity, extensions] = await Promise.all([ask('/identity', spoken), ask('/extensions', spoken)])
  const discovery = readDiscovery({
    '/version': responseOf(first),
    '/identity': responseOf(identity),
    '/extensions': responseOf(extensions),
  })
  const contradictions = identityContradictions(discovery, identity.ok ? identity.certificate : undefined)
  return { ok: true, discovery: { ...discovery, problems: [...discovery.problems, ...contradictions] } }
}

interface Question {
  /** Scheme and host. */
  readonly origin: string
  readonly version?: TrpVersion
  /** Pinned keys of its server; absent to accept any. */
  readonly pinnedKeys?: readonly string[]
  /** Aborts the discovery. */
  readonly signal: AbortSignal
}

function responseOf(result: OutboundResult): DiscoveryResponse {
  return result.ok ? result : { problem: `The request failed (${result.reason}).` }
}
