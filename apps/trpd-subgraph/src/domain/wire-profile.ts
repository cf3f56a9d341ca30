import { ok, type Result, refuse } from '@travel-rule/service/result'
import { LosslessNumber } from 'lossless-json'
import { type AmountUnit, type Decimal, fromBaseUnits, isInteger, toBaseUnits } from './amount.ts'
import { type Asset, assetByDti, assetBySlip0044 } from './asset.ts'
import { knowsDti, parseTrpVersion, type TrpVersion } from './trp-version.ts'

/** How one counterparty is spoken to where TRP leaves a choice. */
export interface WireProfile {
  /** The unit of `amount`; absent while nobody has settled it. */
  readonly amountUnit?: AmountUnit
  /** Which of the two names of an asset is sent, where both exist and the version allows both. */
  readonly assetForm: 'DTI' | 'SLIP0044'
  /** Whether a coin type is sent as `"BTC"` or as `0`. */
  readonly slip0044Form: 'SYMBOL' | 'NUMBER'
  /** Whether a list with one element is sent as a list or as that element alone. */
  readonly ivms101ListForm: 'LIST' | 'LONE'
  /** The version to speak; absent: ours, or what was agreed with the counterparty. */
  readonly apiVersion?: TrpVersion
}

/** What is assumed about a counterparty of which nothing is known. */
export const DEFAULT_WIRE_PROFILE: WireProfile = { assetForm: 'DTI', slip0044Form: 'SYMBOL', ivms101ListForm: 'LIST' }

const CHOICES = {
  amountUnit: { values: ['WHOLE', 'BASE'], code: 'WIRE_PROFILE_AMOUNT_UNIT' },
  assetForm: { values: ['DTI', 'SLIP0044'], code: 'WIRE_PROFILE_ASSET_FORM' },
  slip0044Form: { values: ['SYMBOL', 'NUMBER'], code: 'WIRE_PROFILE_SLIP0044_FORM' },
  ivms101ListForm: { values: ['LIST', 'LONE'], code: 'WIRE_PROFILE_IVMS101_LIST_FORM' },
} as const

/**
 * The wire profile in `input`, an object of the same shape in which every setting may be absent or null: it then keeps its
 * default, and `amountUnit` and `apiVersion` stay unsettled.
 *
 * Refused with `WIRE_PROFILE_SHAPE` (not an object), `WIRE_PROFILE_UNKNOWN_SETTING`, `WIRE_PROFILE_AMOUNT_UNIT`, `WIRE_PROFILE_ASSET_FORM`,
 * `WIRE_PROFILE_SLIP0044_FORM`, `WIRE_PROFILE_IVMS101_LIST_FORM`, `WIRE_PROFILE_API_VERSION`.
 */
export function parseWireProfile(input: unknown): Result<WireProfile> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refuse('WIRE_PROFILE_SHAPE', 'A wire profile is an object of settings.')
  }
  const settings: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    if (name !== 'apiVersion' && !isChoice(name)) {
      return refuse(
        'WIRE_PROFILE_UNKNOWN_SETTING',
        `A wire profile has only ${Object.keys(CHOICES).join(', ')} and apiVersion.`,
      )
    }
    if (value === null || value === undefined) continue
    const setting = name === 'apiVersion' ? parseApiVersion(value) : parseChoice(name, value)
    if (!setting.ok) return setting
    settings[name] = setting.value
  }
  return ok({ ...DEFAULT_WIRE_PROFILE, ...(settings as Partial<WireProfile>) })
}

function isChoice(name: string): name is keyof typeof CHOICES {
  return Object.hasOwn(CHOICES, name)
}

function parseChoice(name: keyof typeof CHOICES, value: unknown): Result<string> {
  const { values, code } = CHOICES[name]
  const choice = values.find((allowed) => allowed === value)
  return choice === undefined ? refuse(code, `${name} is ${values.join(' or ')}.`) : ok(choice)
}

function parseApiVersion(value: unknown): Result<string> {
  const version = typeof value === 'string' ? parseTrpVersion(value) : undefined
  return version?.ok
    ? version
    : refuse('WIRE_PROFILE_API_VERSION', 'apiVersion is a TRP version between 2.1 and 3.2, such as 3.1.0.')
}

/** How one counterparty writes amounts of one asset. `unit` is undefined while nobody has settled it. */
export interface AmountRules {
  readonly unit: AmountUnit | undefined
  readonly decimals: number
}

/**
 * The smallest units that a counterparty means by `amount`.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` (a whole number from a counterparty whose unit is not settled: put the transfer on
 * hold and ask), `AMOUNT_UNIT_CONTRADICTED` (a fraction from one that writes smallest units), `AMOUNT_PRECISION`.
 *
 * A fraction can only be in whole units, whatever is settled. Source: open point "unit of amount" of the TRP facts.
 */
export function readWireAmount(amount: Decimal, { unit, decimals }: AmountRules): Result<bigint> {
  if (!isInteger(amount)) {
    if (unit !== 'BASE') return toBaseUnits(amount, decimals)
    return refuse(
      'AMOUNT_UNIT_CONTRADICTED',
      'The amount is a fraction, but the wire profile of the counterparty says that it writes smallest units.',
    )
  }
  if (unit === undefined) {
    return refuse(
      'AMOUNT_UNIT_UNKNOWN',
      'Does the counterparty write amounts in whole units or in smallest units? Set amountUnit in its wire profile.',
    )
  }
  return unit === 'BASE' ? ok(BigInt(amount)) : toBaseUnits(amount, decimals)
}

/**
 * `baseUnits` as the counterparty expects to read it.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` while its unit is not settled.
 */
export function writeWireAmount(baseUnits: bigint, { unit, decimals }: AmountRules): Result<Decimal> {
  if (unit === undefined) {
    return refuse(
      'AMOUNT_UNIT_UNKNOWN',
      'The counterparty’s unit of amounts is not known. Set amountUnit in its wire profile.',
    )
  }
  return ok(fromBaseUnits(baseUnits, unit === 'BASE' ? 0 : decimals))
}

/** The `asset` of an inquiry. */
export type WireAsset = { readonly dti: string } | { readonly slip0044: string | number }

/** The most characters a name of an asset may have. */
export const ASSET_NAME_LENGTH_MAX = 64

/**
 * The asset that an inquiry names, from the value of its `asset` field.
 *
 * Refused with `ASSET_MALFORMED` (neither `dti` nor `slip0044`, or not a name), `ASSET_UNKNOWN` (not in our registry), `ASSET_CONTRADICTORY`
 * (the two name different assets).
 */
export function decodeWireAsset(value: unknown): Result<Asset> {
  const dti = nameAt(value, 'dti')
  const slip0044 = nameAt(value, 'slip0044')
  if (dti === null || slip0044 === null || (dti ?? slip0044) === undefined) {
    return refuse('ASSET_MALFORMED', 'An asset is named by dti, a text, or by slip0044, a symbol or a number.')
  }
  const found = [
    ...(dti === undefined ? [] : [assetByDti(dti)]),
    ...(slip0044 === undefined ? [] : [assetBySlip0044(slip0044)]),
  ]
  const [asset] = found
  if (asset === undefined || found.includes(undefined))
    return refuse('ASSET_UNKNOWN', 'The asset is not one that this node knows.')
  if (found.some((other) => other !== asset))
    return refuse('ASSET_CONTRADICTORY', 'dti and slip0044 name different assets.')
  return ok(asset)
}

/**
 * The name of `asset` in an inquiry of `version`: the one that `profile` prefers, else the other that exists.
 *
 * Refused with `ASSET_NOT_EXPRESSIBLE` when the version has no name for it, such as a token before DTI.
 */
export function encodeWireAsset(
  asset: Asset,
  profile: Pick<WireProfile, 'assetForm' | 'slip0044Form'>,
  version: TrpVersion,
): Result<WireAsset> {
  const byDti = asset.dti !== undefined && knowsDti(version) ? { dti: asset.dti } : undefined
  const { slip0044 } = asset
  const byCoin = slip0044 && { slip0044: profile.slip0044Form === 'NUMBER' ? slip0044.number : slip0044.symbol }
  const named = profile.assetForm === 'DTI' ? (byDti ?? byCoin) : (byCoin ?? byDti)
  if (named !== undefined) return ok(named)
  return refuse('ASSET_NOT_EXPRESSIBLE', `TRP ${version} has no name for ${asset.name} that this node knows.`)
}

/** Undefined when absent or null, null when it cannot be a name. */
function nameAt(value: unknown, field: string): string | null | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined
  const name: unknown = Reflect.get(value, field)
  if (name === null) return undefined
  const text = name instanceof LosslessNumber && field === 'slip0044' ? name.value : name
  return typeof text === 'string' && text !== '' && text.length <= ASSET_NAME_LENGTH_MAX ? text : null
}
