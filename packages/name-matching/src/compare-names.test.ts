import { describe, expect, it } from 'vitest'
import { compareNames, MATCH_SCORE, matchPrepared, STRONG_MATCH_SCORE } from './compare-names.ts'
import { KNOWN_MAX, openLeftName } from './pair-words.ts'
import { prepareName } from './prepare-name.ts'

describe('names in twelve scripts match their Latin form', () => {
  it.each([
    ['Latin', 'Recep Tayyip Erdoğan', 'ERDOGAN, Recep Tayyip'],
    ['Cyrillic', 'Володимир Зеленський', 'Volodymyr Zelenskyy'],
    ['Greek', 'Κυριάκος Μητσοτάκης', 'Kyriakos Mitsotakis'],
    ['Arabic', 'محمد بن سلمان', 'Mohammed bin Salman'],
    ['Hebrew', 'בנימין נתניהו', 'Binyamin Netanyahu'],
    ['Han', '习近平', 'Xi Jinping'],
    ['Hangul', '김정은', 'Kim Jong Un'],
    ['Kana', 'バラク・オバマ', 'Barack Obama'],
    ['Thai', 'ทักษิณ ชินวัตร', 'Thaksin Shinawatra'],
    ['Devanagari', 'नरेन्द्र मोदी', 'Narendra Modi'],
    ['Georgian', 'ბარაკ ობამა', 'Barack Obama'],
    ['Armenian', 'Բարակ Օբամա', 'Barack Obama'],
  ])('a name in %s matches its Latin form: %s is %s', (_script, left, right) => {
    expect(compareNames(left, right, 'PERSON').score).toBeGreaterThanOrEqual(MATCH_SCORE)
  })
})

describe('a different person does not match', () => {
  it.each([
    ['Vita Klave', 'Фуад Гулієв'],
    ['Sergey Viktorovich Lavrov', 'Sergey Ivanevich Lavrov'],
    ['SADDAM HUSSEIN AL-DULAIMI', 'SADDAM HUSSEIN AL-TIKRITI'],
    ['George Bush', 'George HABBASH'],
    ['김종은', '김정은'],
    ['习近朋', '习近平'],
    ['Salman bin Muhammad al-Rawi', 'Muhammad bin Salman al-Rawi'],
    ['A. Nazarbayev', 'Nursultan Nazarbayev'],
    ['', 'Nursultan Nazarbayev'],
  ])('names of different persons do not match: %s is not %s', (left, right) => {
    expect(compareNames(left, right, 'PERSON').score).toBeLessThan(MATCH_SCORE)
  })
})

describe('how two words agree is part of the result', () => {
  it.each([
    ['Jon Smith', 'John Smith', 'VARIANT'],
    ['J. Smith', 'John Smith', 'INITIAL'],
    ['Joan Smyth', 'Joan Smith', 'SPELLING'],
    ['Ann-Marie Smith', 'Annmarie Smith', 'JOINED'],
    ['Джоан Смит', 'Joan Smit', 'TRANSLITERATED'],
  ])('%s and %s agree by %s', (left, right, how) => {
    expect(compareNames(left, right, 'PERSON').pairs.map((pair) => pair.how)).toContain(how)
  })

  it('words without a counterpart are listed as written', () => {
    const comparison = compareNames('Dr. Anna Maria Berg', 'BERG Anna', 'PERSON')
    expect(comparison).toMatchObject({ missingRight: ['Maria'], missingLeft: [], isReordered: true })
    expect(comparison.score).toBeGreaterThan(STRONG_MATCH_SCORE)
  })
})

describe('organisations match by what is not their legal form', () => {
  it.each([
    ['Siemens AG', 'Siemens Aktiengesellschaft'],
    ['OAO Gazprom', 'Open Joint Stock Company Gazprom'],
    ['Volkswagen Gesellschaft mit beschränkter Haftung', 'Volkswagen GmbH'],
    ['東京電力株式会社', '東京電力'],
    ['1st International Bank', 'First Bank Int’l'],
    ['Garantex Europe', 'Garantex Europe OU'],
    ['Al-Haramain Islamic Foundation', 'Al-Haramain Islamic Foundation (SOMALIA)'],
    ['Sberbank', 'PUBLIC JOINT STOCK COMPANY SBERBANK OF RUSSIA'],
    ['Bank Melli Iran', 'Bank Melli Iran (KABUL BRANCH)'],
    ['Bank Melli Iran', 'Bank Melli Iran Kabul Branch'],
    ['JSCARGUMENT', 'JSC ARGUMENT'],
    ['AO ARGUMENT', 'JSCARGUMENT'],
    ['Beit al Mal Holdings', 'Beit el-Mal Holdings'],
  ])('organisations match by what is not their legal form: %s is %s', (left, right) => {
    expect(compareNames(left, right, 'ORGANISATION').score).toBeGreaterThanOrEqual(STRONG_MATCH_SCORE)
  })

  it.each([
    ['Bank', 'Bank of China'],
    ['ICBC (Asia) Limited', 'ICBC (London) plc'],
    ['Government of Estonia', 'Government of Ethiopia'],
    ['Management Company 23', 'Management Company'],
    ['N.A.B.C. Company', 'A.B.C. Company'],
    ['Paolina Trading', 'Lina Trading'],
  ])('different organisations do not match: %s is not %s', (left, right) => {
    expect(compareNames(left, right, 'ORGANISATION').score).toBeLessThan(MATCH_SCORE)
  })

  it('a missing common word counts less than a rare one, and least in a long name', () => {
    const score = (name: string) => compareNames('Zarvan', name, 'ORGANISATION').score
    expect(score('Zarvan Trading')).toBeGreaterThan(score('Zarvan Quillon'))
    const long = compareNames('Zarvan Quillon Bestoma', 'Zarvan Quillon Bestoma Ardesht', 'ORGANISATION').score
    expect(long).toBeGreaterThanOrEqual(MATCH_SCORE)
  })

  it('a different kind of legal form is reported and scores less', () => {
    const other = compareNames('Deutsche Bank AG', 'Deutsche Bank GmbH', 'ORGANISATION')
    expect(other.isOtherForm).toBe(true)
    expect(other.score).toBeLessThan(compareNames('Deutsche Bank AG', 'Deutsche Bank', 'ORGANISATION').score)
  })
})

describe('the memory of a name that is compared with many', () => {
  const query = prepareName('Serge Lavro', 'PERSON')
  const listed = prepareName('Sergelavrov Serge', 'PERSON')
  const left = openLeftName(query)

  it('a compared name remembers the words of other names, and how each agrees with its own', () => {
    const first = matchPrepared(left, listed, 0)
    expect([...left.agreements.keys()]).toEqual(listed.words)
    expect(matchPrepared(left, listed, 0)).toEqual(first)
    expect(first).toEqual(compareNames('Serge Lavro', 'Sergelavrov Serge', 'PERSON'))
  })

  it('the words remembered have a limit, beyond which words are compared anew', () => {
    const [word] = listed.words
    for (let at = 0; left.agreements.size < KNOWN_MAX; at += 1)
      left.agreements.set({ ...word, written: `${at}` } as (typeof listed.words)[0], [])
    const other = prepareName('Serge Lavrov', 'PERSON')
    expect(matchPrepared(left, other, 0)).toEqual(compareNames('Serge Lavro', 'Serge Lavrov', 'PERSON'))
    expect(left.agreements.size).toBe(KNOWN_MAX)
  })
})
