import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { formatsOf } from '../formats.ts'
import { serviceWordsDe } from './de.ts'
import { serviceWordsEn } from './en.ts'
import { inWords, SLOT, timeInWords } from './service-words.ts'

test('each sentence of the service is translated with its values', () => {
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
  expect(inWords('eu.csv is a table of another kind, with 4 columns, and no list that is read', serviceWordsDe)).toBe(
    'eu.csv ist eine andere Tabelle mit 4 Spalten und keine Liste, die gelesen wird',
  )
})

test('a list of missing data is translated part by part', () => {
  const text = 'Missing: originator name, official number or date and place of birth; beneficiary name.'
  expect(inWords(text, serviceWordsDe)).toBe(
    'Es fehlen: Auftraggeber: Name, amtliche Nummer oder Geburtsdatum und Geburtsort; Begünstigter: Name.',
  )
})

test('a value at the end of a sentence extends to the end', () => {
  expect(inWords('Data requested: NAME, ADDRESS', serviceWordsDe)).toBe('Daten angefordert: Name, Postanschrift')
  expect(inWords('only in the inquiry: Max Mustermann', serviceWordsDe)).toBe('nur in der Anfrage: Max Mustermann')
})

test('a sentence within a sentence is translated too, and a field keeps its name', () => {
  expect(inWords('The transaction is PENDING: only an APPROVED transaction can be confirmed.', serviceWordsDe)).toBe(
    'Die Transaktion hat den Status „Entscheidung offen“: Nur eine genehmigte Transaktion kann bestätigt werden.',
  )
  expect(inWords('rules.2.name must have 1 to 100 characters on one line.', serviceWordsDe)).toBe(
    'rules.2.name muss 1 bis 100 Zeichen auf einer Zeile haben.',
  )
  expect(inWords('Something new. name must have at most 5 items.', serviceWordsDe)).toBeUndefined()
})

test('a time in a sentence is written in the format of the language and the zone of the organisation', () => {
  const text = 'Entry 7 is missing: the log was longer at the checkpoint of entry 9, signed at 2026-01-31T23:30:00.250Z'
  const { dateTime } = formatsOf('de-CH', 'Europe/Zurich')
  expect(inWords(text, serviceWordsDe, dateTime)).toMatch(
    /signiert am 1\. Feb\.? 2026, 00:30 MEZ, war das Protokoll länger$/,
  )
  const refusal = `The audit log is not the one that was signed, so no evidence is made of it: ${text}.`
  const english = inWords(refusal, serviceWordsEn, formatsOf('en', 'America/New_York').dateTime)
  expect(english).toMatch(/the log was longer at the checkpoint of entry 9, signed on Jan 31, 2026, 6:30\sPM EST\.$/)
  const proof = inWords('The proof expired at 2026-01-31T23:30:00.000Z. Request a new one.', serviceWordsDe, dateTime)
  expect(proof).toMatch(/^Der Nachweis ist am 1\. Feb\.? 2026, 00:30 MEZ abgelaufen\. Fordern/)
})

test('a value that only looks like a time is unchanged', () => {
  const text = 'The proof expired at 2026-99-31T23:30:00Z. Request a new one.'
  const said = inWords(text, serviceWordsEn, formatsOf('en').dateTime)
  expect(said).toBe('The proof expired on 2026-99-31T23:30:00Z. Request a new one.')
  const { dateTime } = formatsOf('en', 'UTC')
  for (const value of ['2026-99-31T23:30:00Z', 'at 2026-01-31T23:30:00Z', '2026-01-31'])
    expect(timeInWords(value, dateTime)).toBe(value)
  expect(timeInWords('2026-01-31T23:30:00.250Z', dateTime)).toMatch(/^Jan 31, 2026, 11:30\sPM UTC$/)
})

test('a text with a sentence that has no translation is unchanged', () => {
  expect(inWords('The status of the LEI is not known. Something new.', serviceWordsDe)).toBeUndefined()
  expect(inWords('Missing: something new.', serviceWordsDe)).toBeUndefined()
  expect(inWords('', serviceWordsDe)).toBeUndefined()
})

test('a long text from a counterparty is not compared', () => {
  const quote = '“'.repeat(100_000)
  expect(inWords(`The counterparty refused the message with status 400: ${quote}`, serviceWordsDe)).toBeUndefined()
})

test("matching is given up for a counterparty's text that is written to match in many ways", () => {
  let tries = 0
  const words = {
    sentences: { 'Wait {words}.': 'Warten Sie {words}.', 'Wait {}.': 'Warten Sie auf {}.' },
    get phrases() {
      tries++
      return { now: 'jetzt' }
    },
  }
  expect(inWords(`${'Wait now. '.repeat(14)}?`, words)).toBeUndefined()
  expect(tries).toBeLessThan(500)
})

test('officers see no API names in English', () => {
  expect(inWords('The VASP is not trusted: call trustVasp to continue.', serviceWordsEn)).toBe(
    'The VASP is not trusted: trust it to continue.',
  )
  expect(Object.values(serviceWordsEn.sentences).filter((said) => /\bcall [a-z]+[A-Z]/.test(said))).toEqual([])
})

test('German has every sentence that English replaces, with the same values', () => {
  const slotsOf = (text: string) => text.match(SLOT) ?? []
  expect(Object.keys(serviceWordsEn.sentences).filter((sentence) => !(sentence in serviceWordsDe.sentences))).toEqual(
    [],
  )
  for (const { sentences } of [serviceWordsEn, serviceWordsDe]) {
    for (const [sentence, said] of Object.entries(sentences)) expect(slotsOf(said), sentence).toEqual(slotsOf(sentence))
  }
})

const APPS = fileURLToPath(new URL('../../../../', import.meta.url))

/** The layers that say something to people on a page; a new file in them is read as well. */
const LAYERS = ['actions', 'domain', 'graphql', 'trp']
const CONCEPTS = readdirSync(`${APPS}trpd-subgraph/src`)
const FOLDERS = [
  ...CONCEPTS.flatMap((concept) => layersOf(`trpd-subgraph/src/${concept}`, LAYERS)),
  'trpd-subgraph/src/graphql',
  ...['foundation', 'signatures', 'proofs', 'erasure', 'maintenance'].flatMap((concept) =>
    layersOf(`aopd-subgraph/src/${concept}`, ['domain', 'actions']),
  ),
  ...['checkpoints', 'audit-log', 'evidence', 'feeds', 'saved-views', 'settings', 'users'].flatMap((concept) =>
    layersOf(`autod-subgraph/src/${concept}`, ['domain', 'actions']),
  ),
  'autod-subgraph/src/store',
]

function layersOf(concept: string, layers: readonly string[]): string[] {
  return layers.map((layer) => `${concept}/${layer}`).filter((folder) => existsSync(APPS + folder))
}

/** Files among them whose texts no person reads there: settings, logs, names, and responses to other services. */
const OTHERS = new Set([
  ...[
    'admit-unverified.ts',
    'headers.ts',
    'inquiry.ts',
    'receive-callback.ts',
    'receive-data.ts',
    'receive-inquiry.ts',
  ],
  ...['receive-once.ts', 'refused-inquiries.ts', 'submission.ts', 'trp-routes.ts', 'unverified-inquiries.ts'],
  ...['jurisdiction.ts', 'release-policy.ts', 'retention-period.ts'],
  ...['asset.ts', 'asset-list.ts', 'built-in-assets.ts', 'secret-token.ts', 'vendor-template.ts'],
  ...[
    'delivery-metrics.ts',
    'mail-data-request.ts',
    'open-mailer.ts',
    'read-list-folder.ts',
    'sign-checkpoint.ts',
    'unit-of-work.ts',
  ],
  // The customer signs it in English.
  'challenge.ts',
  // Its codes have words of their own, and so has each kind of data.
  ...['change-saved-views.ts', 'saved-view.ts', 'evidence.ts', 'missing-fields.ts', 'permission.ts'],
])

/** Values in them that are words. Any other value is 7. */
const VALUES: Readonly<Record<string, string>> = {
  trust: 'BLOCKED',
  from: 'from 7',
  window: '7 hours',
  law: 'The law of 7',
  what: 'A name',
  licence: 'REVOKED',
  found: '',
  place: 'Entry 7',
  missing: 'Entry 7 is',
  most: '7 open data requests, and 7 in all',
  'placeText(earlier)': 'Line 7',
  'time(checkpoint)': 'entry 7, signed at 7',
  'time(newest)': 'entry 7, signed at 7',
}

/** Values of this kind, sentence endings after a value, and texts that occur only in the operator's log. */
const PARTS = new Set([
  ...['7 open data requests, and 7 in all', 'entry 7, signed at 7', 'TRP 3, mutual TLS', 'limits of the VASP'],
  ...[
    'a name of the originator',
    'a name of the beneficiary',
    'the name of the VASP',
    'P2PKH with an uncompressed key',
  ],
  ...['7; it is unknown whether it received ours.', '7 Delivery was given up after 7 in 7.', '7 and 7 more'],
  ...['7, and the value of the amount in 7 is unknown.', '7, and the amount is worth less.'],
  ...['7 No list that has addresses is loaded: only names were screened.', 'has 7 A name; the loaded list has 7'],
  ...['must have 1 to 256 printable ASCII characters and no white space', '7 is missing: add 7.'],
  ...['transfers could not be erased', 'proofs could not be erased'],
])

/** Sentences and clauses in a source, with their values, except those of defects and SQL. */
function textsOf(code: string): readonly string[] {
  const shown = code
    .replaceAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm, '')
    .replaceAll(/(?:Error|assert\w*|logger\.\w+|sql(?:<\w+>)?|raw)[(`](?:[^()`]|\([^()]*\))*[)`]/g, '')
  return [...shown.matchAll(/'((?:[^'\\\n])+)'|"((?:[^"\\\n])+)"|`((?:[^`\\\n])+)`/g)]
    .map(([, single, double, template]) =>
      (single ?? double ?? template ?? '').replaceAll(/\$\{([^}]*)\}/g, (_, name) => VALUES[name] ?? '7').trim(),
    )
    .filter((text) => /^[^\s]+ [^\s]+ [^\s]+ [a-z]/i.test(text) && !/(?:^|\s)[=&|<>?:]|\($|^[,:\])]/.test(text))
}

test('every reason, problem and refusal of the service has German words', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(APPS + folder).map((name) => ({ name, path: `${folder}/${name}` })),
  )
  const sources = files.filter(
    ({ name }) => name.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(name) && !OTHERS.has(name),
  )
  const shared = ['erasure', 'legal-holds'].map((name) => `../packages/database/src/${name}.ts`)
  const paths = [...sources.map(({ path }) => path), ...shared]
  const texts = paths.flatMap((path) => textsOf(readFileSync(APPS + path, 'utf8')))
  expect(texts.length).toBeGreaterThan(400)
  // The tests above show which values are possible.
  const sentences = Object.fromEntries(
    Object.entries(serviceWordsDe.sentences).map(([text, said]) => [
      text.replaceAll(SLOT, '{}'),
      said.replaceAll(SLOT, '{}'),
    ]),
  )
  const words = { ...serviceWordsDe, sentences }
  // Some only continue a text of another source, or are followed by another sentence.
  const forms = (text: string) => [
    text,
    text.replace(/ 7$/, ''),
    `${text}.`,
    `7 ${text}`,
    `7 ${text}.`,
    `7 must be ${text}.`,
  ]
  const hasWords = (text: string) => forms(text).some((each) => inWords(each, words) !== undefined)
  expect([...new Set(texts)].filter((text) => !PARTS.has(text) && !hasWords(text))).toEqual([])
})
