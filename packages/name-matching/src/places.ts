import places from './places.json' with { type: 'json' }

/**
 * The number of words, starting at `words[at]`, that name a country or region in one of eight languages; 0 if there are
 * none.
 */
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

/** Joined folded words. With `Intl.DisplayNames`, listing them would take a tenth of a second at each start. */
const PLACES: ReadonlySet<string> = new Set(places.names.flatMap((line) => line.split(' ')))
