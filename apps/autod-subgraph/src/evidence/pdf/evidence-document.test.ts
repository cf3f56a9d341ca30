import { expect, test } from 'vitest'
import { type EvidenceDocument, evidenceDocument } from './evidence-document.ts'

const entry = (type: string, sequence = 1, detail: object = {}) => ({
  entry: {
    sequence: String(sequence),
    at: '2026-01-02T03:04:05.000Z',
    type,
    actor: { id: 'officer-1', name: 'Olga', type: 'USER' },
    detail,
    hash: 'ab',
  },
  proof: sequence % 2 === 1 ? { checkpoint: 0, path: [] } : null,
})

function documentOf(exchange: object, { entries = [entry('transfer.received')], proofs = [] as object[] } = {}) {
  const evidence = {
    transactionId: 't-1',
    createdAt: '2026-01-02T03:04:05.000Z',
    createdBy: { id: 'officer-1', name: 'Olga', client: 'desk' },
    exchange,
    proofs,
    audit: { entries, checkpoints: ['jws'] },
  }
  return evidenceDocument({ json: JSON.stringify({ evidence }), sha256: 'cafe', keyId: 'key-1' })
}

const textOf = ({ sections }: EvidenceDocument) =>
  sections.flatMap(({ heading, items }) => [
    heading,
    ...items.flatMap(({ title, rows }) => [title, ...rows.flatMap(({ label, value }) => [label, value])]),
  ])
const rowsIn = (document: EvidenceDocument, heading: string) =>
  document.sections.filter((each) => each.heading === heading).flatMap(({ items }) => items.flatMap(({ rows }) => rows))

const person = (...names: string[]) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [{ primaryIdentifier: names[0], secondaryIdentifier: names[1], nameIdentifierType: 'LEGL' }],
    },
  },
})

test('every value of a part unknown to this version is in the document', () => {
  const document = documentOf({ laterPart: [{ deep: { within: ['first', 7, false] }, nothing: null, blank: '' }] })
  expect(rowsIn(document, 'Later part')).toEqual([
    { label: 'Deep › Within › 1', value: 'first' },
    { label: 'Deep › Within › 2', value: '7' },
    { label: 'Deep › Within › 3', value: 'false' },
    { label: 'Nothing', value: 'none' },
    { label: 'Blank', value: '(empty)' },
  ])
})

test('the summary says who sends what to whom, and names the person who decided', () => {
  const document = documentOf({
    transaction: {
      direction: 'RECEIVED',
      amount: '0.5',
      asset: { symbol: 'BTC' },
      state: { status: 'APPROVED' },
      decidedBy: 'officer-1',
    },
    vasp: { name: 'Other VASP' },
    ivms101: {
      originator: { originatorPersons: [person('Шостакович', 'Дмитрий'), person('李小龍')] },
      beneficiary: {
        beneficiaryPersons: [{ legalPerson: { name: { nameIdentifier: [{ legalPersonName: 'Firm Ltd' }] } } }],
      },
    },
  })
  const summary = rowsIn(document, 'Summary').map(({ label, value }) => `${label}: ${value}`)
  expect(summary).toEqual(
    expect.arrayContaining([
      'Originator: Дмитрий Шостакович',
      'Originator: 李小龍',
      'Beneficiary: Firm Ltd',
      'Counterparty: Other VASP',
      'Amount: 0.5 BTC',
      'Status: APPROVED',
      'Decided by: Olga (officer-1)',
    ]),
  )
})

test('a message is listed with its time, direction, status and hash, and without its content', () => {
  const message = {
    direction: 'SENT',
    kind: 'INQUIRY',
    at: '2026-01-02T03:04:05.000Z',
    requestIdentifier: 'r-1',
    url: 'https://vasp.example',
    body: { text: 'secret' },
    response: { status: 200, body: { base64: '/w==' } },
  }
  const text = textOf(documentOf({ messages: [message] }))
  expect(text).toEqual(
    expect.arrayContaining([
      '2026-01-02T03:04:05.000Z · SENT · INQUIRY',
      '2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b',
      'HTTP 200',
      'a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89',
    ]),
  )
  expect(text.join()).not.toContain('secret')
})

test('the document of an erased transaction says that and when it was erased', () => {
  const document = documentOf({}, { entries: [entry('transfer.erased')] })
  expect(rowsIn(document, 'Erased')[0]).toEqual({ label: 'At', value: '2026-01-02T03:04:05.000Z' })
  expect(documentOf({}).sections.map(({ heading }) => heading)).not.toContain('Erased')
})

test('reads of personal data are listed separately from other entries, with whether a checkpoint covers them', () => {
  const document = documentOf(
    {},
    { entries: [entry('transfer.received', 1), entry('personal-data.read', 2, { purpose: 'ticket 4711' })] },
  )
  expect(rowsIn(document, 'Reads of personal data')).toEqual(
    expect.arrayContaining([
      { label: 'Read by', value: 'Olga (officer-1) USER' },
      { label: 'Purpose', value: 'ticket 4711' },
      { label: 'In the signed log', value: 'not covered by a checkpoint' },
    ]),
  )
  expect(rowsIn(document, 'Other entries of the audit log')).toContainEqual({
    label: 'In the signed log',
    value: 'covered by checkpoint 1',
  })
})

test('a document has a size limit for any input of the counterparty: many names, long names and large entries', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => person(`Name ${index}`, 'x'.repeat(100)))
  const document = documentOf({
    transaction: { direction: 'RECEIVED', state: {} },
    ivms101: { originator: { originatorPersons: many }, beneficiary: { beneficiaryPersons: many } },
    dataRequests: Array.from({ length: 9 }, (_, index) => ({ id: `request-${index}`, fields: many })),
  })
  expect(rowsIn(document, 'Summary').length).toBeLessThan(100)
  expect(textOf(document).join('').length).toBeLessThan(200_000)
  const requests = document.sections.find(({ heading }) => /request/i.test(heading))
  expect(JSON.stringify(requests?.items[0])).toContain('request-0')
  expect(JSON.stringify(requests?.items.at(-1))).toContain('request-8')
})

test('a document is limited: long lists keep both ends and say how many items are left out, and long values say how much', () => {
  const entries = Array.from({ length: 5_000 }, (_, index) =>
    entry('transfer.changed', index + 1, { status: 'PENDING' }),
  )
  const document = documentOf({ history: entries, caseChanges: [{ reason: 'x'.repeat(100_000) }] }, { entries })
  const log = document.sections.find(({ heading }) => heading === 'Other entries of the audit log')
  expect(log?.items[0]?.title).toMatch(/^1 · /)
  expect(log?.items.at(-1)?.title).toMatch(/^5000 · /)
  expect((log?.omitted?.count ?? 0) + (log?.items.length ?? 0)).toBe(5_000)
  expect(textOf(document).join()).toContain('(98000 more characters are in the file)')
  expect(textOf(document).length).toBeLessThan(2_000)
})

test('a document has a size limit for any number and length of names from a counterparty', () => {
  const long = 'n'.repeat(10_000)
  const nameIdentifier = Array.from({ length: 100 }, () => ({ primaryIdentifier: long, [long]: 'x' }))
  const persons = [{ naturalPerson: { name: { nameIdentifier } } }]
  const document = documentOf({
    transaction: { direction: 'RECEIVED', amount: '0.5', asset: { symbol: 'BTC' } },
    ivms101: { originator: { originatorPersons: persons }, beneficiary: { beneficiaryPersons: persons } },
  })
  const summary = rowsIn(document, 'Summary')
  expect(summary.length).toBeLessThan(60)
  expect(summary).toContainEqual({ label: 'Amount', value: '0.5 BTC' })
  expect(summary).toContainEqual({ label: 'More', value: '80 more facts are in the file' })
  const titles = document.sections.flatMap(({ items }) => items.map(({ title }) => title))
  const labels = document.sections.flatMap(({ items }) => items.flatMap(({ rows }) => rows.map(({ label }) => label)))
  expect(Math.max(...[...titles, ...labels].map(({ length }) => length))).toBeLessThan(400)
  expect(textOf(document).join('').length).toBeLessThan(1_000_000)
})

test('a list of large items keeps its oldest and its newest items', () => {
  const large = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`fact ${index}`, index]))
  const entries = [1, 2, 3].map((sequence) => entry('transfer.changed', sequence, large))
  const log = documentOf({}, { entries }).sections.find(({ heading }) => heading === 'Other entries of the audit log')
  expect(log?.items.map(({ title }) => title.slice(0, 3))).toEqual(['1 ·', '3 ·'])
  expect(log?.omitted).toEqual({ count: 1, after: 1 })
})
