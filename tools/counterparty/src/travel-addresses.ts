import { type Behaviour, behaviours } from './state.ts'
import { encodeTravelAddress } from './travel-address.ts'

/** The travel address of each behaviour; the same after every start with the same public URL. */
export function travelAddressesOf(publicUrl: URL): Readonly<Record<Behaviour, string>> {
  const base = publicUrl.href.replace(/\/$/, '')
  const entries = behaviours.map((behaviour) => [
    behaviour,
    encodeTravelAddress(new URL(`${base}/inquiry/${behaviour}?t=i`)),
  ])
  return Object.fromEntries(entries) as Record<Behaviour, string>
}
