import { ok, type Result, refuse } from '@travel-rule/service/result'
import { ASSET_IDENTIFIERS, type AssetIdentifier } from '../../assets/domain/asset-identifier.ts'
import {
  type AmountUnit,
  checkMagnitude,
  type Decimal,
  fromBaseUnits,
  isInteger,
  toBaseUnits,
} from '../../foundation/domain/amount.ts'
import { isJsonObject } from '../../foundation/domain/json.ts'
import { parseTrpVersion, type TrpVersion } from '../../foundation/domain/trp-version.ts'

/** How to write messages to one counterparty where TRP leaves a choice. */
export interface WireProfile {
  /** The unit of `amount`; absent while it is unknown. */
  readonly amountUnit?: AmountUnit
  /**
   * The identifiers of an asset to send, all of them together. If absent, they are learned from the
   * counterparty's responses, starting with the preferred ones.
   */
  readonly assetIdentifiers?: readonly AssetIdentifier[]
  /** The preferred identifier for an asset that has both. */
  readonly assetForm: 'DTI' | 'SLIP0044'
  /** The form of a coin type: `"BTC"` or `0`. */
  readonly slip0044Form: 'SYMBOL' | 'NUMBER'
  /** The form of a list with one element: a list, or the element alone. */
  readonly ivms101ListForm: 'LIST' | 'LONE'
  /** The version to use; defaults to ours, or to the one agreed on with the counterparty. */
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
 * Parses a wire profile. Absent and null settings get their default. `amountUnit`, `apiVersion` and
 * `assetIdentifiers` have no default and stay absent.
 *
 * Refused with `WIRE_PROFILE_SHAPE` (not an object), `WIRE_PROFILE_UNKNOWN_SETTING`,
 * `WIRE_PROFILE_AMOUNT_UNIT`, `WIRE_PROFILE_ASSET_FORM`, `WIRE_PROFILE_SLIP0044_FORM`,
 * `WIRE_PROFILE_IVMS101_LIST_FORM`, `WIRE_PROFILE_API_VERSION`, `WIRE_PROFILE_ASSET_IDENTIFIERS`.
 */
export function parseWireProfile(input: unknown): Result<WireProfile> {
  if (!isJsonObject(input)) return refuse('WIRE_PROFILE_SHAPE', 'A wire profile must be an object of settings.')
  const settings: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (name !== 'apiVersion' && name !== 'assetIdentifiers' && !isChoice(name)) {
      return refuse(
        'WIRE_PROFILE_UNKNOWN_SETTING',
        `A wire profile can only have ${Object.keys(CHOICES).join(', ')}, assetIdentifiers and apiVersion.`,
      )
    }
    if (value === null || value === undefined) continue
    const setting = parseSetting(name, value)
    if (!setting.ok) return setting
    settings[name] = setting.value
  }
  return ok({ ...DEFAULT_WIRE_PROFILE, ...(settings as Partial<WireProfile>) })
}

function parseSetting(
  name: keyof typeof CHOICES | 'apiVersion' | 'assetIdentifiers',
  value: unknown,
): Result<string | readonly AssetIdentifier[]> {
  if (name === 'apiVersion') return parseApiVersion(value)
  return name === 'assetIdentifiers' ? parseAssetIdentifiers(value) : parseChoice(name, value)
}

/** A coin type has a single form in a message, so only one of its two identifiers can be used. */
function parseAssetIdentifiers(value: unknown): Result<readonly AssetIdentifier[]> {
  const list = Array.isArray(value) ? value : []
  const identifiers = ASSET_IDENTIFIERS.filter((identifier) => list.includes(identifier))
  const coins = identifiers.filter((identifier) => identifier.startsWith('SLIP0044'))
  if (identifiers.length > 0 && identifiers.length === list.length && coins.length < 2) return ok(identifiers)
  return refuse(
    'WIRE_PROFILE_ASSET_IDENTIFIERS',
    `assetIdentifiers must be distinct values of ${ASSET_IDENTIFIERS.join(', ')}, with at most one of SLIP0044.`,
  )
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

/** How a counterparty writes amounts of an asset. `unit` is undefined if unknown. */
export interface AmountRules {
  readonly unit: AmountUnit | undefined
  readonly decimals: number
}

/**
 * The base units that `amount` stands for. A fraction can only be in whole units.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` (an integer from a counterparty whose unit is unknown: put the transfer
 * on hold and ask), `AMOUNT_UNIT_CONTRADICTED` (a fraction from a counterparty that writes base units),
 * `AMOUNT_PRECISION`, `AMOUNT_TOO_LARGE`.
 *
 * Source: open point "unit of amount" of the TRP facts.
 */
export function readWireAmount(amount: Decimal, { unit, decimals }: AmountRules): Result<bigint> {
  if (!isInteger(amount)) {
    if (unit !== 'BASE') return fromWhole(amount, decimals)
    return refuse(
      'AMOUNT_UNIT_CONTRADICTED',
      'The amount is a fraction, but according to its wire profile the counterparty writes base units.',
    )
  }
  // The smaller of the two possible meanings.
  const asBase = checkMagnitude(BigInt(amount), decimals)
  if (!asBase.ok) return asBase
  if (unit === undefined) {
    return refuse(
      'AMOUNT_UNIT_UNKNOWN',
      'Does the counterparty write amounts in whole units or in base units? Set amountUnit in its wire profile.',
    )
  }
  return unit === 'BASE' ? asBase : fromWhole(amount, decimals)
}

function fromWhole(amount: Decimal, decimals: number): Result<bigint> {
  const baseUnits = toBaseUnits(amount, decimals)
  return baseUnits.ok ? checkMagnitude(baseUnits.value, decimals) : baseUnits
}

/**
 * `baseUnits` in the counterparty's unit.
 *
 * Refused with `AMOUNT_UNIT_UNKNOWN` if the unit is unknown.
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
