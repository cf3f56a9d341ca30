import anyAscii from 'any-ascii'
import {
  DROPPED_ORGANISATION_WORDS,
  HONORIFICS,
  ORGANISATION_SPELLINGS,
  PARTICLES,
  PATRONYMIC_PARTICLES,
  parseNumberWord,
  WEAK_ORGANISATION_WORDS,
} from './name-words.ts'
import { type FormFamily, findForm } from './organisation-forms.ts'
import { soundKey } from './sound-key.ts'
import { lettersOf } from './spelling-distance.ts'

export type NameKind = 'PERSON' | 'ORGANISATION'

/** A word of a name, ready to be compared. */
export interface NameWord {
  /** As written, for the explanation. */
  readonly written: string
  /** Romanised, in lower case, without marks. */
  readonly folded: string
  /** Which letters it has; see `lettersOf`. */
  readonly letters: number
  /** Consonants by sound; see `soundKey`. */
  readonly sound: string
  /** `IDEOGRAM` words are single characters, which differ in more than they sound. */
  readonly script: 'LATIN' | 'ALPHABET' | 'CONSONANTS' | 'IDEOGRAM'
  readonly isParticle: boolean
  /** A word that says little about who it is: company, group. */
  readonly isWeak: boolean
  readonly isNumber: boolean
  /** Follows `bin`, `ben` or `ibn`: the father's name. */
  readonly isPatronymic: boolean
}

export interface PreparedName {
  readonly kind: NameKind
  readonly words: readonly NameWord[]
  readonly form: FormFamily | undefined
  /** Whether part of the name was left out because it is too long. */
  readonly isCut: boolean
}

/** A name longer than this is cut: no document has one. */
export const NAME_LENGTH_MAX = 400
/** Words beyond these are left out; titles and legal forms do not count. */
export const WORDS_MAX = 24

/**
 * A name as words: romanised, folded, with titles, legal forms and punctuation taken out.
 *
 * A name that consists of nothing else keeps its words.
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
}

function splitWords(name: string, kind: NameKind): RawWord[] {
  const text = commaFirst(name, kind)
    .replace(/['’‘`´ʿʾʼ"“”«»„]/gu, (mark) => (/["“”«»„]/u.test(mark) ? ' ' : ''))
    .replace(/&/g, ' and ')
    .replace(EAST_ASIAN_FORMS, (form) => ` ${/有限/u.test(form) ? 'ltd' : 'kk'} `)
  const pieces = text.split(/[\s\p{Pd}_,;:/\\()[\]{}|·・•+*!?=<>#~^@]+/u)
  return pieces
    .flatMap((piece) => splitDots(piece, kind))
    .flatMap(romanise)
    .flatMap((word) => respell(word, kind))
}

/** Legal forms that are written without a space before or after. */
const EAST_ASIAN_FORMS = /株式会社|有限会社|股份有限公司|有限責任公司|有限责任公司|有限公司|주식회사/gu

/** `Putin, Vladimir` is `Vladimir Putin`. */
function commaFirst(name: string, kind: NameKind): string {
  if (kind !== 'PERSON') return name
  const [family, given, ...more] = name.split(',')
  return given?.trim() && more.length === 0 ? `${given} ${family}` : name
}

/** `J.P.` is two initials of a person, and one word of an organisation; `Amazon.com` is two words. */
function splitDots(piece: string, kind: NameKind): string[] {
  const parts = piece.split('.').filter((part) => part !== '')
  return kind === 'ORGANISATION' && parts.every((part) => part.length === 1) ? [parts.join('')] : parts
}

function romanise(piece: string): RawWord[] {
  const script = scriptOf(piece)
  if (script === 'IDEOGRAM')
    return [...piece]
      .map((character) => ({ written: character, folded: fold(anyAscii(character)), script }))
      .filter((word) => word.folded !== '')
  const folded = fold(anyAscii(script === 'CONSONANTS' ? respellConsonants(piece) : piece))
  return folded === '' ? [] : [{ written: piece, folded, script }]
}

/** Without the Arabic article, and Hebrew letters by the sound that names have them for. */
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

/** Figures that stand for letters: `Ig0r Sech1n`. */
function undoFigures(word: string): string {
  if (!/[a-z]/.test(word) || !/\d/.test(word)) return word
  return word.replace(/[0134579]/g, (figure) => FIGURES[figure] ?? figure)
}

const FIGURES: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 9: 'g' }

function withoutHonorifics(words: readonly RawWord[]): RawWord[] {
  const rest = words.filter((word) => !HONORIFICS.has(word.folded))
  const family = rest.filter((word) => !PARTICLES.has(word.folded))
  return family.length === 0 ? [...words] : rest
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
    if (!DROPPED_ORGANISATION_WORDS.has(word.folded)) rest.push(word)
    at += 1
  }
  return { rest, form }
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
    candidate !== undefined && PATRONYMIC_PARTICLES.has(candidate.folded)
  const folded = number ?? word.folded
  return {
    written: word.written,
    folded,
    letters: lettersOf(folded),
    sound: number ?? soundKey(word.folded),
    script: word.script,
    isParticle: isPerson && PARTICLES.has(word.folded),
    isWeak: !isPerson && WEAK_ORGANISATION_WORDS.has(word.folded),
    isNumber: number !== undefined,
    isPatronymic:
      isPerson &&
      (followsFather(before) || (followsFather(twoBefore) && before !== undefined && PARTICLES.has(before.folded))),
  }
}
