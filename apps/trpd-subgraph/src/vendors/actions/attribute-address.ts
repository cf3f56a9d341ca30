import type { Database } from '@travel-rule/database/database'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Asset, AssetRegistry } from '../../assets/domain/asset.ts'
import { checkAddress, memoFormatOf, withoutMemo } from '../../assets/domain/ledger-string.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { findVaspByHost } from '../../vasps/store/vasps.ts'
import { type AttributionMapping, readAttribution } from '../domain/attribution-mapping.ts'
import { renderTemplate } from '../domain/vendor-template.ts'
import { askVendor, type VendorApi } from './ask-vendor.ts'

/** A vendor that says which VASP an address belongs to. */
export interface AttributionVendor extends VendorApi {
  readonly mapping: AttributionMapping
  /** Time limit for one address, retries included. */
  readonly timeoutMs: number
}

interface AttributionParts {
  readonly attribution: AttributionVendor | undefined
  readonly assets: AssetRegistry
  readonly database: Pick<Database<Tables>, 'db'>
  readonly now: () => Date
}

export interface AddressAttribution {
  /** `UNKNOWN`: the vendor was not asked or did not respond. It says nothing about the address. */
  readonly verdict: 'VASP' | 'NO_VASP_KNOWN' | 'UNKNOWN'
  readonly vaspName?: string
  readonly website?: string | undefined
  /** The VASP in the directory whose host is that of the website. */
  readonly vasp?: Vasp | undefined
  /** The vendor's name. */
  readonly vendor?: string
  readonly gap?: AttributionGap
  readonly at: Date
}

/** Why nothing is known. Contains no personal data. */
export interface AttributionGap {
  readonly code: 'ATTRIBUTION_OFF' | 'ATTRIBUTION_VENDOR_FAILED'
  readonly message: string
}

/**
 * Asks the vendor which VASP an address belongs to. Nothing is stored.
 *
 * Refused with `ASSET_UNKNOWN` and the codes of `checkAddress`.
 */
export async function attributeAddress(
  service: AttributionParts,
  { asset: assetId, address }: { readonly asset: string; readonly address: string },
  signal?: AbortSignal,
): Promise<Result<AddressAttribution>> {
  const { attribution: vendor, assets } = service
  const asset = assets.byId(assetId)
  if (asset === undefined) return refuse('ASSET_UNKNOWN', 'asset is not the id of a supported asset.')
  const text = address.trim()
  const checked = checkAddress(asset, text)
  if (!checked.ok) return checked
  if (vendor === undefined) {
    const gap: AttributionGap = { code: 'ATTRIBUTION_OFF', message: 'No vendor is set up that attributes addresses.' }
    return ok({ verdict: 'UNKNOWN', gap, at: service.now() })
  }
  const answer = await ask(vendor, asset, memoFormatOf(asset) ? withoutMemo(text) : text, signal)
  const found = { vendor: vendor.mapping.vendor, at: service.now() }
  if (!answer.ok) {
    const message = `The attribution vendor gave no answer: ${answer.reason}.`
    return ok({ ...found, verdict: 'UNKNOWN', gap: { code: 'ATTRIBUTION_VENDOR_FAILED', message } })
  }
  if (answer.vasp === undefined) return ok({ ...found, verdict: 'NO_VASP_KNOWN' })
  const { name, website } = answer.vasp
  return ok({ ...found, verdict: 'VASP', vaspName: name, website, vasp: await findByWebsite(service, website) })
}

async function ask(
  { mapping, timeoutMs, ...api }: AttributionVendor,
  asset: Asset,
  address: string,
  signal: AbortSignal | undefined,
): Promise<ReturnType<typeof readAttribution>> {
  const values = { asset: asset.id, caip19: asset.caip19, symbol: asset.symbol, address }
  const deadline = AbortSignal.timeout(timeoutMs)
  const within = signal ? AbortSignal.any([deadline, signal]) : deadline
  const response = await askVendor(api, renderTemplate(mapping.body, values), within)
  return response.ok ? readAttribution(mapping, response.body) : response
}

/** Matches the host alone: a VASP chooses its own name, so a name proves nothing. */
async function findByWebsite({ database }: AttributionParts, website: string | undefined): Promise<Vasp | undefined> {
  if (website === undefined) return undefined
  const { host } = new URL(website)
  const found = await findVaspByHost(database.db, host)
  return found ?? (host.startsWith('www.') ? findVaspByHost(database.db, host.slice(4)) : undefined)
}
