import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '@travel-rule/database/outbox'
import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import { type Decimal, parseAmount, toBaseUnits } from '../domain/amount.ts'
import { parseHost } from '../domain/host.ts'
import { parseLei } from '../domain/lei.ts'
import { addPin } from '../domain/pinned-key.ts'
import { isFreeText, isSingleLine, isUuid } from '../domain/string-format.ts'
import { VASP_NAME_LENGTH_MAX } from '../domain/trp-message/discovery.ts'
import type { Vasp, VaspEventType } from '../domain/vasp.ts'
import { DEFAULT_WIRE_PROFILE, parseWireProfile, type WireProfile } from '../domain/wire-profile.ts'
import { countAsVerified } from '../store/unverified-inquiries.ts'
import { lockVasp, lockVaspByHost, lockVaspsByLei } from '../store/vasps.ts'
import { readPin } from './read-certificate.ts'
import { releaseTransfers } from './release-transfers.ts'
import type { TransferService } from './transfer-service.ts'
import { inTransaction, type UnitOfWork } from './unit-of-work.ts'
import { addVasp, changedVasp, saveVasp } from './vasp-record.ts'

/** What an officer enters about a VASP. Absent fields stay unchanged. */
export interface VaspInput {
  readonly id?: string | undefined
  readonly name?: string | undefined
  readonly lei?: string | undefined
  /** Scheme and host of its TRP endpoint. */
  readonly url?: string | undefined
  readonly wireProfile?: object | undefined
}

/** Maximum number of code points in a note. */
const NOTE_LENGTH_MAX = 1_000

/**
 * Registers a VASP, or updates the one with this id, else this host, else this LEI. Together with a
 * url, the LEI matches only a VASP without a url. Never changes trust. An update without effect
 * changes nothing.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_NAME_MISSING`, `VASP_NAME_INVALID`, `VASP_URL_INVALID`,
 * `VASP_URL_TAKEN`, `VASP_LEI_CLAIMED`, `LEI_*`, `WIRE_PROFILE_*`.
 */
export async function registerOrUpdateVasp(
  service: TransferService,
  input: VaspInput,
  actor: Actor,
): Promise<Result<Vasp>> {
  const checked = checkInput(service, input)
  if (!checked.ok) return checked
  return inTransaction(service, async (work) => {
    const found = await findVasp(work, input.id, checked.value)
    if (!found.ok) return found
    const at = service.now()
    const profile = mergeProfile(found.value?.wireProfile ?? DEFAULT_WIRE_PROFILE, input.wireProfile)
    if (!profile.ok) return profile
    if (found.value === undefined) {
      return register(work, { ...checked.value, wireProfile: profile.value }, at, actor)
    }
    const change = { ...checked.value, ...withProfile(found.value, profile.value) }
    if (isUnchanged(found.value, change)) return ok(found.value)
    const vasp = changedVasp(found.value, change, at)
    if (vasp.host !== found.value.host && vasp.host !== undefined) {
      const holder = await lockVaspByHost(work.tx, vasp.host)
      if (holder !== undefined) return refuse('VASP_URL_TAKEN', `url belongs to ${holder.name}.`, { vaspId: holder.id })
    }
    await saveVasp(work, { vasp, event: 'vasp.updated', actor })
    await releaseTransfers(service, work, vasp, actor)
    return ok(vasp)
  })
}

/**
 * Allows Travel Rule data to be exchanged with a VASP, and releases its BLOCKED transfers. `pin` is
 * a key to pin, as for `pinVaspKey`.
 *
 * Refused with `VASP_NOT_FOUND`, `NOTE_INVALID`, `VASP_KEY_INVALID`, `VASP_KEYS_TOO_MANY`.
 */
export function trustVasp(
  service: TransferService,
  { id, note, pin }: { readonly id: string; readonly note?: string | undefined; readonly pin?: string | undefined },
  actor: Actor,
): Promise<Result<Vasp>> {
  return setTrust(service, { id, note, actor, event: 'vasp.trusted' }, ({ pinnedKeys }) => {
    const pins = pin === undefined ? ok(pinnedKeys) : addPin(pinnedKeys, readPin(pin))
    return pins.ok ? ok({ trust: 'TRUSTED', pinnedKeys: pins.value }) : pins
  })
}

/**
 * Forbids the exchange of data: nothing is sent to the VASP, and nothing is approved automatically.
 *
 * Refused with `VASP_NOT_FOUND`, `NOTE_INVALID`.
 */
export function blockVasp(
  service: TransferService,
  id: string,
  note: string | undefined,
  actor: Actor,
): Promise<Result<Vasp>> {
  return setTrust(service, { id, note, actor, event: 'vasp.blocked' }, () =>
    ok({ trust: 'BLOCKED', autoApprove: false }),
  )
}

/** Whether and up to which amounts inquiries are approved automatically. */
export interface AutoApproval {
  readonly id: string
  readonly enabled: boolean
  /** Replace the limits that are set; unchanged by default. */
  readonly limits?: readonly { readonly asset: string; readonly amountMax: string }[] | undefined
}

/**
 * Turns automatic approval of inquiries from a trusted VASP on or off.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_NOT_TRUSTED`, `ASSET_UNKNOWN`, `AMOUNT_*`, `INPUT_INVALID`.
 */
export async function setAutoApprove(
  service: TransferService,
  { id, enabled, limits }: AutoApproval,
  actor: Actor,
): Promise<Result<Vasp>> {
  const checked = limits === undefined ? undefined : checkLimits(service, limits)
  if (checked?.ok === false) return checked
  return changeVasp(service, { id, actor, event: 'vasp.auto_approve_set' }, (vasp) =>
    enabled && vasp.trust !== 'TRUSTED'
      ? refuse('VASP_NOT_TRUSTED', `${vasp.name} is ${vasp.trust}: call trustVasp first.`)
      : ok({ autoApprove: enabled, ...(checked === undefined ? {} : { autoApproveLimits: checked.value }) }),
  )
}

function checkLimits(
  { assets }: TransferService,
  limits: NonNullable<AutoApproval['limits']>,
): Result<Record<string, Decimal>> {
  const amounts: Record<string, Decimal> = {}
  for (const { asset: id, amountMax } of limits) {
    const asset = assets.byId(id)
    if (Object.hasOwn(amounts, id)) return refuse('INPUT_INVALID', `limits: ${id} is listed twice.`)
    if (asset === undefined) {
      return refuse('ASSET_UNKNOWN', 'limits: an asset is not supported: query trpd { assets } for the list.')
    }
    const amount = parseAmount(amountMax)
    const divisible = amount.ok ? toBaseUnits(amount.value, asset.decimals) : amount
    if (!divisible.ok) return divisible
    if (amount.ok) amounts[id] = amount.value
  }
  return ok(amounts)
}

/**
 * Changes the wire profile of a VASP. Absent settings stay unchanged; null restores the default.
 *
 * Refused with `VASP_NOT_FOUND`, `WIRE_PROFILE_*`.
 */
export function setWireProfile(
  service: TransferService,
  id: string,
  profile: object,
  actor: Actor,
): Promise<Result<Vasp>> {
  return changeVasp(service, { id, actor, event: 'vasp.wire_profile_set' }, (vasp) => {
    const merged = mergeProfile(vasp.wireProfile, profile)
    return merged.ok ? ok(withProfile(vasp, merged.value)) : merged
  })
}

interface VaspRequest {
  readonly id: string
  readonly actor: Actor
  readonly event: VaspEventType
  readonly note?: string | undefined
}

async function setTrust(
  service: TransferService,
  request: VaspRequest,
  changeOf: (vasp: Vasp) => Result<Pick<Partial<Vasp>, 'trust' | 'autoApprove' | 'pinnedKeys'>>,
): Promise<Result<Vasp>> {
  const { note } = request
  if (note !== undefined && note !== '' && !isFreeText(note, NOTE_LENGTH_MAX)) {
    return refuse('NOTE_INVALID', `note must have 1 to ${NOTE_LENGTH_MAX} characters, and no control characters.`)
  }
  return changeVasp(service, request, (vasp) => {
    const change = changeOf(vasp)
    return change.ok && note ? ok({ ...change.value, trustNote: note }) : change
  })
}

/** Changes a VASP and releases the transfers that waited for it. Refused with `VASP_NOT_FOUND`. */
export function changeVasp(
  service: TransferService,
  { id, actor, event, note }: VaspRequest,
  changeOf: (vasp: Vasp) => Result<Partial<Vasp>>,
): Promise<Result<Vasp>> {
  return inTransaction(service, async (work) => {
    const existing = isUuid(id) ? await lockVasp(work.tx, id) : undefined
    if (existing === undefined) return refuse('VASP_NOT_FOUND', 'No VASP has this id.')
    const change = changeOf(existing)
    if (!change.ok) return change
    if (isUnchanged(existing, change.value)) return ok(existing)
    const vasp = changedVasp(existing, change.value, service.now())
    await saveVasp(work, { vasp, event, actor, note })
    if (event === 'vasp.trusted') await countAsVerified(work.tx, vasp.id)
    await releaseTransfers(service, work, vasp, actor)
    return ok(vasp)
  })
}

/** Whether `change` has no effect on `vasp`; no event is published then. */
function isUnchanged(vasp: Vasp, change: Partial<Vasp>): boolean {
  return isDeepStrictEqual({ ...vasp, ...change }, vasp)
}

async function register(
  work: UnitOfWork,
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
    pinnedKeys: [],
    requiresMutualTls: undefined,
    learnedIdentifiers: {},
    createdAt: at,
    updatedAt: at,
  } as const
  const vasp: Vasp = { ...fresh, ...change, name }
  const added = await addVasp(work, { vasp, event: 'vasp.registered', actor })
  return added ? ok(vasp) : refuse('VASP_URL_TAKEN', 'url was registered concurrently by another request.')
}

async function findVasp(
  { tx }: UnitOfWork,
  id: string | undefined,
  { host, lei }: CheckedVasp,
): Promise<Result<Vasp | undefined>> {
  if (id !== undefined) {
    const vasp = isUuid(id) ? await lockVasp(tx, id) : undefined
    return vasp === undefined ? refuse('VASP_NOT_FOUND', 'No VASP has the id in vasp.id.') : ok(vasp)
  }
  const holder = host === undefined ? undefined : await lockVaspByHost(tx, host)
  if (holder !== undefined || lei === undefined) return ok(holder)
  const claimants = await lockVaspsByLei(tx, lei)
  // A VASP at another host is never moved to this one, because trust applies to the host.
  return host === undefined ? matchByLei(claimants) : ok(claimants.find((vasp) => vasp.host === undefined))
}

/**
 * The VASP with a claimed LEI. An UNTRUSTED one with a host may be an impostor, so it is not
 * matched.
 */
function matchByLei(claimants: readonly Vasp[]): Result<Vasp | undefined> {
  const proven = claimants.find(({ trust, host }) => trust !== 'UNTRUSTED' || host === undefined)
  const [claimant] = claimants
  if (proven !== undefined || claimant === undefined) return ok(proven)
  const message = `lei is claimed by ${claimant.name} at ${claimant.host}: identify the VASP by id or url.`
  return refuse('VASP_LEI_CLAIMED', message, { vaspId: claimant.id })
}

type CheckedVasp = Pick<Partial<Vasp>, 'name' | 'lei' | 'url' | 'host'>

function checkInput({ rules }: TransferService, { name: given, lei, url }: VaspInput): Result<CheckedVasp> {
  const name = given && withoutBidiControls(given)
  if (name !== undefined && !isSingleLine(name, VASP_NAME_LENGTH_MAX)) {
    return refuse('VASP_NAME_INVALID', `name must have 1 to ${VASP_NAME_LENGTH_MAX} characters on one line.`)
  }
  const parsedLei = lei === undefined ? undefined : parseLei(lei)
  if (parsedLei?.ok === false) return parsedLei
  const parsedUrl = url === undefined ? undefined : URL.parse(url)
  if (parsedUrl === null || (parsedUrl && !/^https?:$/.test(parsedUrl.protocol))) {
    return refuse('VASP_URL_INVALID', 'url must be the base URL of the TRP endpoint, such as https://vasp.example.')
  }
  const host = parsedUrl && parseHost(parsedUrl.host, { ...rules.hosts, ports: true })
  if (host?.ok === false) return refuse('VASP_URL_INVALID', `url cannot be used: ${host.refusal.message}.`)
  return ok({
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(parsedLei === undefined ? {} : { lei: parsedLei.value }),
    ...(parsedUrl && host ? { url: parsedUrl.origin, host: host.value.host } : {}),
  })
}

/** The change to `profile`. What was learned about assets ends when an officer sets how to write them. */
function withProfile(vasp: Vasp, profile: WireProfile): Pick<Vasp, 'wireProfile' | 'learnedIdentifiers'> {
  const settings = ({ assetForm, slip0044Form, assetIdentifiers }: WireProfile) => [
    assetForm,
    slip0044Form,
    assetIdentifiers,
  ]
  const unchanged = isDeepStrictEqual(settings(profile), settings(vasp.wireProfile))
  return { wireProfile: profile, learnedIdentifiers: unchanged ? vasp.learnedIdentifiers : {} }
}

function mergeProfile(profile: WireProfile, change: object | undefined): Result<WireProfile> {
  const changed = Object.entries(change ?? {}).filter(([, value]) => value !== undefined)
  return parseWireProfile({ ...profile, ...Object.fromEntries(changed) })
}
