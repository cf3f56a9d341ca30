import { fieldOf, isJsonObject } from '../../foundation/domain/json.ts'
import { ADDRESS_FORMATS, type AddressFormat } from './address-format.ts'
import { type Asset, canonicalCaip19 } from './asset.ts'
import { BUILT_IN_ASSETS } from './built-in-assets.ts'

/** Maximum number of assets that an operator can add. */
export const ADDED_ASSETS_MAX = 5_000

/** The assets of a node, or all problems in the operator's list. */
export type ParsedAssets =
  | { readonly ok: true; readonly assets: readonly Asset[] }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * The built-in assets and those in `text`, a JSON array. An added asset cannot take an existing id or
 * identifier, so that no stored transfer changes its meaning. An item with only `id` and `dti` gives a DTI to
 * a built-in asset that lacks one.
 */
export function parseAssetList(text: string): ParsedAssets {
  const list = parseArray(text)
  if (typeof list === 'string') return { ok: false, problems: [list] }
  const problems: string[] = []
  const assets = [...BUILT_IN_ASSETS]
  list.forEach((item, index) => {
    for (const problem of isDtiOnly(item) ? addDti(item, assets) : addAsset(item, assets)) {
      problems.push(`[${index}]${problem}`)
    }
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, assets }
}

function parseArray(text: string): readonly unknown[] | string {
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    return 'must be a JSON array of assets'
  }
  if (!Array.isArray(list)) return 'must be a JSON array of assets'
  return list.length > ADDED_ASSETS_MAX ? `must have at most ${ADDED_ASSETS_MAX} assets` : list
}

/** Adds the asset to `assets`, or returns its problems. */
function addAsset(item: unknown, assets: Asset[]): readonly string[] {
  const { asset, problems } = parseAsset(item)
  if (problems.length > 0) return problems
  const taken = conflictOf(asset, assets)
  if (taken !== undefined) return [taken]
  assets.push(asset)
  return []
}

function isDtiOnly(item: unknown): item is { readonly id: unknown; readonly dti: unknown } {
  return isJsonObject(item) && Object.keys(item).sort().join() === 'dti,id'
}

/** Sets the DTI of the asset with this id, or returns the problems. */
function addDti(item: { readonly id: unknown; readonly dti: unknown }, assets: Asset[]): readonly string[] {
  const at = assets.findIndex(({ id }) => id === item.id)
  const asset = assets[at]
  if (asset === undefined) return ['.id is not that of a built-in asset']
  if (asset.dti !== undefined) return [`.dti of ${asset.id} is known: ${asset.dti}`]
  if (typeof item.dti !== 'string' || !DTI.test(item.dti)) return [`.dti ${DTI_RULE}`]
  const owner = assets.find(({ dti }) => dti === item.dti)
  if (owner !== undefined) return [`.dti already belongs to ${owner.id}`]
  assets[at] = { ...asset, dti: item.dti }
  return []
}

const FIELDS = ['id', 'name', 'symbol', 'decimals', 'dti', 'slip0044', 'caip19', 'addressFormat']

/** Use `asset` only if there are no problems. Each problem continues a path. */
function parseAsset(item: unknown): { readonly asset: Asset; readonly problems: readonly string[] } {
  const problems: string[] = []
  if (!isJsonObject(item)) return { asset: {} as Asset, problems: [' must be an object'] }
  const text = (name: string, pattern: RegExp, rule: string): string => {
    const value = fieldOf(item, name)
    if (typeof value === 'string' && pattern.test(value)) return value
    problems.push(`.${name} ${rule}`)
    return ''
  }
  const dti = fieldOf(item, 'dti')
  const slip0044 = fieldOf(item, 'slip0044')
  const asset: Asset = {
    id: text('id', /^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must have lower-case letters, digits and single hyphens'),
    name: text('name', /^(?=.*\S)[^\p{C}]{1,100}$/u, 'must have 1 to 100 printable characters'),
    symbol: text('symbol', /^[!-~]{1,20}$/, 'must have 1 to 20 printable ASCII characters'),
    decimals: decimalsOf(fieldOf(item, 'decimals'), problems),
    ...(dti === undefined ? {} : { dti: text('dti', DTI, DTI_RULE) }),
    ...(slip0044 === undefined ? {} : { slip0044: coinOf(slip0044, problems) }),
    caip19: text('caip19', CAIP19, 'must be a CAIP-19 asset id'),
    addressFormat: formatOf(fieldOf(item, 'addressFormat'), problems),
  }
  for (const name of Object.keys(item)) if (!FIELDS.includes(name)) problems.push(`.${name} is not a field of an asset`)
  return { asset, problems }
}

/** The alphabet of ISO 24165. */
const DTI = /^[1-9B-DF-HJ-NP-TV-XZ][0-9B-DF-HJ-NP-TV-XZ]{8}$/
const DTI_RULE = 'must be a digital token identifier (ISO 24165)'
/** Source: CAIP-19. */
const CAIP19 = /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/
const DECIMALS_MAX = 36
/** Coin types are indexes of hardened keys, which have 31 bits. */
const COIN_TYPE_MAX = 0x7fff_ffff

function decimalsOf(value: unknown, problems: string[]): number {
  if (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= DECIMALS_MAX) return Number(value)
  problems.push(`.decimals must be a whole number from 0 to ${DECIMALS_MAX}`)
  return 0
}

function coinOf(value: unknown, problems: string[]): { readonly number: number; readonly symbol: string } {
  const coin = isJsonObject(value) ? value : {}
  const { number, symbol } = coin
  const isNumber = Number.isInteger(number) && Number(number) >= 0 && Number(number) <= COIN_TYPE_MAX
  if (isNumber && typeof symbol === 'string' && /^(?!\d+$)[!-~]{1,20}$/.test(symbol)) {
    return { number: Number(number), symbol }
  }
  problems.push('.slip0044 must have a number, the registered coin type, and its symbol')
  return { number: 0, symbol: '' }
}

function formatOf(value: unknown, problems: string[]): AddressFormat {
  const format = ADDRESS_FORMATS.find((name) => name === value)
  if (format === undefined) problems.push(`.addressFormat must be one of ${ADDRESS_FORMATS.join(', ')}`)
  return format ?? 'ANY'
}

/** Describes the conflict if an identifier of `asset` belongs to another asset. */
function conflictOf(asset: Asset, assets: readonly Asset[]): string | undefined {
  const caip19 = canonicalCaip19(asset.caip19)
  for (const other of assets) {
    if (other.id === asset.id) return `.id is already in use: ${asset.id}`
    if (canonicalCaip19(other.caip19) === caip19) return `.caip19 already belongs to ${other.id}`
    if (asset.dti !== undefined && asset.dti === other.dti) return `.dti already belongs to ${other.id}`
    if (asset.slip0044 === undefined || other.slip0044 === undefined) continue
    const { number, symbol } = asset.slip0044
    if (number === other.slip0044.number || symbol.toUpperCase() === other.slip0044.symbol.toUpperCase()) {
      return `.slip0044 already belongs to ${other.id}`
    }
  }
  return undefined
}
