import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { DecisionPorts, Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction, type UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import type { Vasp } from '../domain/vasp.ts'
import { type Endpoint, hostsOf, pickHosts, withHost, withoutHost } from '../domain/vasp-hosts.ts'
import { lockVasp } from '../store/vasps.ts'
import { releaseTransfers } from './release-transfers.ts'
import { parseVaspUrl } from './upsert-vasp.ts'
import { changeVasp } from './vasp-actions.ts'
import { changedVasp, saveVasp } from './vasp-record.ts'
import { storedVasps, type VaspRecords } from './vasp-records.ts'

/** A host that an officer adds to a VASP. */
export interface AddedHost {
  readonly id: string
  /** Scheme and host of the endpoint. */
  readonly url: string
  /** Id of the UNTRUSTED VASP from which the host is taken. */
  readonly takeFrom?: string | undefined
}

/**
 * Adds a host to a VASP; the host then has the trust of the VASP. An officer can take it from an UNTRUSTED
 * VASP that turns out to be the same company; that VASP keeps its transfers.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_URL_INVALID`, `VASP_URL_TAKEN`, `VASP_HOSTS_TOO_MANY`.
 */
export async function addVaspHost(
  service: WorkPorts & DecisionPorts,
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
    if (holder !== undefined) await takeHost(work, { holder, host: endpoint.value.host, actor })
    const added = await addHosts(work, storedVasps(work), { vasp, endpoints: [endpoint.value], actor })
    if (added.ok) await releaseTransfers(service, work, added.value, actor)
    return added
  })
}

/** Hosts to add and their VASP. */
export interface NewHosts {
  readonly vasp: Vasp
  /** At least one; none of them belongs to the VASP yet. */
  readonly endpoints: readonly Endpoint[]
  readonly actor: Actor
}

/** Adds hosts to a locked VASP, as a single change. Refused with `VASP_HOSTS_TOO_MANY` and `VASP_URL_TAKEN`. */
export async function addHosts(
  { now }: Ports<'now'>,
  vasps: VaspRecords,
  { vasp, endpoints, actor }: NewHosts,
): Promise<Result<Vasp>> {
  let hosts: Result<Parameters<typeof withHost>[0]> = ok(vasp)
  for (const endpoint of endpoints) if (hosts.ok) hosts = withHost(hosts.value, endpoint)
  if (!hosts.ok) return hosts
  const changed = changedVasp(vasp, pickHosts(hosts.value), now())
  const added = endpoints.map(({ host }) => host)
  if (!(await vasps.claimHosts(changed))) return refuseTaken(vasps, vasp, added)
  await vasps.save({ vasp: changed, event: 'vasp.host_added', actor, hosts: added })
  return ok(changed)
}

/**
 * Removes a further host of a VASP. Messages of its transfers are no longer sent to that host.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_HOST_UNKNOWN`, and `VASP_HOST_PRIMARY` for the host of its url.
 */
export function removeVaspHost(
  service: WorkPorts & DecisionPorts,
  id: string,
  host: string,
  actor: Actor,
): Promise<Result<Vasp>> {
  const removed = host.trim().toLowerCase()
  return changeVasp(service, { id, actor, event: 'vasp.host_removed', hosts: [removed] }, (vasp) => {
    if (vasp.host === removed) {
      return refuse('VASP_HOST_PRIMARY', 'This is the host of url: call registerOrUpdateVasp with another url first.')
    }
    if (!vasp.furtherHosts.includes(removed)) return refuse('VASP_HOST_UNKNOWN', 'The VASP does not have this host.')
    return ok(withoutHost(vasp, removed))
  })
}

/** Locks both in the order of their ids, so that two calls cannot deadlock. */
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

/**
 * Takes a host only from an UNTRUSTED VASP: a blocked one must stay blocked, and a trusted one was trusted
 * with its host.
 */
async function takeHost(work: UnitOfWork, { holder, host, actor }: Taken): Promise<void> {
  if (holder.trust !== 'UNTRUSTED' || !hostsOf(holder).includes(host)) return
  const { host: _host, url: _url, ...rest } = holder
  const changed = changedVasp({ ...rest, furtherHosts: [] }, withoutHost(holder, host), work.now())
  await saveVasp(work, { vasp: changed, event: 'vasp.host_removed', actor, hosts: [host] })
}

/** Refuses with the first of `hosts` that another VASP has. */
async function refuseTaken(vasps: VaspRecords, vasp: Vasp, hosts: readonly string[]): Promise<Result<never>> {
  for (const host of hosts) {
    const holder = await vasps.findByHost(host)
    if (holder === undefined || holder.id === vasp.id) continue
    const remedy =
      holder.trust === 'UNTRUSTED'
        ? ': pass its id as takeFrom if both are the same VASP.'
        : `, which is ${holder.trust}.`
    const message = `${host} belongs to ${holder.name}${remedy}`
    return refuse('VASP_URL_TAKEN', message, { vaspId: holder.id, trust: holder.trust })
  }
  return refuse('VASP_URL_TAKEN', 'url was registered concurrently by another request.')
}
