import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@travel-rule/database/outbox'
import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import { parseHost } from '../../foundation/domain/host.ts'
import { parseLei } from '../../foundation/domain/lei.ts'
import { isSingleLine, isUuid } from '../../foundation/domain/string-format.ts'
import { VASP_NAME_LENGTH_MAX } from '../../messages/domain/discovery.ts'
import { DEFAULT_WIRE_PROFILE, parseWireProfile, type WireProfile } from '../../messages/domain/wire-profile.ts'
import type { Vasp } from '../domain/vasp.ts'
import { furtherHostsAfter } from '../domain/vasp-hosts.ts'
import { changedVasp } from './vasp-record.ts'
import type { VaspRecords } from './vasp-records.ts'

/** An officer's input about a VASP. Absent fields stay unchanged; null removes an optional value. */
export interface VaspInput {
  readonly id?: string | undefined
  readonly name?: string | null | undefined
  readonly lei?: string | null | undefined
  /** Scheme and host of the VASP's TRP endpoint. */
  readonly url?: string | null | undefined
  readonly wireProfile?: object | null | undefined
}

/** A VASP as it is now stored, and as it was before: absent if it is new, the same object if nothing changed. */
export interface StoredVasp {
  readonly before: Vasp | undefined
  readonly vasp: Vasp
}

/**
 * Stores a new VASP or updates the one with this id, otherwise this host, otherwise this LEI, in `vasps`.
 * Does not release transfers that waited for it.
 *
 * Refused like `registerOrUpdateVasp`.
 */
export async function upsertVasp(
  service: Ports<'now' | 'policy'>,
  vasps: VaspRecords,
  input: VaspInput,
  actor: Actor,
): Promise<Result<StoredVasp>> {
  const checked = checkInput(service, input)
  if (!checked.ok) return checked
  const found = await findVasp(vasps, input.id, checked.value)
  if (!found.ok) return found
  if (found.value !== undefined)
    return update(service, vasps, { before: found.value, input, given: checked.value, actor })
  const profile = mergeProfile(DEFAULT_WIRE_PROFILE, input.wireProfile)
  if (!profile.ok) return profile
  const added = await register(vasps, { ...checked.value, wireProfile: profile.value }, service.now(), actor)
  if (added.ok) return ok({ before: undefined, vasp: added.value })
  // Another request has registered it since the lookup.
  const { host } = checked.value
  const before = host === undefined ? undefined : await vasps.lockByHost(host)
  return before === undefined ? added : update(service, vasps, { before, input, given: checked.value, actor })
}

interface Update {
  readonly before: Vasp
  readonly input: VaspInput
  readonly given: CheckedVasp
  readonly actor: Actor
}

async function update(
  service: Ports<'now'>,
  vasps: VaspRecords,
  { before, input, given, actor }: Update,
): Promise<Result<StoredVasp>> {
  const kept = withoutRemoved(before, input)
  if (!kept.ok) return kept
  const profile = mergeProfile(before.wireProfile, input.wireProfile)
  if (!profile.ok) return profile
  const change = { ...placeUrl(before, input.id, given), ...withProfile(before, profile.value) }
  if (kept.value === before && isUnchanged(before, change)) return ok({ before, vasp: before })
  const vasp = changedVasp(kept.value, change, service.now())
  if (vasp.host !== before.host && !(await vasps.claimHosts(vasp))) {
    const holder = await vasps.findByHost(vasp.host ?? '')
    return refuse('VASP_URL_TAKEN', `url belongs to ${holder?.name ?? 'another VASP'}.`, { vaspId: holder?.id })
  }
  await vasps.save({ vasp, event: 'vasp.updated', actor })
  return ok({ before, vasp })
}

/** `vasp` without its LEI if that is null and an id is given. Refused with `INPUT_INVALID` for any other null. */
function withoutRemoved(vasp: Vasp, input: VaspInput): Result<Vasp> {
  const named = (['name', 'url', 'wireProfile', 'lei'] as const).find(
    (field) => input[field] === null && vasp[field] !== undefined,
  )
  if (named === undefined) return ok(vasp)
  if (named !== 'lei') {
    return refuse('INPUT_INVALID', `vasp.${named} cannot be removed: leave it out to keep it, or pass another one.`)
  }
  const { lei: _lei, ...kept } = vasp
  if (input.id !== undefined) return ok(kept)
  return refuse('INPUT_INVALID', 'vasp.lei can only be removed from the VASP with vasp.id; leave it out to keep it.')
}

/** Without an id, a further host only selects the VASP. With one, it is swapped with the host of `url`. */
function placeUrl(before: Vasp, id: string | undefined, { host, url, ...change }: CheckedVasp): Partial<Vasp> {
  if (host === undefined || url === undefined) return change
  if (id === undefined && before.furtherHosts.includes(host)) return change
  return { ...change, host, url, furtherHosts: furtherHostsAfter(before, host) }
}

/** True if `change` has no effect on `vasp`, in which case no event is published. */
export function isUnchanged(vasp: Vasp, change: Partial<Vasp>): boolean {
  return isDeepStrictEqual({ ...vasp, ...change }, vasp)
}

async function register(
  vasps: VaspRecords,
  change: CheckedVasp & { wireProfile: WireProfile },
  at: Date,
  actor: Actor,
): Promise<Result<Vasp>> {
  const { name } = change
  if (name === undefined) return refuse('VASP_NAME_MISSING', 'name is required to register a VASP.')
  const fresh = {
    id: randomUUID(),
    version: 1,
    trust: 'UNTRUSTED',
    autoApprove: false,
    autoApproveLimits: {},
    furtherHosts: [],
    removedHosts: [],
    pinnedKeys: [],
    requiresMutualTls: undefined,
    learnedIdentifiers: {},
    createdAt: at,
    updatedAt: at,
  } as const
  const vasp: Vasp = { ...fresh, ...change, name }
  const added = await vasps.add({ vasp, event: 'vasp.registered', actor })
  return added ? ok(vasp) : refuse('VASP_URL_TAKEN', 'url was registered concurrently by another request.')
}

async function findVasp(
  vasps: VaspRecords,
  id: string | undefined,
  { host, lei }: CheckedVasp,
): Promise<Result<Vasp | undefined>> {
  if (id !== undefined) {
    const vasp = isUuid(id) ? await vasps.lock(id) : undefined
    return vasp === undefined ? refuse('VASP_NOT_FOUND', 'No VASP has the id in vasp.id.') : ok(vasp)
  }
  const holder = host === undefined ? undefined : await vasps.lockByHost(host)
  if (holder !== undefined || lei === undefined) return ok(holder)
  const claimants = await vasps.lockByLei(lei)
  // A VASP at another host is never moved to this host, because trust applies to the host.
  return host === undefined ? matchByLei(claimants) : ok(claimants.find((vasp) => vasp.host === undefined))
}

/** The VASP with a claimed LEI. An UNTRUSTED VASP with a host is not matched, since it may be an impostor. */
function matchByLei(claimants: readonly Vasp[]): Result<Vasp | undefined> {
  const proven = claimants.find(({ trust, host }) => trust !== 'UNTRUSTED' || host === undefined)
  const [claimant] = claimants
  if (proven !== undefined || claimant === undefined) return ok(proven)
  const message = `lei is claimed by ${claimant.name} at ${claimant.host}: identify the VASP by id or url.`
  return refuse('VASP_LEI_CLAIMED', message, { vaspId: claimant.id })
}

type CheckedVasp = Pick<Partial<Vasp>, 'name' | 'lei' | 'url' | 'host'>

function checkInput(service: Ports<'policy'>, input: VaspInput): Result<CheckedVasp> {
  const { lei, url } = input
  const name = input.name == null ? undefined : withoutBidiControls(input.name)
  if (name !== undefined && !isSingleLine(name, VASP_NAME_LENGTH_MAX)) {
    return refuse('VASP_NAME_INVALID', `name must have 1 to ${VASP_NAME_LENGTH_MAX} characters on one line.`)
  }
  const parsedLei = lei == null ? undefined : parseLei(lei)
  if (parsedLei?.ok === false) return parsedLei
  const endpoint = url == null ? undefined : parseVaspUrl(service, url)
  if (endpoint?.ok === false) return endpoint
  return ok({
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(parsedLei === undefined ? {} : { lei: parsedLei.value }),
    ...endpoint?.value,
  })
}

/** The origin and the host of a TRP endpoint. Refused with `VASP_URL_INVALID`. */
export function parseVaspUrl(
  { policy }: Ports<'policy'>,
  text: string,
): Result<{ readonly url: string; readonly host: string }> {
  const parsed = URL.parse(text)
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    return refuse('VASP_URL_INVALID', 'url must be the base URL of the TRP endpoint, such as https://vasp.example.')
  }
  const host = parseHost(parsed.host, { ...policy.hosts, ports: true })
  if (!host.ok) return refuse('VASP_URL_INVALID', `url cannot be used: ${host.refusal.message}.`)
  return ok({ url: parsed.origin, host: host.value.host })
}

/**
 * The change to `profile`. Asset identifiers learned from responses are discarded when an officer sets how to
 * write them.
 */
export function withProfile(vasp: Vasp, profile: WireProfile): Pick<Vasp, 'wireProfile' | 'learnedIdentifiers'> {
  const settings = ({ assetForm, slip0044Form, assetIdentifiers }: WireProfile) => [
    assetForm,
    slip0044Form,
    assetIdentifiers,
  ]
  const unchanged = isDeepStrictEqual(settings(profile), settings(vasp.wireProfile))
  return { wireProfile: profile, learnedIdentifiers: unchanged ? vasp.learnedIdentifiers : {} }
}

export function mergeProfile(profile: WireProfile, change: object | null | undefined): Result<WireProfile> {
  const changed = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  return parseWireProfile({ ...profile, ...Object.fromEntries(changed) })
}
