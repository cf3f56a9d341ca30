import { extractText } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { openEvidenceRenderer } from './evidence-renderer.ts'

const PATIENT_MS = 3_600_000
const now = () => ({ startedAt: performance.now() })
const renderer = openEvidenceRenderer(PATIENT_MS)
afterAll(() => renderer[Symbol.asyncDispose]())

const NAMES = [
  'Erika Mustermann',
  'Łukasz Ĝöñ',
  'Дмитрий Шостакович',
  'Γιώργος Παπαδόπουλος',
  '李小龍',
  '山田太郎',
  '김철수',
  'สมชาย ใจดี',
  'नरेन्द्र मोदी',
  'ნინო',
  'Արամ',
  'தமிழ்',
]
/** Readers of PDF disagree about the order of these and of the parts of their letters. */
const RIGHT_TO_LEFT = ['محمد بن سلمان', 'דוד בן־גוריון']

function bundle(names: readonly string[], exchange: object = {}) {
  const persons = names.map((name) => ({
    naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: name, nameIdentifierType: 'LEGL' }] } },
  }))
  const evidence = {
    transactionId: 't-1',
    createdAt: '2026-01-02T03:04:05.000Z',
    createdBy: { id: 'officer-1', name: 'Olga', client: 'desk' },
    exchange: { ivms101: { originator: { originatorPersons: persons } }, ...exchange },
    proofs: [],
    audit: { entries: [], checkpoints: [] },
  }
  return { json: JSON.stringify({ evidence }), sha256: 'cafe'.repeat(16), keyId: 'key-1' }
}

async function textOf(pdf: Uint8Array): Promise<string> {
  const { text } = await extractText(pdf, { mergePages: true })
  // The reader has no number for parts of a letter that are drawn apart.
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '')
}

test('a PDF has names of every script as they are, and numbers for what has no glyph or changes the direction', {
  timeout: PATIENT_MS,
}, async () => {
  const hidden = ['a\u202eb', 'x\u{10fffd}y', 'z\u0007']
  const rendered = await renderer.render(bundle([...NAMES, ...RIGHT_TO_LEFT, ...hidden, 'bc1q'.repeat(60)]), now())
  if (!rendered.ok) throw new Error(rendered.refusal.code)
  const text = await textOf(rendered.value)
  expect(NAMES.filter((name) => !text.includes(`Originator ${name}`))).toEqual([])
  for (const letter of RIGHT_TO_LEFT.join('')) expect(text).toContain(letter)
  expect(text).toContain('a[U+202E]b')
  expect(text).toContain('x[U+10FFFD]y')
  expect(text).toContain('z[U+0007]')
  expect(text.replaceAll(/\s/g, '')).toContain('bc1q'.repeat(60))
  expect(text).toContain('cafe'.repeat(16))
})

test('a PDF of a large bundle is bounded, and two are made one after the other', {
  timeout: PATIENT_MS,
}, async () => {
  const history = Array.from({ length: 5_000 }, (_, version) => ({
    version,
    event: 'transfer.changed',
    note: 'x'.repeat(3_000),
  }))
  const results = await Promise.all([
    renderer.render(bundle(['Erika'], { history }), now()),
    renderer.render(bundle(['Bruno']), now()),
  ])
  const [large, small] = results.map((rendered) => (rendered.ok ? rendered.value : Buffer.alloc(0)))
  expect(large?.length).toBeLessThan(3_000_000)
  expect(await textOf(large ?? Buffer.alloc(0))).toContain('entries between these are in the file.')
  expect(await textOf(small ?? Buffer.alloc(0))).toContain('Bruno')
})

test('a PDF is refused while too many wait, and made again afterwards', { timeout: PATIENT_MS }, async () => {
  const stop = new AbortController()
  const waiting = Array.from({ length: 4 }, () => renderer.render(bundle([]), { signal: stop.signal, ...now() }))
  const refused = await renderer.render(bundle([]), now())
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'EVIDENCE_PDF_BUSY' } })
  stop.abort(new Error('the client is gone'))
  const ended = await Promise.allSettled(waiting)
  expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await renderer.render(bundle([]), now())).toMatchObject({ ok: true })
})

test('a PDF is refused when its request, with the time it took before, takes too long', async () => {
  const startedAt = performance.now() - PATIENT_MS
  const code = 'EVIDENCE_PDF_TIMEOUT'
  expect(await renderer.render(bundle([]), { startedAt })).toMatchObject({ ok: false, refusal: { code } })
})

test('a PDF that takes too long is refused, and its worker is stopped', async () => {
  await using hasty = openEvidenceRenderer(1)
  expect(await hasty.render(bundle(NAMES), now())).toMatchObject({
    ok: false,
    refusal: { code: 'EVIDENCE_PDF_TIMEOUT' },
  })
})
