import { ok, type Result, refuse } from '@travel-rule/service/result'
import { LosslessNumber } from 'lossless-json'
import { type AmountUnit, type Decimal, fromBaseUnits, isInteger, toBaseUnits } from './amount.ts'
import { type Asset, assetByDti, assetBySlip0044 } from './asset.ts'
import { fieldOf, isJsonObject } from './json.ts'
import { parseTrpVersion, supportsDti, type TrpVersion } from './trp-version.ts'

/** How to write messages to one counterparty where TRP leaves a choice. */
export interface WireProfile {
  /** The unit of `amount`; absent while it is unknown. */
  readonly amountUnit?: AmountUnit
  /** Which identifier of an asset is sent, if it has both and the version allows both. */
  readonly assetForm: 'DTI' | 'SLIP0044'
  /** Whether a coin type is sent as `"BTC"` or as `0`. */
  readonly slip0044Form: 'SYMBOL' | 'NUMBER'
  /** Whether a list with one element is sent as a list or as that element alone. */
  readonly ivms101ListForm: 'LIST' | 'LONE'
  /** The version to use; by default ours, or the one agreed on with the counterparty. */
  readonly apiVersion?: TrpVersion
}

/** The wire profile of a new counterparty. */
export const DEFAULT_WIRE_PROFILE: WireProfile = { assetForm: 'DTI', slip0044Form: 'SYMBOL', ivms101ListForm: 'LIST' }

const CHOICES = {
  amountUnit: { values: ['WHOLE', 'BASE'], code: 'WIRE_PROFILE_AMOUNT_UNIT' },
  assetForm: { values: ['DTI', 'SLIP0044'], code: 'WIRE_PROFILE_ASSET_FORM' },
  slip0044Form: { values: ['SYMBOL', 'NUMBER'], code: 'WIRE_PROFILE_SLIP0044_FORM' },
  ivms101ListForm: { values: ['LIST', 'LONE'], code: 'WIRE_PROFILE_IVMS101_LIST_FORM' },
} as const

/**
 * Parses a wire profile. Absent and null settings get their default. `amountUnit` and `apiVersion`
 * have no default and stay absent.
 *
 * Refused with `WIRE_PROFILE_SHAPE` (not an object), `WIRE_PROFILE_UNKNOWN_SETTING`,
 * `WIRE_PROFILE_AMOUNT_UNIT`, `WIRE_PROFILE_ASSET_FORM`, `WIRE_PROFILE_SLIP0044_FORM`,
 * `WIRE_PROFILE_IVMS101_LIST_FORM`, `WIRE_PROFILE_API_VERSION`.
 */
export function parseWireProfile(input: unknown): Result<WireProfile> {
  if (!isJsonObject(input)) return refuse('WIRE_PROFILE_SHAPE', 'A wire profile must be an object of settings.')
  const settings: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    if (name !== 'apiVersion' && !isChoice(name)) {
      return refuse(
        'WIRE_PROFILE_UNKNOWN_SETTING',
        `A wire profile can only have ${Object.keys(CHOICES).join(', ')} and apiVersion.`,
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
  return choice === undefined ? refuse(code, `${name} must be ${values.join(' or ')}.`) : ok(choice)
}

function parseApiVersion(value: unknown): Result<string> {
  const version = typeof value === 'string' ? parseTrpVersion(value) : undefined
  return version?.ok
    ? version
    : refuse('WIRE_PROFILE_API_VERSION', 'apiVersion must be a TRP version between 2.1 and 3.2, such as 3.1.0.')
}

/** How one counterparty writes amounts of one asset. `unit` is undefined while it is unknown. */
export interface AmountRules {
  readonly unit: AmountUnit | undefined
  readonly decimals: number
}

/**
 * The base units that `amount` means for a counterparty. A fraction can only be in whole units.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` (an integer from a counterparty whose unit is unknown: put the
 * transfer on hold and ask), `AMOUNT_UNIT_CONTRADICTED` (a fraction from one that writes base
 * units), `AMOUNT_PRECISION`.
 *
 * Source: open point "unit of amount" of the TRP facts.
 */
export function readWireAmount(amount: Decimal, { unit, decimals }: AmountRules): Result<bigint> {
  if (!isInteger(amount)) {
    if (unit !== 'BASE') return toBaseUnits(amount, decimals)
    return refuse(
      'AMOUNT_UNIT_CONTRADICTED',
      'The amount is a fraction, but according to its wire profile the counterparty writes base units.',
    )
  }
  if (unit === undefined) {
    return refuse(
      'AMOUNT_UNIT_UNKNOWN',
      'Does the counterparty write amounts in whole units or in base units? Set amountUnit in its wire profile.',
    )
  }
  return unit === 'BASE' ? ok(BigInt(amount)) : toBaseUnits(amount, decimals)
}

/**
 * `baseUnits` in the unit of the counterparty.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` while that is unknown.
 */
export function writeWireAmount(baseUnits: bigint, { unit, decimals }: AmountRules): Result<Decimal> {
  if (unit === undefined) {
    return refuse(
      'AMOUNT_UNIT_UNKNOWN',
      'The amount unit of the counterparty is not known. Set amountUnit in its wire profile.',
    )
  }
  return ok(fromBaseUnits(baseUnits, unit === 'BASE' ? 0 : decimals))
}

/** The `asset` field of an inquiry. */
export type WireAsset = { readonly dti: string } | { readonly slip0044: string | number }

/** Maximum number of characters in an asset identifier. */
export const ASSET_IDENTIFIER_LENGTH_MAX = 64

/**
 * The asset identified by the `asset` field of an inquiry.
 *
 * Refused with `ASSET_MALFORMED` (neither `dti` nor `slip0044`, or one of the wrong type),
 * `ASSET_UNKNOWN` (not in our registry), `ASSET_CONTRADICTORY` (the two identify different assets).
 */
export function decodeWireAsset(value: unknown): Result<Asset> {
  const dti = identifierIn(value, 'dti')
  const slip0044 = identifierIn(value, 'slip0044')
  if (dti === null || slip0044 === null || (dti ?? slip0044) === undefined) {
    return refuse('ASSET_MALFORMED', 'An asset is identified by dti, a string, or by slip0044, a symbol or a number.')
  }
  const found = [
    ...(dti === undefined ? [] : [assetByDti(dti)]),
    ...(slip0044 === undefined ? [] : [assetBySlip0044(slip0044)]),
  ]
  const [asset] = found
  if (asset === undefined || found.includes(undefined))
    return refuse('ASSET_UNKNOWN', 'The asset is not supported by this node.')
  if (found.some((other) => other !== asset))
    return refuse('ASSET_CONTRADICTORY', 'dti and slip0044 identify different assets.')
  return ok(asset)
}

/**
 * The identifier of `asset` for an inquiry: the kind that `profile` prefers if possible, otherwise
 * the other kind.
 *
 * Refused with `ASSET_NOT_EXPRESSIBLE` when `version` has no identifier for it, such as a token
 * before DTI.
 */
export function encodeWireAsset(
  asset: Asset,
  profile: Pick<WireProfile, 'assetForm' | 'slip0044Form'>,
  version: TrpVersion,
): Result<WireAsset> {
  const byDti = asset.dti !== undefined && supportsDti(version) ? { dti: asset.dti } : undefined
  const { slip0044 } = asset
  const byCoin = slip0044 && { slip0044: profile.slip0044Form === 'NUMBER' ? slip0044.number : slip0044.symbol }
  const identified = profile.assetForm === 'DTI' ? (byDti ?? byCoin) : (byCoin ?? byDti)
  if (identified !== undefined) return ok(identified)
  return refuse('ASSET_NOT_EXPRESSIBLE', `${asset.name} has no known identifier in TRP ${version}.`)
}

/** Undefined when absent or null; null when it cannot be an identifier. */
function identifierIn(value: unknown, field: 'dti' | 'slip0044'): string | null | undefined {
  const found = isJsonObject(value) ? fieldOf(value, field) : undefined
  if (found === undefined) return undefined
  const text = found instanceof LosslessNumber && field === 'slip0044' ? found.value : found
  return typeof text === 'string' && text !== '' && text.length <= ASSET_IDENTIFIER_LENGTH_MAX ? text : null
}
