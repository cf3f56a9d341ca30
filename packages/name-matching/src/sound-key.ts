/**
 * A word's consonants, with letters of like sound written alike: names that sound alike share it, in any
 * script and with or without vowels.
 *
 * The word is folded to `a` to `z`. A word that starts with a vowel keeps an `a` in its place.
 */
export function soundKey(word: string): string {
  let sounds = word
  for (const [spelling, sound] of SPELLINGS) sounds = sounds.replace(spelling, sound)
  const first = sounds.charAt(0)
  const consonants = sounds.replace(/[aeiouyhw]/g, '').replace(/(.)\1+/g, '$1')
  return /[aeiouyhw]/.test(first) && first !== '' ? `a${consonants}` : consonants
}

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/shch|sch|tsch|tch|ch|sh|zh|dzh|dj|tz|ts|cz|sz/g, 's'],
  [/ph/g, 'f'],
  [/gh|kh|ck|qu/g, 'k'],
  [/th/g, 't'],
  [/x/g, 'ks'],
  [/[cqg]/g, 'k'],
  [/[vf]|(?<=^)w/g, 'f'],
  [/[zj]/g, 's'],
  [/d/g, 't'],
  [/b/g, 'p'],
]
