import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { DecisionPorts, Ports, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { type Decimal, parseAmount, toBaseUnits } from '../../foundation/domain/amount.ts'
import { isFreeText, isUuid } from '../../foundation/domain/string-format.ts'
import { countAsVerified } from '../../receiving/store/unverified-inquiries.ts'
import { addPin } from '../domain/pinned-key.ts'
import type { Vasp, VaspEventType } from '../domain/vasp.ts'
import { lockVasp } from '../store/vasps.ts'
import { readPin } from './read-certificate.ts'
import { releaseTransfers } from './release-transfers.ts'
import { isUnchanged, mergeProfile, upsertVasp, type VaspInput, withProfile } from './upsert-vasp.ts'
import { changedVasp, saveVasp } from './vasp-record.ts'
import { storedVasps } from './vasp-records.ts'

/** Maximum number of code points in a note. */
const NOTE_LENGTH_MAX = 1_000

/**
 * Registers a VASP, or updates the one with this id, otherwise this host, otherwise this LEI. If a url is
 * given, the LEI matches only a VASP without a url. Never changes trust. An update without effect changes
 * nothing. A null LEI removes the LEI, if an id names the VASP.
 *
 * Refused with `INPUT_INVALID` for null in place of any other value, `VASP_NOT_FOUND`, `VASP_NAME_MISSING`,
 * `VASP_NAME_INVALID`, `VASP_URL_INVALID`, `VASP_URL_TAKEN`, `VASP_LEI_CLAIMED`, `LEI_*`, `WIRE_PROFILE_*`.
 */
export async function registerOrUpdateVasp(
  service: WorkPorts & DecisionPorts,
  input: VaspInput,
  actor: Actor,
): Promise<Result<Vasp>> {
  return inTransaction(service, async (work) => {
    const stored = await upsertVasp(service, storedVasps(work), input, actor)
    if (!stored.ok) return stored
    const { before, vasp } = stored.value
    if (before !== undefined && before !== vasp) await releaseTransfers(service, work, vasp, actor)
    return ok(vasp)
  })
}

/**
 * Allows Travel Rule data to be exchanged with a VASP and releases its BLOCKED transfers, even if it is
 * already trusted. `pin` is a key to pin, as for `pinVaspKey`.
 *
 * Refused with `VASP_NOT_FOUND`, `NOTE_INVALID`, `VASP_KEY_INVALID`, `VASP_KEYS_TOO_MANY`.
 */
export function trustVasp(
  service: WorkPorts & DecisionPorts,
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
  service: WorkPorts & DecisionPorts,
  id: string,
  note: string | undefined,
  actor: Actor,
): Promise<Result<Vasp>> {
  return setTrust(service, { id, note, actor, event: 'vasp.blocked' }, () =>
    ok({ trust: 'BLOCKED', autoApprove: false }),
  )
}

/** The automatic approval of inquiries, and its limits. */
export interface AutoApproval {
  readonly id: string
  readonly enabled: boolean
  /** Replaces the current limits; unchanged if absent. */
  readonly limits?: readonly { readonly asset: string; readonly amountMax: string }[] | undefined
}

/**
 * Turns automatic approval of inquiries from a trusted VASP on or off.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_NOT_TRUSTED`, `ASSET_UNKNOWN`, `AMOUNT_*`, `INPUT_INVALID`.
 */
export async function setAutoApprove(
  service: WorkPorts & DecisionPorts,
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
  { assets }: Ports<'assets'>,
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
  service: WorkPorts & DecisionPorts,
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
  /** Hosts to remove. */
  readonly hosts?: readonly string[]
}

async function setTrust(
  service: WorkPorts & DecisionPorts,
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
  service: WorkPorts & DecisionPorts,
  { id, ...request }: VaspRequest,
  changeOf: (vasp: Vasp) => Result<Partial<Vasp>>,
): Promise<Result<Vasp>> {
  return inTransaction(service, async (work) => {
    const existing = isUuid(id) ? await lockVasp(work.tx, id) : undefined
    if (existing === undefined) return refuse('VASP_NOT_FOUND', 'No VASP has this id.')
    const change = changeOf(existing)
    if (!change.ok) return change
    let vasp = existing
    if (!isUnchanged(existing, change.value)) {
      vasp = changedVasp(existing, change.value, work.now())
      await saveVasp(work, { vasp, ...request })
      if (request.event === 'vasp.trusted') await countAsVerified(work.tx, vasp.id)
    }
    await releaseTransfers(service, work, vasp, request.actor)
    return ok(vasp)
  })
}
