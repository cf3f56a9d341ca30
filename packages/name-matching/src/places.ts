/** The number of words from `words[at]` on that name a country or region, in one of eight languages; 0 if none. */
export function countPlaceWords(words: readonly string[], at: number): number {
  let phrase = ''
  let found = 0
  for (let count = 1; count <= WORDS_MAX && at + count <= words.length; count += 1) {
    phrase += words[at + count - 1]
    if (PLACES.has(phrase)) found = count
  }
  return found
}

const WORDS_MAX = 5
const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'tr']

/** Names that are not those of a state today. */
const OTHERS =
  'dprk drc ussr england scotland europe asia africa middleeast arabia korea congo uk unitedkingdom greatbritain britain ' +
  'us usa unitedstates uae brasil burma swaziland czechoslovakia yugoslavia russianfederation rossiya russland palestine kurdistan crimea'

/** Joined, as folded words. */
const PLACES: ReadonlySet<string> = new Set([...OTHERS.split(' '), ...countryNames()])

function countryNames(): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return LANGUAGES.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    return letters.flatMap((first) => letters.flatMap((second) => foldPlace(names.of(first + second) ?? '')))
  })
}

/** `Myanmar (Burma)` and `Hong Kong SAR China` by their first name. */
function foldPlace(name: string): string[] {
  const folded = name
    .replace(/\(.*\)/u, '')
    .replace(/SAR China|Sonderverwaltungsregion|RAE.*|R\.A\.S\..*/u, '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/ß/gu, 'ss')
    .replace(/[^a-z]/gu, '')
  return folded.length > 2 ? [folded] : []
}
