import { isDeepStrictEqual } from 'node:util'
import { type Result, refuse } from '@travel-rule/service/result'
import { versionFor } from '../../delivery/domain/outbound-inquiry.ts'
import { systemActor } from '../../foundation/actions/transfer-service.ts'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import {
  compareTrpVersions,
  parseTrpVersion,
  selectTrpVersion,
  type TrpVersion,
} from '../../foundation/domain/trp-version.ts'
import { checkExtensions } from '../../messages/domain/discovery.ts'
import type { Vasp } from '../domain/vasp.ts'
import type { VaspDiscovery } from '../domain/vasp-discovery.ts'
import { lockVasp, noteDiscoveryTime } from '../store/vasps.ts'
import { changedVasp, saveVasp } from './vasp-record.ts'

/**
 * Stores the discovery of a VASP and returns the VASP. Creates a new version of the record only if the
 * discovery differs from the previous one.
 */
export async function storeDiscovery(
  work: UnitOfWork,
  vaspId: string,
  { discovery, at }: { readonly discovery: VaspDiscovery; readonly at: Date },
): Promise<Vasp | undefined> {
  const vasp = await lockVasp(work.tx, vaspId)
  if (vasp === undefined) return undefined
  if (isDeepStrictEqual(discovery, vasp.discovery)) {
    await noteDiscoveryTime(work.tx, vasp.id, at)
    return { ...vasp, discoveredAt: at }
  }
  const { downgradedTo, ...rest } = vasp
  const kept = downgradedTo !== undefined && !isNewer(discovery, vasp, downgradedTo) ? { downgradedTo } : {}
  const changed = changedVasp({ ...rest, ...kept }, { discovery, discoveredAt: at }, at)
  await saveVasp(work, { vasp: changed, event: 'vasp.discovery_changed', actor: systemActor })
  return changed
}

/** True if a VASP that once refused newer versions now reports one. */
function isNewer({ version }: VaspDiscovery, vasp: Vasp, agreed: TrpVersion): boolean {
  const before = vasp.discovery?.version
  const now = parseTrpVersion(version)
  return before !== undefined && version !== before && now.ok && compareTrpVersions(now.value, agreed) > 0
}

/**
 * The TRP version to use with a VASP after its discovery.
 *
 * Refused with `TRP_EXTENSION_REQUIRED` if it requires an extension that this node lacks, and with
 * `TRP_VERSION_UNSUPPORTED` if they have no version in common.
 */
export function agreedVersion(vasp: Vasp): Result<TrpVersion> {
  const { name, discovery, wireProfile, downgradedTo } = vasp
  const extensions = checkExtensions(discovery?.extensions?.required ?? [])
  if (!extensions.ok) {
    return refuse('TRP_EXTENSION_REQUIRED', `${name} requires an extension of TRP. ${extensions.refusal.message}`)
  }
  const reported = discovery?.version === undefined ? undefined : selectTrpVersion(undefined, discovery.version)
  const isSet = wireProfile.apiVersion !== undefined || downgradedTo !== undefined
  if (isSet || reported === undefined || reported.ok || reported.refusal.code !== 'TRP_VERSION_UNSUPPORTED') {
    return versionFor(vasp)
  }
  return refuse('TRP_VERSION_UNSUPPORTED', `${name} speaks TRP ${discovery?.version}. ${reported.refusal.message}`)
}

/** True if discovery must run before something is sent to the VASP. */
export function isDiscoveryDue({ discoveredAt }: Vasp, at: Date, ttlSeconds: number): boolean {
  return discoveredAt === undefined || at.getTime() - discoveredAt.getTime() >= ttlSeconds * 1_000
}
