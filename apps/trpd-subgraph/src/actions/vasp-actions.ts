import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@travel-rule/database/outbox'
import { parseHost } from '../domain/host.ts'
import { parseLei } from '../domain/lei.ts'
import { isLine, isText, isUuid } from '../domain/string-format.ts'
import { VASP_NAME_LENGTH_MAX } from '../domain/trp-message/discovery.ts'
import type { Vasp, VaspEventType } from '../domain/vasp.ts'
import { DEFAULT_WIRE_PROFILE, parseWireProfile, type WireProfile } from '../domain/wire-profile.ts'
import { lockVasp, lockVaspByHost, lockVaspsByLei } from '../store/vasps.ts'
import { releaseTransfers } from './release-transfers.ts'
import type { Node } from './transfer-service.ts'
import { done, inTransaction, type Outcome, refuse, type Work } from './unit-of-work.ts'
import { addVasp, changedVasp, saveVasp } from './vasp-record.ts'

/** What an officer says about a VASP; what is absent stays as it is. */
export interface VaspInput {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly lei?: string | undefined
  /** Scheme and host of its TRP endpoint. */
  readonly url?: string | undefined
  readonly wireProfile?: object | undefined
}

/** The most code points of a note. */
const NOTE_LENGTH_MAX = 1_000

/**
 * Registers a VASP, or changes the one with this id, or else this host, or else this LEI: beside a url, the LEI of one without. Never changes
 * whom we trust. What is as it was is no change.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_NAME_MISSING`, `VASP_NAME_INVALID`, `VASP_URL_INVALID`, `VASP_URL_TAKEN`, `VASP_LEI_CLAIMED`, `LEI_*`, `WIRE_PROFILE_*`.
 */
export async function registerOrUpdateVasp(node: Node, input: VaspInput, actor: Actor): Promise<Outcome<Vasp>> {
  const checked = checkInput(node, input)
  if (!checked.ok) return checked
  return inTransaction(node, async (work) => {
    const found = await findVasp(work, input.id, checked.value)
    if (!found.ok) return found
    const at = node.now()
    const profile = mergeProfile(found.value?.wireProfile ?? DEFAULT_WIRE_PROFILE, input.wireProfile)
    if (!profile.ok) return profile
    const change = { ...checked.value, wireProfile: profile.value }
    if (found.value === undefined) return register(work, change, at, actor)
    if (isSame(found.value, change)) return done(found.value)
    const vasp = changedVasp(found.value, change, at)
    if (vasp.host !== found.value.host && vasp.host !== undefined) {
      const holder = await lockVaspByHost(work.tx, vasp.host)
      if (holder !== undefined) return refuse('VASP_URL_TAKEN', `url belongs to ${holder.name}.`, { vaspId: holder.id })
    }
    await saveVasp(work, { vasp, event: 'vasp.updated', actor })
    await releaseTransfers(node, work, vasp, actor)
    return done(vasp)
  })
}

/** Allows Travel Rule data to be exchanged with a VASP; its BLOCKED transfers go on. Refused with `VASP_NOT_FOUND`, `NOTE_INVALID`. */
export function trustVasp(node: Node, id: string, note: string | undefined, actor: Actor): Promise<Outcome<Vasp>> {
  return judge(node, { id, note, actor, event: 'vasp.trusted' }, { trust: 'TRUSTED' })
}

/** Forbids it; nothing more is sent and nothing is approved without a person. Refused with `VASP_NOT_FOUND`, `NOTE_INVALID`. */
export function blockVasp(node: Node, id: string, note: string | undefined, actor: Actor): Promise<Outcome<Vasp>> {
  return judge(node, { id, note, actor, event: 'vasp.blocked' }, { trust: 'BLOCKED', autoApprove: false })
}

/** Says whether inquiries of a trusted VASP are approved without a person. Refused with `VASP_NOT_FOUND`, `VASP_NOT_TRUSTED`. */
export function setAutoApprove(node: Node, id: string, enabled: boolean, actor: Actor): Promise<Outcome<Vasp>> {
  return changeVasp(node, { id, actor, event: 'vasp.auto_approve_set' }, (vasp) =>
    enabled && vasp.trust !== 'TRUSTED'
      ? refuse('VASP_NOT_TRUSTED', `${vasp.name} is ${vasp.trust}: call trustVasp first.`)
      : done({ autoApprove: enabled }),
  )
}

/** Changes how a VASP is spoken to; what is absent stays, null takes the default. Refused with `VASP_NOT_FOUND`, `WIRE_PROFILE_*`. */
export function setWireProfile(node: Node, id: string, profile: object, actor: Actor): Promise<Outcome<Vasp>> {
  return changeVasp(node, { id, actor, event: 'vasp.wire_profile_set' }, (vasp) => {
    const merged = mergeProfile(vasp.wireProfile, profile)
    return merged.ok ? done({ wireProfile: merged.value }) : merged
  })
}

interface Judgement {
  readonly id: string
  readonly actor: Actor
  readonly event: VaspEventType
  readonly note?: string | undefined
}

async function judge(node: Node, judgement: Judgement, change: Partial<Vasp>): Promise<Outcome<Vasp>> {
  const { note } = judgement
  if (note !== undefined && note !== '' && !isText(note, NOTE_LENGTH_MAX)) {
    return refuse('NOTE_INVALID', `note has 1 to ${NOTE_LENGTH_MAX} characters, and no control characters.`)
  }
  return changeVasp(node, judgement, () => done(note ? { ...change, trustNote: note } : change))
}

function changeVasp(
  node: Node,
  { id, actor, event, note }: Judgement,
  changeOf: (vasp: Vasp) => Outcome<Partial<Vasp>>,
): Promise<Outcome<Vasp>> {
  return inTransaction(node, async (work) => {
    const known = isUuid(id) ? await lockVasp(work.tx, id) : undefined
    if (known === undefined) return refuse('VASP_NOT_FOUND', 'id names no VASP.')
    const change = changeOf(known)
    if (!change.ok) return change
    if (isSame(known, change.value)) return done(known)
    const vasp = changedVasp(known, change.value, node.now())
    await saveVasp(work, { vasp, event, actor, note })
    await releaseTransfers(node, work, vasp, actor)
    return done(vasp)
  })
}

/** Whether `change` leaves `vasp` as it is: a repeat is no event. */
function isSame(vasp: Vasp, change: Partial<Vasp>): boolean {
  return isDeepStrictEqual({ ...vasp, ...change }, vasp)
}

async function register(
  work: Work,
  change: CheckedVasp & { wireProfile: WireProfile },
  at: Date,
  actor: Actor,
): Promise<Outcome<Vasp>> {
  const { name } = change
  if (name === undefined) return refuse('VASP_NAME_MISSING', 'name is required to register a VASP.')
  const fresh = {
    id: randomUUID(),
    version: 1,
    trust: 'UNTRUSTED',
    autoApprove: false,
    createdAt: at,
    updatedAt: at,
  } as const
  const vasp: Vasp = { ...fresh, ...change, name }
  const added = await addVasp(work, { vasp, event: 'vasp.registered', actor })
  return added ? done(vasp) : refuse('VASP_URL_TAKEN', 'url was registered by somebody else meanwhile.')
}

async function findVasp(
  { tx }: Work,
  id: string | undefined,
  { host, lei }: CheckedVasp,
): Promise<Outcome<Vasp | undefined>> {
  if (id !== undefined) {
    const vasp = isUuid(id) ? await lockVasp(tx, id) : undefined
    return vasp === undefined ? refuse('VASP_NOT_FOUND', 'vasp.id names no VASP.') : done(vasp)
  }
  const holder = host === undefined ? undefined : await lockVaspByHost(tx, host)
  if (holder !== undefined || lei === undefined) return done(holder)
  const claimants = await lockVaspsByLei(tx, lei)
  // One at another host keeps it: what is trusted there is not trusted here.
  return host === undefined ? findByLei(claimants) : done(claimants.find((vasp) => vasp.host === undefined))
}

/** Anybody can claim an LEI: one at a host that nobody has decided about may be somebody else. */
function findByLei(claimants: readonly Vasp[]): Outcome<Vasp | undefined> {
  const sure = claimants.find(({ trust, host }) => trust !== 'UNTRUSTED' || host === undefined)
  const [claimant] = claimants
  if (sure !== undefined || claimant === undefined) return done(sure)
  const message = `lei is claimed by ${claimant.name} at ${claimant.host}: say which VASP is meant by id or url.`
  return refuse('VASP_LEI_CLAIMED', message, { vaspId: claimant.id })
}

type CheckedVasp = Pick<Partial<Vasp>, 'name' | 'lei' | 'url' | 'host'>

function checkInput({ rules }: Node, { name, lei, url }: VaspInput): Outcome<CheckedVasp> {
  if (name !== undefined && !isLine(name, VASP_NAME_LENGTH_MAX)) {
    return refuse('VASP_NAME_INVALID', `name has 1 to ${VASP_NAME_LENGTH_MAX} characters on one line.`)
  }
  const parsedLei = lei === undefined ? undefined : parseLei(lei)
  if (parsedLei?.ok === false) return parsedLei
  const parsedUrl = url === undefined ? undefined : URL.parse(url)
  if (parsedUrl === null || (parsedUrl && !/^https?:$/.test(parsedUrl.protocol))) {
    return refuse('VASP_URL_INVALID', 'url is the base URL of the TRP endpoint, such as https://vasp.example.')
  }
  const host = parsedUrl && parseHost(parsedUrl.host, { ...rules.hosts, ports: true })
  if (host?.ok === false) return refuse('VASP_URL_INVALID', `url cannot be used: ${host.problem.message}.`)
  return done({
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(parsedLei === undefined ? {} : { lei: parsedLei.value }),
    ...(parsedUrl && host ? { url: parsedUrl.origin, host: host.value.host } : {}),
  })
}

function mergeProfile(profile: WireProfile, change: object | undefined): Outcome<WireProfile> {
  const given = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  return parseWireProfile({ ...profile, ...Object.fromEntries(given) })
}
