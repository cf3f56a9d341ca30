import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { extractText } from 'unpdf'
import { afterAll, expect, test } from 'vitest'
import { openEvidenceRenderer } from './evidence-renderer.ts'

const PATIENT_MS = 3_600_000
const request = () => ({ startedAt: performance.now() })
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
/** PDF readers disagree about the order of these names and of their combined letters. */
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
  // The reader has no code point for parts of a letter that are drawn separately.
  return text.replaceAll(/(?!\n)\p{Cc}/gu, '')
}

test('a PDF shows names of every script unchanged, and code points for what has no glyph or changes the direction', {
  timeout: PATIENT_MS,
}, async () => {
  const hidden = ['a\u202eb', 'x\u{10fffd}y', 'z\u0007']
  const rendered = await renderer.render(bundle([...NAMES, ...RIGHT_TO_LEFT, ...hidden, 'bc1q'.repeat(60)]), request())
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

test('a PDF of a large bundle is limited in size, and two PDFs are made one after the other', {
  timeout: PATIENT_MS,
}, async () => {
  const history = Array.from({ length: 5_000 }, (_, version) => ({
    version,
    event: 'transfer.changed',
    note: 'x'.repeat(3_000),
  }))
  const results = await Promise.all([
    renderer.render(bundle(['Erika'], { history }), request()),
    renderer.render(bundle(['Bruno']), request()),
  ])
  const [large, small] = results.map((rendered) => (rendered.ok ? rendered.value : Buffer.alloc(0)))
  expect(large?.length).toBeLessThan(3_000_000)
  expect(await textOf(large ?? Buffer.alloc(0))).toContain('entries between these are in the file.')
  expect(await textOf(small ?? Buffer.alloc(0))).toContain('Bruno')
})

test("a bundle whose JSON may exceed the worker's memory is refused", async () => {
  const { json, ...rest } = bundle([])
  const huge = json.replace('"proofs":[]', `"proofs":[${Array(8_000_000).fill('{}').join()}]`)
  expect(await renderer.render({ ...rest, json: huge }, request())).toMatchObject({
    ok: false,
    refusal: { code: 'EVIDENCE_PDF_TOO_LARGE' },
  })
})

test('a PDF of a transfer with long texts everywhere stays small, and says what it leaves out', {
  timeout: PATIENT_MS,
}, async () => {
  const notes = Array.from({ length: 160 }, () => ({ note: '\u0007'.repeat(2_000) }))
  const exchange = Object.fromEntries(Array.from({ length: 10 }, (_, part) => [`part${part}`, notes]))
  const rendered = await renderer.render(bundle(['Erika'], exchange), request())
  if (!rendered.ok) throw new Error(rendered.refusal.code)
  expect(rendered.value.length).toBeLessThan(3_000_000)
  expect(await textOf(rendered.value)).toContain('for which this document has no room.')
})

test('a PDF is refused while too many are waiting, and made again afterwards', { timeout: PATIENT_MS }, async () => {
  const stop = new AbortController()
  const waiting = Array.from({ length: 4 }, () => renderer.render(bundle([]), { ...request(), signal: stop.signal }))
  const refused = await renderer.render(bundle([]), request())
  expect(refused).toMatchObject({ ok: false, refusal: { code: 'EVIDENCE_PDF_BUSY' } })
  stop.abort(new Error('the client is gone'))
  const ended = await Promise.allSettled(waiting)
  expect(ended.map(({ status }) => status)).toEqual(Array(4).fill('rejected'))
  expect(await renderer.render(bundle([]), request())).toMatchObject({ ok: true })
})

test('a PDF that takes too long is refused, and its worker is stopped', { timeout: PATIENT_MS }, async () => {
  const exits: Promise<unknown>[] = []
  const posted: unknown[] = []
  const observe = (worker: Worker) => {
    worker.on('message', () => posted.push('a PDF'))
    exits.push(once(worker, 'exit'))
  }
  process.on('worker', observe)
  try {
    // The first PDF keeps the second, which has no worker yet, waiting until its time is up as well.
    await using hasty = openEvidenceRenderer(200)
    const rendered = await Promise.all([hasty.render(bundle(NAMES), request()), hasty.render(bundle([]), request())])
    const timeout = { ok: false, refusal: { code: 'EVIDENCE_PDF_TIMEOUT' } }
    expect(rendered).toMatchObject([timeout, timeout])
  } finally {
    process.off('worker', observe)
  }
  // A worker that is not stopped posts its PDF before it ends.
  expect(await Promise.all(exits)).toHaveLength(1)
  expect(posted).toEqual([])
})

test('the time limit of a PDF counts from the start of its request, even while another PDF is being made', {
  timeout: PATIENT_MS,
}, async () => {
  const late = { startedAt: performance.now() - PATIENT_MS }
  const stop = new AbortController()
  const first = renderer.render(bundle(NAMES), { ...request(), signal: stop.signal })
  expect(await renderer.render(bundle([]), late)).toMatchObject({
    ok: false,
    refusal: { code: 'EVIDENCE_PDF_TIMEOUT' },
  })
  stop.abort(new Error('the client is gone'))
  await expect(first).rejects.toThrow('the client is gone')
})
