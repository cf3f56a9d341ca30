import anyAscii from 'any-ascii'
import {
  BRANCH_WORDS,
  DROPPED_ORGANISATION_WORDS,
  HONORIFICS,
  ORGANISATION_SPELLINGS,
  PARTICLES,
  PATRONYMIC_PARTICLES,
  parseNumberWord,
  WEAK_ORGANISATION_WORDS,
} from './name-words.ts'
import { type FormFamily, findForm, withoutJoinedForm } from './organisation-forms.ts'
import { countPlaceWords } from './places.ts'
import { soundKey } from './sound-key.ts'
import { lettersOf } from './spelling-distance.ts'
import { respellScript } from './transliteration.ts'

export type NameKind = 'PERSON' | 'ORGANISATION'

/** A word of a name, ready to be compared. */
export interface NameWord {
  /** The word as written, for the explanation. */
  readonly written: string
  /** Romanised, in lower case, without diacritics. */
  readonly folded: string
  /** The set of its letters; see `lettersOf`. */
  readonly letters: number
  /** Its consonants by sound; see `soundKey`. */
  readonly sound: string
  /** `IDEOGRAM` words are single characters, which differ in more than they sound. */
  readonly script: 'LATIN' | 'ALPHABET' | 'CONSONANTS' | 'IDEOGRAM'
  readonly isParticle: boolean
  /** True for a word that hardly identifies an organisation: company, group. */
  readonly isWeak: boolean
  /** True for a part of an organisation's name that names a branch: in brackets, or a country after `of`. */
  readonly isAside: boolean
  /** True for a part of the name of a country or region. */
  readonly isPlace: boolean
  /** The word without a legal form written as part of it: `argument` of `JSCARGUMENT`. */
  readonly withoutForm: string | undefined
  readonly isNumber: boolean
  /** True if written with points, like `A.B.C.`: a different letter then means a different organisation. */
  readonly isAbbreviation: boolean
  /** True after `bin`, `ben` or `ibn`: the father's name. */
  readonly isPatronymic: boolean
}

export interface PreparedName {
  readonly kind: NameKind
  readonly words: readonly NameWord[]
  readonly form: FormFamily | undefined
  /** True if part of the name was omitted because it is too long. */
  readonly isCut: boolean
}

/** Maximum length of a name; longer ones, which no document has, are cut. */
export const NAME_LENGTH_MAX = 400
/** Maximum number of words, not counting titles and legal forms; further ones are omitted. */
export const WORDS_MAX = 24

/**
 * A name as words: romanised and folded, with titles, legal forms and punctuation removed.
 *
 * A name that consists only of such words keeps them.
 */
export function prepareName(name: string, kind: NameKind): PreparedName {
  const raw = splitWords(name.slice(0, NAME_LENGTH_MAX).normalize('NFKC'), kind)
  const { rest, form } = kind === 'ORGANISATION' ? takeForms(raw) : { rest: withoutHonorifics(raw), form: undefined }
  const all = rest.length > 0 ? rest : raw
  const words = all.slice(0, WORDS_MAX)
  return {
    kind,
    words: words.map((word, at) => describeWord(word, words[at - 1], words[at - 2], kind)),
    form,
    isCut: name.length > NAME_LENGTH_MAX || all.length > WORDS_MAX,
  }
}

interface RawWord {
  readonly written: string
  readonly folded: string
  readonly script: NameWord['script']
  readonly isAside?: boolean
  readonly isPlace?: boolean
  readonly isAbbreviation?: boolean
}

function splitWords(name: string, kind: NameKind): RawWord[] {
  const text = commaFirst(name, kind)
    .replace(/['’‘`´ʿʾʼ"“”«»„]/gu, (mark) => (/["“”«»„]/u.test(mark) ? ' ' : ''))
    .replace(/&/g, ' and ')
    .replace(EAST_ASIAN_FORMS, (form) => ` ${/有限/u.test(form) ? 'ltd' : 'kk'} `)
  return (kind === 'ORGANISATION' ? splitAsides(text) : [{ text, isAside: false }]).flatMap((part) =>
    part.text
      .split(/[\s\p{Pd}_,;:/\\()[\]{}|·・•+*!?=<>#~^@]+/u)
      .flatMap((piece) => splitDots(piece, kind))
      .flatMap(romanise)
      .flatMap((word) => respell(word, kind))
      .map((word) => (part.isAside ? { ...word, isAside: true } : word)),
  )
}

/**
 * The parts inside and outside of brackets: `Deutsche Bank (Schweiz)`. A name completely in brackets has no part
 * inside.
 */
function splitAsides(text: string): { text: string; isAside: boolean }[] {
  const parts = text.split(/[([{]([^()[\]{}]*)[)\]}]/u).map((part, at) => ({ text: part, isAside: at % 2 === 1 }))
  return parts.some((part) => !part.isAside && /[\p{L}\p{N}]/u.test(part.text)) ? parts : [{ text, isAside: false }]
}

/** Legal forms that are written without a space before or after. */
const EAST_ASIAN_FORMS = /株式会社|有限会社|股份有限公司|有限責任公司|有限责任公司|有限公司|주식회사/gu

/** `Putin, Vladimir` is `Vladimir Putin`. */
function commaFirst(name: string, kind: NameKind): string {
  if (kind !== 'PERSON') return name
  const [family, given, ...more] = name.split(',')
  return given?.trim() && more.length === 0 ? `${given} ${family}` : name
}

/**
 * Splits `J.P.` into two initials for a person, but keeps it as one word for an organisation. `Amazon.com` is two
 * words.
 */
function splitDots(piece: string, kind: NameKind): string[] {
  const parts = piece.split('.').filter((part) => part !== '')
  return kind === 'ORGANISATION' && parts.every((part) => part.length === 1) ? [`${parts.join('.')}.`] : parts
}

function romanise(piece: string): RawWord[] {
  const script = scriptOf(piece)
  if (script === 'IDEOGRAM')
    return [...piece]
      .map((character) => ({ written: character, folded: fold(anyAscii(character)), script }))
      .filter((word) => word.folded !== '')
  const folded = fold(anyAscii(script === 'CONSONANTS' ? respellConsonants(piece) : respellScript(piece)))
  return folded === '' ? [] : [{ written: piece, folded, script, isAbbreviation: /^(?:.\.){2,}$/u.test(piece) }]
}

/** Removes the Arabic article, and replaces Hebrew letters by the sounds that they have in names. */
function respellConsonants(piece: string): string {
  return piece.replace(/^ال/u, '').replace(/ו/gu, 'w').replace(/^ב/u, 'b').replace(/^פ/u, 'p').replace(/^כ/u, 'k')
}

function scriptOf(piece: string): NameWord['script'] {
  if (/[\p{Script=Han}\p{Script=Hangul}]/u.test(piece)) return 'IDEOGRAM'
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(piece)) return 'CONSONANTS'
  return /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}]*$/u.test(piece) ? 'LATIN' : 'ALPHABET'
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function respell(word: RawWord, kind: NameKind): RawWord[] {
  if (kind !== 'ORGANISATION') return [{ ...word, folded: undoFigures(word.folded) }]
  const spelled = ORGANISATION_SPELLINGS.get(word.folded)
  return spelled ? spelled.split(' ').map((folded) => ({ ...word, folded })) : [word]
}

/** Replaces figures that stand for letters: `Ig0r Sech1n`. */
function undoFigures(word: string): string {
  if (!/[a-z]/.test(word) || !/\d/.test(word)) return word
  return word.replace(/[0134579]/g, (figure) => FIGURES[figure] ?? figure)
}

const FIGURES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 9: 'g' }

function withoutHonorifics(words: readonly RawWord[]): RawWord[] {
  // Without vowels, Omar is spelled like Mr.
  const rest = words.filter((word) => word.script === 'CONSONANTS' || !HONORIFICS.has(word.folded))
  const family = rest.filter((word) => !isParticle(word))
  return family.length === 0 ? [...words] : rest
}

function isParticle(word: RawWord): boolean {
  return isSon(word) || (word.script !== 'CONSONANTS' && PARTICLES.has(word.folded))
}

/** `bin` and `ben` without their vowel. */
function isSon({ script, folded }: RawWord): boolean {
  return script === 'CONSONANTS' && folded === 'bn'
}

function takeForms(words: readonly RawWord[]): { rest: RawWord[]; form: FormFamily | undefined } {
  const folded = words.map((word) => word.folded)
  const rest: RawWord[] = []
  let form: FormFamily | undefined
  for (let at = 0; at < words.length; ) {
    const found = findForm(folded, at)
    if (found) {
      if (form === undefined || form === 'ANY') form = found.family
      at += found.words
      continue
    }
    const word = words[at] as RawWord
    const places = countPlaceWords(folded, at)
    if (places > 0) {
      const isAside = OF_WORDS.has(folded[at - 1] ?? '') && rest.some(isDistinct)
      for (const place of words.slice(at, at + places))
        rest.push({ ...place, isPlace: true, isAside: place.isAside === true || isAside })
      at += places
      continue
    }
    if (!DROPPED_ORGANISATION_WORDS.has(word.folded))
      rest.push(isBranchPlace(words, at) && rest.some(isDistinct) ? { ...word, isAside: true } : word)
    at += 1
  }
  return { rest, form }
}

/** Words between an organisation and its country: `Sberbank of Russia`. */
const OF_WORDS: ReadonlySet<string> = new Set(['of', 'de', 'del', 'di', 'von', 'do', 'da'])

function isDistinct({ folded, isAside }: RawWord): boolean {
  return isAside !== true && !WEAK_ORGANISATION_WORDS.has(folded)
}

/** True if the next word marks this one as the place of a branch: `Kabul Branch`. */
function isBranchPlace(words: readonly RawWord[], at: number): boolean {
  return BRANCH_WORDS.has(words[at + 1]?.folded ?? '')
}

function describeWord(
  word: RawWord,
  before: RawWord | undefined,
  twoBefore: RawWord | undefined,
  kind: NameKind,
): NameWord {
  const isPerson = kind === 'PERSON'
  const number = isPerson ? undefined : parseNumberWord(word.folded)
  const followsFather = (candidate: RawWord | undefined) =>
    candidate !== undefined && (PATRONYMIC_PARTICLES.has(candidate.folded) || isSon(candidate))
  const folded = number ?? word.folded
  return {
    written: word.written,
    folded,
    letters: lettersOf(folded),
    sound: number ?? soundKey(word.folded),
    script: word.script,
    isParticle: isPerson && isParticle(word),
    isWeak: !isPerson && (WEAK_ORGANISATION_WORDS.has(word.folded) || BRANCH_WORDS.has(word.folded)),
    isAside: word.isAside === true,
    isPlace: word.isPlace === true,
    withoutForm: isPerson ? undefined : withoutJoinedForm(word.folded),
    isNumber: number !== undefined,
    isAbbreviation: word.isAbbreviation === true,
    isPatronymic:
      isPerson && (followsFather(before) || (followsFather(twoBefore) && before !== undefined && isParticle(before))),
  }
}
