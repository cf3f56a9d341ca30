import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { inWords } from './service-words.ts'
import { serviceWordsDe } from './service-words-de.ts'
import { serviceWordsEn } from './service-words-en.ts'

test('each sentence of the service is said in the words of the language, with its values', () => {
  const text = 'The status of the LEI is not known. The list EU_FSF was loaded 80 hours ago.'
  expect(inWords(text, serviceWordsDe)).toBe(
    'Der Status der LEI ist nicht bekannt. Die Liste EU_FSF wurde vor 80 Stunden geladen.',
  )
  expect(inWords('The client certificate is for the LEI A, but this VASP has B.', serviceWordsDe)).toBe(
    'Das Client-Zertifikat gilt für die LEI A, dieser VASP hat aber B.',
  )
})

test('a refused file of a list is named', () => {
  expect(inWords('sdn.csv ends inside a row', serviceWordsDe)).toBe('sdn.csv endet in einer Zeile')
  expect(inWords('sdn.csv has a alt.csv beside it that ends inside a row', serviceWordsDe)).toBe(
    'Neben sdn.csv liegt eine Datei alt.csv, die in einer Zeile endet',
  )
})

test('a list of missing data is said part by part', () => {
  const text = 'Missing: originator name, official number or date and place of birth; beneficiary name.'
  expect(inWords(text, serviceWordsDe)).toBe(
    'Es fehlen: Auftraggeber: Name, amtliche Nummer oder Geburtsdatum und Geburtsort; Begünstigter: Name.',
  )
})

test('a value at the end of a sentence reaches to the end', () => {
  expect(inWords('Data requested: NAME, ADDRESS', serviceWordsDe)).toBe('Daten angefordert: Name, Postanschrift')
  expect(inWords('only in the inquiry: Max Mustermann', serviceWordsDe)).toBe('nur in der Anfrage: Max Mustermann')
})

test('a text with a sentence that has no words stays as it is', () => {
  expect(inWords('The status of the LEI is not known. Something new.', serviceWordsDe)).toBeUndefined()
  expect(inWords('Missing: something new.', serviceWordsDe)).toBeUndefined()
  expect(inWords('', serviceWordsDe)).toBeUndefined()
})

test('a long text of a counterparty is not compared', () => {
  const quote = '“'.repeat(100_000)
  expect(inWords(`The counterparty refused the message with status 400: ${quote}`, serviceWordsDe)).toBeUndefined()
})

test('officers read no name of the API in English', () => {
  expect(inWords('The VASP is not trusted: call trustVasp to continue.', serviceWordsEn)).toBe(
    'The VASP is not trusted: trust it to continue.',
  )
  expect(Object.values(serviceWordsEn.sentences).filter((said) => /\bcall [a-z]+[A-Z]/.test(said))).toEqual([])
})

test('German has every sentence that English says otherwise, with the same values', () => {
  const slotsOf = (text: string) => text.match(/\{(words)?\}/g) ?? []
  expect(Object.keys(serviceWordsEn.sentences).filter((sentence) => !(sentence in serviceWordsDe.sentences))).toEqual(
    [],
  )
  for (const { sentences } of [serviceWordsEn, serviceWordsDe]) {
    for (const [sentence, said] of Object.entries(sentences)) expect(slotsOf(said), sentence).toEqual(slotsOf(sentence))
  }
})

test('every reason of a check has German words', () => {
  const checks = fileURLToPath(new URL('../../../trpd-subgraph/src/domain/checks/', import.meta.url))
  const code = readdirSync(checks)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(checks + name, 'utf8'))
    .join('\n')
  const reasons = [...code.matchAll(/['`]([A-Z][^'`\n]+\.)['`]/g)].map(([, text = '']) => text)
  expect(reasons.length).toBeGreaterThan(30)
  const values: Readonly<Record<string, string>> = {
    from: 'from 7 CHF',
    list: 'originator name',
    roles: 'originator and beneficiary',
    'unknown.role': 'originator',
    what: 'A name',
    law: 'The law of CH',
    licence: 'REVOKED',
    window: '7 hours',
    // A sentence of its own, or the beginning of one.
    reason: '',
    found: '',
  }
  const examples = reasons.map((text) => text.replace(/\$\{([^}]*)\}/g, (_, name) => values[name] ?? '7').trim())
  const isWhole = (text: string) => /^[A-Z]/.test(text)
  expect(examples.filter((text) => isWhole(text) && inWords(text, serviceWordsDe) === undefined)).toEqual([])
})
