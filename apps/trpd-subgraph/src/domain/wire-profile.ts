import type { AmountUnit } from './amount.ts'
import { type Parsed, parsed, refused } from './parsed.ts'
import { parseTrpVersion, type TrpVersion } from './trp-version.ts'

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
export function parseWireProfile(input: unknown): Parsed<WireProfile> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return refused('WIRE_PROFILE_SHAPE', 'A wire profile is an object of settings.')
  }
  const settings: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    if (name !== 'apiVersion' && !isChoice(name)) {
      return refused(
        'WIRE_PROFILE_UNKNOWN_SETTING',
        `A wire profile has only ${Object.keys(CHOICES).join(', ')} and apiVersion.`,
      )
    }
    if (value === null || value === undefined) continue
    const setting = name === 'apiVersion' ? parseApiVersion(value) : parseChoice(name, value)
    if (!setting.ok) return setting
    settings[name] = setting.value
  }
  return parsed({ ...DEFAULT_WIRE_PROFILE, ...(settings as Partial<WireProfile>) })
}

function isChoice(name: string): name is keyof typeof CHOICES {
  return Object.hasOwn(CHOICES, name)
}

function parseChoice(name: keyof typeof CHOICES, value: unknown): Parsed<string> {
  const { values, code } = CHOICES[name]
  const choice = values.find((allowed) => allowed === value)
  return choice === undefined ? refused(code, `${name} is ${values.join(' or ')}.`) : parsed(choice)
}

function parseApiVersion(value: unknown): Parsed<string> {
  const version = typeof value === 'string' ? parseTrpVersion(value) : undefined
  return version?.ok
    ? version
    : refused('WIRE_PROFILE_API_VERSION', 'apiVersion is a TRP version between 2.1 and 3.2, such as 3.1.0.')
}
