/**
 * A word's consonants, with letters of similar sound replaced by one: names that sound alike have the same key, in any
 * script and with or without vowels.
 *
 * The word is folded to `a` to `z`. A word that starts with a vowel keeps an `a` in its place.
 */
export function soundKey(word: string): string {
  const first = word.charAt(0)
  let key = ''
  let last = ''
  for (let at = 0; at < word.length; ) {
    const letter = word.charCodeAt(at)
    const [spelling, sound] = at === 0 && first === 'w' ? FIRST_W : spellingAt(word, at, letter)
    at += spelling.length
    if (sound === '') continue
    // Repeated consonants count once, even with vowels between them.
    key += sound.charAt(0) === last ? sound.slice(1) : sound
    last = sound.charAt(sound.length - 1)
  }
  return first !== 'w' && VOWELS.includes(first) && first !== '' ? `a${key}` : key
}

type Spelling = readonly [spelling: string, sound: string]

/** The letters from `at` on that form one sound, and that sound. */
function spellingAt(word: string, at: number, letter: number): Spelling {
  const spellings = SPELLINGS[letter] ?? []
  for (let index = 0; index < spellings.length; index += 1) {
    const spelling = spellings[index] as Spelling
    if (word.startsWith(spelling[0], at)) return spelling
  }
  const other = word.charAt(at)
  return [other, other]
}

const VOWELS = 'aeiouyhw'
const FIRST_W: Spelling = ['w', 'f']

/** For each letter code, the spellings that start with that letter, longest first. */
const SPELLINGS: readonly (readonly Spelling[] | undefined)[] = indexSpellings([
  ['s', 'shch sch tsch tch ch sh zh dzh dj tz ts cz sz z j'],
  ['f', 'ph v'],
  ['k', 'gh kh ck qu c q g'],
  ['t', 'th d'],
  ['ks', 'x'],
  ['p', 'b'],
  ['', 'a e i o u y h w'],
])

function indexSpellings(sounds: readonly (readonly [sound: string, spellings: string])[]): Spelling[][] {
  const index: Spelling[][] = []
  for (const [sound, spellings] of sounds)
    for (const spelling of spellings.split(' ')) {
      const letter = spelling.charCodeAt(0)
      index[letter] = [...(index[letter] ?? []), [spelling, sound]]
    }
  for (const spellings of index) spellings?.sort(([a], [b]) => b.length - a.length)
  return index
}
