import { type AddressFamily, type Asset, BUILT_IN_ASSETS } from './asset.ts'

/** The provable assets of a node, or all problems in the operator's list. */
export type ParsedAssets =
  | { readonly ok: true; readonly assets: readonly Asset[] }
  | { readonly ok: false; readonly problems: readonly string[] }

/**
 * The built-in assets, and those in `text` whose addresses can be proven. `text` is the list that trpd reads
 * too; trpd checks the rest of it.
 */
export function parseAssetList(text: string): ParsedAssets {
  const list = parseArray(text)
  if (list === undefined) return { ok: false, problems: ['must be a JSON array of assets'] }
  const problems: string[] = []
  const assets = [...BUILT_IN_ASSETS]
  list.forEach((item, index) => {
    const { id, name, symbol, addressFormat } = Object(item)
    // Sets the DTI of a built-in asset, which has no effect here.
    if (Object.keys(Object(item)).sort().join() === 'dti,id') return
    if (![id, name, symbol, addressFormat].every(isText)) {
      problems.push(`[${index}] must have an id, a name, a symbol and an addressFormat`)
    } else if (assets.some(({ key, ids }) => [key.toLowerCase(), ...ids].includes(id.toLowerCase()))) {
      problems.push(`[${index}].id is already in use: ${id}`)
    } else if (isFamily(addressFormat)) {
      assets.push({ key: id, ids: [id], symbol, name, family: addressFormat })
    }
  })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, assets }
}

function parseArray(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list : undefined
  } catch {
    return undefined
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && /^(?=.*\S)[^\p{C}]{1,100}$/u.test(value)
}

/** Ownership of addresses in other formats cannot be proven here. */
function isFamily(format: string): format is AddressFamily {
  return format === 'BITCOIN' || format === 'EVM'
}
