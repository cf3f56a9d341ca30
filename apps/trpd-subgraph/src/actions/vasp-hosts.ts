import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { isUuid } from '../domain/string-format.ts'
import type { Vasp } from '../domain/vasp.ts'
import { hostsOf, withHost, withoutHost } from '../domain/vasp-hosts.ts'
import { claimHosts, findVaspByHost, lockVasp } from '../store/vasps.ts'
import { releaseTransfers } from './release-transfers.ts'
import type { TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'
import { parseVaspUrl } from './upsert-vasp.ts'
import { changeVasp } from './vasp-actions.ts'
import { changedVasp, saveVasp } from './vasp-record.ts'

/** A host that an officer adds to a VASP. */
export interface AddedHost {
  readonly id: string
  /** Scheme and host of the endpoint. */
  readonly url: string
  /** Id of the UNTRUSTED VASP that has the host and is to lose it. */
  readonly takeFrom?: string | undefined
}

/**
 * Adds a host to a VASP, which then has the trust of the VASP. An officer can take it from an
 * UNTRUSTED VASP that turns out to be the same one; that VASP keeps its transfers.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_URL_INVALID`, `VASP_URL_TAKEN`, `VASP_HOSTS_TOO_MANY`.
 */
export async function addVaspHost(
  service: TransferService,
  { id, url, takeFrom }: AddedHost,
  actor: Actor,
): Promise<Result<Vasp>> {
  const endpoint = parseVaspUrl(service, url)
  if (!endpoint.ok) return endpoint
  return inTransaction(service, async (work) => {
    const { vasp, holder } = await lockBoth(work, id, takeFrom)
    if (vasp === undefined) return refuse('VASP_NOT_FOUND', 'No VASP has this id.')
    if (takeFrom !== undefined && holder === undefined)
      return refuse('VASP_NOT_FOUND', 'No VASP has the id in takeFrom.')
    if (hostsOf(vasp).includes(endpoint.value.host)) return ok(vasp)
    if (holder !== undefined) await takeHost(service, work, { holder, host: endpoint.value.host, actor })
    const added = await addHost(service, work, { vasp, ...endpoint.value, actor })
    if (added.ok) await releaseTransfers(service, work, added.value, actor)
    return added
  })
}

/** A host and the VASP that is to have it. */
export interface NewHost {
  readonly vasp: Vasp
  readonly host: string
  readonly url: string
  readonly actor: Actor
}

/** Adds a host to a locked VASP. Refused with `VASP_HOSTS_TOO_MANY` and `VASP_URL_TAKEN`. */
export async function addHost(
  service: TransferService,
  work: UnitOfWork,
  { vasp, host, url, actor }: NewHost,
): Promise<Result<Vasp>> {
  const hosts = withHost(vasp, { host, url })
  if (!hosts.ok) return hosts
  const changed = changedVasp(vasp, hosts.value, service.now())
  if (!(await claimHosts(work.tx, changed))) return refuseTaken(work, host)
  await saveVasp(work, { vasp: changed, event: 'vasp.host_added', actor })
  return ok(changed)
}

/**
 * Removes a further host of a VASP.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_HOST_UNKNOWN`, and `VASP_HOST_PRIMARY` for the host of its url.
 */
export function removeVaspHost(
  service: TransferService,
  id: string,
  host: string,
  actor: Actor,
): Promise<Result<Vasp>> {
  return changeVasp(service, { id, actor, event: 'vasp.host_removed' }, (vasp) => {
    const removed = host.trim().toLowerCase()
    if (vasp.host === removed) {
      return refuse('VASP_HOST_PRIMARY', 'This is the host of url: call registerOrUpdateVasp with another url first.')
    }
    if (!vasp.furtherHosts.includes(removed)) return refuse('VASP_HOST_UNKNOWN', 'The VASP does not have this host.')
    return ok(withoutHost(vasp, removed))
  })
}

/** Both in the order of their ids, so that two calls cannot wait for each other. */
async function lockBoth({ tx }: UnitOfWork, id: string, takeFrom: string | undefined) {
  const locked = new Map<string, Vasp | undefined>()
  const ids = [id, takeFrom].filter((each) => each !== undefined && isUuid(each)).map((each) => `${each}`.toLowerCase())
  for (const each of [...new Set(ids)].sort()) locked.set(each, await lockVasp(tx, each))
  return {
    vasp: locked.get(id.toLowerCase()),
    holder: takeFrom === undefined ? undefined : locked.get(takeFrom.toLowerCase()),
  }
}

interface Taken {
  readonly holder: Vasp
  readonly host: string
  readonly actor: Actor
}

/** Only from an UNTRUSTED VASP: a blocked one must stay blocked, and a trusted one was trusted with its host. */
async function takeHost(service: TransferService, work: UnitOfWork, { holder, host, actor }: Taken): Promise<void> {
  if (holder.trust !== 'UNTRUSTED' || !hostsOf(holder).includes(host)) return
  const { host: _host, url: _url, ...rest } = holder
  const changed = changedVasp({ ...rest, furtherHosts: [] }, withoutHost(holder, host), service.now())
  await saveVasp(work, { vasp: changed, event: 'vasp.host_removed', actor })
}

async function refuseTaken({ tx }: UnitOfWork, host: string): Promise<Result<never>> {
  const holder = await findVaspByHost(tx, host)
  if (holder === undefined) return refuse('VASP_URL_TAKEN', 'url was registered concurrently by another request.')
  const remedy =
    holder.trust === 'UNTRUSTED'
      ? ': pass its id as takeFrom if both are the same VASP.'
      : `, which is ${holder.trust}.`
  return refuse('VASP_URL_TAKEN', `url belongs to ${holder.name}${remedy}`, { vaspId: holder.id, trust: holder.trust })
}
