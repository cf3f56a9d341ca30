import { randomUUID } from 'node:crypto'
import { detailOfChange } from '@travel-rule/database/detail-of-change'
import type { Actor } from '@travel-rule/database/outbox'
import type { UnitOfWork } from '../../foundation/actions/unit-of-work.ts'
import { isLei } from '../../foundation/domain/lei.ts'
import { VASP_NAME_LENGTH_MAX } from '../../messages/domain/discovery.ts'
import { DEFAULT_WIRE_PROFILE } from '../../messages/domain/wire-profile.ts'
import { type PresentedCertificate, provesKey } from '../domain/sender-proof.ts'
import type { Vasp, VaspEventType } from '../domain/vasp.ts'
import {
  insertVasp,
  loadVasps,
  shareTrustedVaspsByLei,
  shareVaspByHost,
  shareVaspsByKey,
  updateVasp,
} from '../store/vasps.ts'

/** A VASP as seen in a travel address or an inquiry. Its name and LEI are unproven claims. */
export interface VaspSighting {
  /** Host and port, lower-cased. */
  readonly host: string
  readonly url: string
  readonly name?: string | undefined
  readonly lei?: string | undefined
  readonly at: Date
}

/**
 * The VASP at a host, locked against changes. For an unknown host, it is the VASP that `certificate` proves;
 * otherwise an untrusted VASP is recorded.
 *
 * A claimed LEI never matches a known VASP, because anyone can claim it.
 */
export async function findOrDiscoverVasp(
  work: UnitOfWork,
  { certificate, ...sighting }: VaspSighting & { readonly certificate?: PresentedCertificate | undefined },
  actor: Actor,
): Promise<Vasp> {
  return (
    (await shareVaspByHost(work.tx, sighting.host)) ??
    (certificate && (await shareVaspByCertificate(work, certificate))) ??
    (await discover(work, sighting, actor))
  )
}

/** The only VASP that has the certificate's key pinned or, if it is trusted and has no pinned key, its LEI. */
async function shareVaspByCertificate({ tx }: UnitOfWork, presented: PresentedCertificate): Promise<Vasp | undefined> {
  const { keySha256, lei } = presented.identity
  const [byKey, ...others] = await shareVaspsByKey(tx, keySha256)
  if (byKey !== undefined) return others.length === 0 && provesKey(byKey, presented) ? byKey : undefined
  if (presented.problem !== undefined || lei === undefined) return undefined
  const [byLei, ...namesakes] = await shareTrustedVaspsByLei(tx, lei)
  return namesakes.length === 0 && byLei?.pinnedKeys.length === 0 ? byLei : undefined
}

/** A change of a VASP: the event, its actor, and optionally a note. */
export interface VaspChange {
  readonly vasp: Vasp
  readonly event: VaspEventType
  readonly actor: Actor
  readonly note?: string | undefined
  /** Hosts that were added or removed. */
  readonly hosts?: readonly string[]
}

/** Stores a new VASP and its event; `false` when another VASP has its host. */
export async function addVasp(work: UnitOfWork, change: VaspChange): Promise<boolean> {
  if (!(await insertVasp(work.tx, change.vasp))) return false
  publishVasp(work, change)
  return true
}

/** Stores the next version of a VASP and its event. */
export async function saveVasp(work: UnitOfWork, change: VaspChange): Promise<void> {
  const [before] = await loadVasps(work.tx, [change.vasp.id])
  await updateVasp(work.tx, change.vasp)
  publishVasp(work, change, before)
}

/** The next version of `vasp`, with `change`. */
export function changedVasp(vasp: Vasp, change: Partial<Vasp>, at: Date): Vasp {
  return { ...vasp, ...change, version: vasp.version + 1, updatedAt: at }
}

async function discover(work: UnitOfWork, sighting: VaspSighting, actor: Actor): Promise<Vasp> {
  const { host, url, name, lei, at } = sighting
  const vasp: Vasp = {
    id: randomUUID(),
    version: 1,
    name: printableName(name) || host,
    ...(lei !== undefined && isLei(lei) ? { lei } : {}),
    url,
    host,
    trust: 'UNTRUSTED',
    autoApprove: false,
    autoApproveLimits: {},
    furtherHosts: [],
    removedHosts: [],
    pinnedKeys: [],
    requiresMutualTls: undefined,
    wireProfile: DEFAULT_WIRE_PROFILE,
    learnedIdentifiers: {},
    createdAt: at,
    updatedAt: at,
  }
  if (await addVasp(work, { vasp, event: 'vasp.discovered', actor })) return vasp
  const other = await shareVaspByHost(work.tx, host)
  if (other === undefined) throw new Error('a VASP with this host existed but cannot be found')
  return other
}

/** The claimed name on one line, without invisible characters. */
function printableName(name = ''): string {
  const line = name.replace(/[\p{C}\s]+/gu, ' ').trim()
  return [...line].slice(0, VASP_NAME_LENGTH_MAX).join('')
}

/** Publishes the event of a version of a VASP; `before` is the previous version. */
export function publishVasp(
  { record }: Pick<UnitOfWork, 'record'>,
  { vasp, event, actor, note, hosts }: VaspChange,
  before?: Vasp,
): void {
  const named = hosts === undefined ? {} : { hosts: listed(hosts) }
  record({
    type: event,
    subject: { type: 'vasp', id: vasp.id },
    actor,
    at: vasp.updatedAt,
    detail: { ...detailOfChange(before && factsOf(before), factsOf(vasp)), ...named, note: note ?? null },
  })
}

function factsOf(vasp: Vasp) {
  return {
    version: vasp.version,
    name: vasp.name,
    host: vasp.host ?? null,
    furtherHosts: listed(vasp.furtherHosts),
    trust: vasp.trust,
    autoApprove: vasp.autoApprove,
    autoApproveLimits: limitsOf(vasp),
    dueDiligence: vasp.dueDiligence?.id ?? null,
    licence: vasp.dueDiligence?.licence ?? null,
    riskRating: vasp.dueDiligence?.riskRating ?? null,
    leiEntityStatus: vasp.dueDiligence?.leiEntityStatus ?? null,
    leiRegistrationStatus: vasp.dueDiligence?.leiRegistrationStatus ?? null,
    reviewedAt: vasp.dueDiligence?.reviewedAt ?? null,
    nextReviewAt: vasp.dueDiligence?.nextReviewAt ?? null,
    pinnedKeys: vasp.pinnedKeys.join(' '),
    requiresMutualTls: vasp.requiresMutualTls ?? null,
    amountUnit: vasp.wireProfile.amountUnit ?? null,
  }
}

/** For example `btc 0.5, eth 10`; long lists are truncated. */
function limitsOf({ autoApproveLimits }: Vasp): string {
  const limits = Object.entries(autoApproveLimits).map(([asset, amount]) => `${asset} ${amount}`)
  return limits.join(', ').slice(0, LIMITS_LENGTH_MAX)
}

/** Maximum length of a list of limits in an event, in characters. */
const LIMITS_LENGTH_MAX = 2_000

function listed(hosts: readonly string[]): string {
  return hosts.join(' ').slice(0, HOSTS_LENGTH_MAX)
}

/** Maximum length of a list of hosts in an event, in characters; an event may have three lists. */
const HOSTS_LENGTH_MAX = 2_000
