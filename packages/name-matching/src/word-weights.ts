import type { NameWord } from './prepare-name.ts'

/** How well a word identifies an organisation, from 0 (not at all) to 1 (it is rare). */
export type WeighWord = (word: NameWord) => number

/** The weight of a word that this share of all names has. */
export function weightOfShare(share: number): number {
  return Math.max(WEIGHT_MIN, Math.min(1, Math.log(share) / Math.log(RARE_SHARE)))
}

/** The weight of a word in names of organisations at large. */
export const shippedWeight: WeighWord = ({ folded, isPlace }) =>
  isPlace || folded.length === 1 ? PLACE_WEIGHT : (SHIPPED_WEIGHTS.get(folded) ?? 1)

/** Words that fewer names have all count as equally rare. */
const RARE_SHARE = 1 / 8_000
const WEIGHT_MIN = 0.2
/** The weight of country names, each of which about one in a hundred names has, and of single letters. */
const PLACE_WEIGHT = weightOfShare(0.01)

/**
 * Common words that do not themselves name a place, person or organisation, with the share of names that have them.
 *
 * Source: the 8,961 names and aliases of organisations in OFAC's SDN list (public domain) of 2020 to 2025.
 */
const SHIPPED_WEIGHTS: ReadonlyMap<string, number> = new Map(
  (
    [
      [0.03, 'company trading bank group islamic shipping international foundation'],
      [0.014, 'development organization corporation industries investment exchange general state management'],
      [0.009, 'industry holding charitable trade committee society center industrial services national oil'],
      [
        0.0065,
        'petrochemical engineering technology association steel inversiones money security commercial energy ' +
          'construction movement institute research trust grupo export enterprise welfare army',
      ],
      [
        0.004,
        'revolutionary force import comercializadora air inmobiliaria ministry establishment republic bureau port ' +
          'peoples brigade marine complex star east private liberation relief new global fund ocean mining offshore ' +
          'humanitarian investments production concern maritime defense farm sea lines central public south charity',
      ],
      [
        0.0025,
        'agency financial credit golden transportation internacional party electronics corps logistics electronic ' +
          'branch chemical department university hotel tourism petroleum servicios technologies manufacturing gems ' +
          'gas front holdings properties constructora media transport travel jewellery military plant grand ' +
          'resistance support capital cement service',
      ],
      [
        0.0018,
        'airlines land systems scientific business west directorate middle north brothers banco comercial club ' +
          'universal council television foreign medical aviation zavod finance real projects union economic mineral ' +
          'insurance federal building agricola special machinery office sciences royal shipyard aluminum empresa ' +
          'distribuidora freight world radio resort administration popular first aid green design house overseas ' +
          'partners power electricity refinery importadora united science consulting materials metallurgy food foods ' +
          'agricultural software solutions textile equipment bunkering chemicals securities banking motors',
      ],
    ] as const
  ).flatMap(([share, words]) => words.split(' ').map((word): [string, number] => [word, weightOfShare(share)])),
)
