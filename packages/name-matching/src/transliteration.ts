import { lettersOf } from './spelling-distance.ts'

/**
 * Words of scripts whose letters alone do not determine the spelling of the published standards. Words of other scripts
 * are romanised letter by letter.
 */
export function respellScript(word: string): string {
  if (/\p{Script=Greek}/u.test(word)) return respellGreek(word)
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return respellKana(word)
  return word
}

/** A word, folded and as written, and the set of its letters; see `lettersOf`. */
export interface Transliterated {
  readonly folded: string
  readonly written: string
  readonly letters: number
}

/**
 * The certainty, from 0 to 1, that a romanised word of another script and a Latin word are the same by any published
 * standard or custom; `undefined` when they are not.
 */
export function transliterationScore(native: Transliterated, latin: Transliterated): number | undefined {
  const spelling = spellingOf(native)
  if (spelling === undefined) return undefined
  // Korean family names have letters that are not pronounced: Park, Lee, Roh.
  if (spelling !== HANGUL && !haveSameSonorants(native.letters, latin.letters)) return undefined
  const own = unified(native, spelling)
  const other = unified(latin, spelling)
  if (own.strict === other.strict) return SAME_SPELLING
  return own.loose === other.loose ? LIKE_SPELLING : undefined
}

/** True if both words, or neither, have an `m` or `n`, and likewise an `l` or `r`: no transliteration loses these. */
export function haveSameSonorants(left: number, right: number): boolean {
  return ((left & NASALS) === 0) === ((right & NASALS) === 0) && ((left & LIQUIDS) === 0) === ((right & LIQUIDS) === 0)
}

/** True if a word has the kinds of sonorants that a part of it has; see `haveSameSonorants`. */
export function hasSonorantsOf(letters: number, part: number): boolean {
  return ((part & NASALS) === 0 || (letters & NASALS) !== 0) && ((part & LIQUIDS) === 0 || (letters & LIQUIDS) !== 0)
}

const NASALS = lettersOf('mn')
const LIQUIDS = lettersOf('lr')

interface Unified {
  readonly strict: string
  readonly loose: string
}

/** Cached, since the words of an index are compared with every query. */
const UNIFIED = new WeakMap<Transliterated, Map<Spelling, Unified>>()
const SPELLING_OF = new WeakMap<Transliterated, Spelling | null>()

function spellingOf(word: Transliterated): Spelling | undefined {
  let spelling = SPELLING_OF.get(word)
  if (spelling === undefined) {
    spelling = SPELLINGS.find(({ script }) => script.test(word.written)) ?? null
    SPELLING_OF.set(word, spelling)
  }
  return spelling ?? undefined
}

function unified(word: Transliterated, spelling: Spelling): Unified {
  let known = UNIFIED.get(word)
  if (known === undefined) {
    known = new Map()
    UNIFIED.set(word, known)
  }
  let own = known.get(spelling)
  if (own === undefined) {
    const strict = spelling.unify(word.folded)
    own = { strict, loose: spelling.loosen(strict) }
    known.set(spelling, own)
  }
  return own
}

/**
 * A folded Latin word with the letters for which ISO 9 has diacritics spelled as in other standards: `gorbachev` for
 * `Gorbačev`; `undefined` for a word without such letters.
 */
export function respellCarons(written: string): string | undefined {
  const word = written.normalize('NFC').toLowerCase()
  if (!/[čćšžŝ]/u.test(word)) return undefined
  return replaceAll(word, [
    [/[čć]/gu, 'ch'],
    [/š/gu, 'sh'],
    [/ŝ/gu, 'shch'],
    [/ž/gu, 'zh'],
  ])
    .normalize('NFD')
    .replace(/[^a-z]/gu, '')
}

/** True if `name` has letters of a script whose names cannot be compared with their Latin form. */
export function hasOtherScript(name: string): boolean {
  return /[^\P{L}\p{Script=Common}\p{Script=Inherited}\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Armenian}\p{Script=Georgian}]/u.test(
    name,
  )
}

const SAME_SPELLING = 0.97
const LIKE_SPELLING = 0.93

interface Spelling {
  readonly script: RegExp
  /** Replaces spellings on which all standards of this script agree. */
  readonly unify: (word: string) => string
  /** Replaces spellings that customs do not distinguish. */
  readonly loosen: (word: string) => string
}

const HANGUL: Spelling = { script: /\p{Script=Hangul}/u, unify: unifyKorean, loosen: loosenKorean }

const SPELLINGS: readonly Spelling[] = [
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, unify: unifyJapanese, loosen: (word) => word },
  HANGUL,
  {
    script: /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}]/u,
    unify: unifyAlphabet,
    loosen: (word) => word.replace(/h/g, '').replace(/[iy]/g, ''),
  },
]

/**
 * Cyrillic, Greek, Armenian and Georgian: ISO 9, 843, 9985 and 9984 without diacritics, ICAO 9303, BGN/PCGN, ELOT 743,
 * and German and French customs.
 */
function unifyAlphabet(word: string): string {
  return replaceAll(word, [
    [/x/g, 'ks'],
    [/w/g, 'v'],
    [/q/g, 'k'],
    [/shch|sch|sh|sz/g, 's'],
    [/tch|ch|tz|ts|cz/g, 'c'],
    [/dzh|zh/g, 'z'],
    [/kh|gh/g, (text) => (text === 'kh' ? 'h' : 'g')],
    [/ph/g, 'f'],
    [/th/g, 't'],
    [/ou/g, 'u'],
    [/[jy]/g, 'i'],
    [/f+$/, 'v'],
    [/(.)\1+/g, '$1'],
  ])
}

/** Converts Hepburn to Kunrei-shiki spelling (ISO 3602), without long vowels. */
function unifyJapanese(word: string): string {
  return replaceAll(word, [
    [/m(?=[bp])/g, 'n'],
    [/sh(?=i)/g, 's'],
    [/ch(?=i)/g, 't'],
    [/tsu/g, 'tu'],
    [/j(?=i)/g, 'z'],
    [/di/g, 'zi'],
    [/du/g, 'zu'],
    [/sh/g, 'sy'],
    [/tch|ch/g, 'ty'],
    [/jy?/g, 'zy'],
    [/f/g, 'h'],
    [/oh(?![aiueoy])/g, 'o'],
    [/ou/g, 'o'],
    [/([aiueo])\1+/g, '$1'],
  ])
}

/** Revised Romanisation, McCune-Reischauer without diacritics, and customary family names: Lee, Park, Roh. */
function unifyKorean(word: string): string {
  const family = KOREAN_FAMILIES.get(word)
  if (family !== undefined) return family
  return replaceAll(word, [
    [/sh/g, 's'],
    [/ch|j/g, 'c'],
    [/g|kk/g, 'k'],
    [/d|tt/g, 't'],
    [/b|pp/g, 'p'],
    [/l/g, 'r'],
    [/ee/g, 'i'],
    [/oo|wu/g, 'u'],
    [/(?:ae|ay|ai)/g, 'e'],
    [/(?:oi|oe|wae)/g, 'we'],
  ])
}

function loosenKorean(word: string): string {
  return word.replace(/eo|eu|ou|[ou]/g, 'o')
}

const KOREAN_FAMILIES: ReadonlyMap<string, string> = new Map(
  [
    'i lee yi rhee ri li',
    'pak park bak bag',
    'no roh noh',
    'ce choi choe choy',
    'im lim rim',
    'yu yoo ryu ryoo',
    'u woo',
  ].flatMap((line) => line.split(' ').map((name, _, names): [string, string] => [name, names[0] as string])),
)

/** ELOT 743. */
function respellGreek(word: string): string {
  return replaceAll(word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(), [
    [/γγ/gu, 'ng'],
    [/γξ/gu, 'nx'],
    [/γχ/gu, 'nch'],
    [/^μπ/gu, 'b'],
    [/ου/gu, 'ou'],
    [/([αεη])υ(?=[θκξπστφχψς]|$)/gu, '$1f'],
    [/([αεη])υ/gu, '$1v'],
  ])
}

const KANA_ROWS =
  'あaいiうuえeおoかkaきkiくkuけkeこkoさsaしshiすsuせseそsoたtaちchiつtsuてteとtoなnaにniぬnuねneのnoはhaひhiふfuへheほhoまmaみmiむmuめmeもmoやyaゆyuよyoらraりriるruれreろro' +
  'わwaゐiゑeをoんnがgaぎgiぐguげgeごgoざzaじjiずzuぜzeぞzoだdaぢjiづzuでdeどdoばbaびbiぶbuべbeぼboぱpaぴpiぷpuぺpeぽpoゔvuぁaぃiぅuぇeぉo'
const KANA: ReadonlyMap<string, string> = new Map(
  [...KANA_ROWS.matchAll(/(\p{Script=Hiragana})([a-z]+)/gu)].map(([, kana = '', latin = '']) => [kana, latin]),
)

/** Hepburn, with long vowels as written. */
function respellKana(word: string): string {
  const hiragana = word.replace(/[ァ-ヴ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
  let latin = ''
  for (const kana of hiragana) {
    if (kana === 'ー') continue
    if (kana === 'っ') latin += '*'
    else if ('ゃゅょ'.includes(kana)) latin = withGlide(latin, { ゃ: 'a', ゅ: 'u', ょ: 'o' }[kana] ?? '')
    else if ('ぁぃぅぇぉ'.includes(kana) && /[a-z]{2}$/.test(latin)) latin = `${latin.slice(0, -1)}${KANA.get(kana)}`
    else latin += KANA.get(kana) ?? kana
  }
  // A small tsu doubles the following consonant.
  return latin.replace(/\*([a-z])?/gu, '$1$1')
}

/** きょ is kyo, and しょ sho. */
function withGlide(latin: string, vowel: string): string {
  const stem = latin.replace(/i$/, '')
  return /(?:sh|ch|j)$/.test(stem) ? `${stem}${vowel}` : `${stem}y${vowel}`
}

function replaceAll(word: string, rules: readonly (readonly [RegExp, string | ((text: string) => string)])[]): string {
  return rules.reduce(
    (text, [from, to]) => (typeof to === 'string' ? text.replace(from, to) : text.replace(from, to)),
    word,
  )
}
