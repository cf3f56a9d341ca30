import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Identity } from '@travel-rule/auth/identity'
import pg from 'pg'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runVerifyEvidence } from '../../audit-file/verify-evidence-command.ts'
import { officer, openTestAutod, type TestAutod } from '../../testing/open-test-autod.ts'
import { openTestSource, transferEvent } from '../../testing/open-test-source.ts'

const ID = 't-1'
const reader = { ...officer, scopes: ['trpd:read', 'aopd:read', 'autod:read', 'pii:read'] }
/** Data from trpd and aopd, with details that JSON easily loses. */
const EXCHANGE = {
  transaction: { id: ID, amount: '0.50' },
  ivms101: { name: 'Ĝöñ 李小龍 محمد' },
  messages: [{ direction: 'RECEIVED', body: { text: '{ "amount": 1.0,\r\n "x": "\\u00e9" }' } }],
  history: [
    { version: 1, state: { status: 'PENDING' } },
    { version: 2, state: { status: 'APPROVED' } },
  ],
}
const PROOFS = [{ id: 'p-1', challenge: 'sign\nthis', submissions: [] }]

const stack = new AsyncDisposableStack()
let autod: TestAutod
let folder: string
let keys: string
let bundle: { readonly json: string; readonly sha256: string; readonly keyId: string }

const BUNDLE = `query($all: [_Any!]!) { _entities(representations: $all) {
  ... on TransactionEvidence { transactionId bundle { json sha256 keyId } } } }`

function make(reference: object = {}, caller: Identity = reader, query = BUNDLE) {
  const evidence = { __typename: 'TransactionEvidence', transactionId: ID }
  const parts = { exchange: JSON.stringify(EXCHANGE), proofs: JSON.stringify(PROOFS) }
  return autod.graphql(query, { all: [{ ...evidence, ...parts, ...reference }] }, caller)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'evidence-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const source = stack.use(await openTestSource())
  // Checkpoints come only when evidence asks for them, so that one covers many entries.
  const env = { AUTOD_CHECKPOINT_ENTRIES: '1000' }
  const tuning = { checkpointSeconds: 3_600, evidencePdfSeconds: 3_600 }
  autod = stack.use(await openTestAutod({ feeds: `trpd=${source.url}`, env, tuning }))
  source.trust(`${autod.url}/.well-known/jwks.json`)
  const of = (id: string) => ({ subject: { type: 'transfer', id } })
  await source.append(
    transferEvent({ ...of(ID), type: 'transfer.received', detail: { version: 1, status: 'PENDING' } }),
    ...Array.from({ length: 20 }, (_, index) => transferEvent(of(`other-${index}`))),
    transferEvent({ ...of(ID), detail: { version: 2, status: 'APPROVED', 'status.from': 'PENDING' } }),
    transferEvent({
      type: 'personal-data.read',
      subject: { type: 'request', id: 'r-1' },
      detail: {
        client: 'desk',
        roles: '',
        purpose: 'ticket 4711',
        fields: 'Transaction.originator',
        records: `transfer:${ID} transfer:t-9`,
      },
    }),
  )
  await autod.until('{ autod { auditLogsCount } }', ({ autod: { auditLogsCount } }) => auditLogsCount === 23)
  keys = path.join(folder, 'keys.json')
  await writeFile(keys, await (await fetch(`${autod.url}/audit-keys.json`)).text())
  const { data, errors } = await make()
  expect(errors).toBeUndefined()
  bundle = data._entities[0].bundle
})
afterAll(() => stack.disposeAsync())

async function verify(content: string | Uint8Array) {
  const file = path.join(folder, 'evidence.json')
  await writeFile(file, content)
  return await runVerifyEvidence([file, '--key', keys])
}

test('a bundle contains everything as provided, and can be verified offline with only the public keys', async () => {
  const { evidence } = JSON.parse(bundle.json)
  expect(evidence).toMatchObject({ format: 'transaction-evidence/1', exchange: EXCHANGE, proofs: PROOFS })
  const { output, exitCode } = await verify(bundle.json)
  expect(exitCode).toBe(0)
  expect(output).toContain('INTACT')
  expect(output).toContain(bundle.sha256)
  expect(output).toContain('3 of 3 entries of the audit log are in the log that a checkpoint signed')
  expect(output).toContain('2 of 2 changes of the transaction have their entry')
})

test('a bundle contains only the entries about its transaction and the reads of it', () => {
  const { entries } = JSON.parse(bundle.json).evidence.audit
  expect(entries.map(({ entry }: { entry: { type: string } }) => entry.type)).toEqual([
    'transfer.received',
    'transfer.approved',
    'personal-data.read',
  ])
  expect(bundle.json).not.toContain('other-')
})

test('a changed byte anywhere in a bundle is detected', async () => {
  const bytes = Buffer.from(bundle.json)
  const step = Math.max(1, Math.floor(bytes.length / 400))
  const places = new Set(Array.from({ length: 401 }, (_, index) => Math.min(index * step, bytes.length - 1)))
  // The last characters of the signature have unused bits.
  for (let last = 1; last <= 8; last += 1) places.add(bytes.length - last)
  for (const place of places) {
    const changed = Buffer.from(bytes)
    changed[place] = (changed[place] ?? 0) ^ 1
    const { exitCode } = await verify(changed)
    expect([place, exitCode]).not.toEqual([place, 0])
  }
})

// biome-ignore lint/suspicious/noExplicitAny: a test changes any part of the file
type Change = (file: any) => void

const CHANGES: Readonly<Record<string, Change>> = {
  'a message': ({ evidence }) => {
    evidence.exchange.messages[0].body.text += ' '
  },
  'a proof': ({ evidence }) => {
    evidence.proofs[0].challenge = 'sign that'
  },
  'an entry': ({ evidence }) => {
    evidence.audit.entries[0].entry.actor.id = 'another'
  },
  'a removed entry': ({ evidence }) => {
    evidence.audit.entries.pop()
  },
  'a path': ({ evidence }) => {
    evidence.audit.entries[0].proof.path[0] = '00'.repeat(32)
  },
  'a checkpoint': ({ evidence }) => {
    evidence.audit.checkpoints[0] += 'A'
  },
  'the time': ({ evidence }) => {
    evidence.createdAt = '2020-01-01T00:00:00.000Z'
  },
  'an added member': ({ evidence }) => {
    evidence.note = 'added'
  },
}

test.each(Object.entries(CHANGES))('a bundle with changed content is detected: %s', async (_name, change) => {
  const file = JSON.parse(bundle.json)
  change(file)
  const { output, exitCode } = await verify(`${JSON.stringify(file)}\n`)
  expect([exitCode, output]).toEqual([1, expect.stringContaining('CHANGED')])
})

test('a reformatted bundle is not accepted', async () => {
  expect((await verify(JSON.stringify(JSON.parse(bundle.json), null, 2))).exitCode).toBe(1)
})

test('a bundle signed with another key is not accepted', async () => {
  const others = path.join(folder, 'others.json')
  const { keys: own } = JSON.parse(await (await fetch(`${autod.url}/.well-known/jwks.json`)).text())
  await writeFile(others, JSON.stringify({ keys: own }))
  const file = path.join(folder, 'evidence.json')
  await writeFile(file, bundle.json)
  expect(await runVerifyEvidence([file, '--key', others])).toMatchObject({ exitCode: 1 })
  expect(await runVerifyEvidence([file])).toMatchObject({ exitCode: 2 })
  expect(await runVerifyEvidence([path.join(folder, 'none'), '--key', others])).toMatchObject({ exitCode: 2 })
})

test('making evidence is recorded in the trail of the transaction, with the hash of the bundle', async () => {
  const query = `query($id: ID!) { _entities(representations: [{ __typename: "Transaction", id: $id }]) {
    ... on Transaction { auditTrail(first: 50) { type actor { id } detail { name value } } } } }`
  const { data } = await autod.graphql(query, { id: ID }, reader)
  const made = data._entities[0].auditTrail.find(({ type }: { type: string }) => type === 'evidence.created')
  expect(made.actor.id).toBe('officer-1')
  expect(made.detail).toContainEqual({ name: 'sha256', value: bundle.sha256 })
})

test('a bundle has a readable PDF that names the hash of its file', { timeout: 3_600_000 }, async () => {
  const { data, errors } = await make({}, reader, BUNDLE.replace('keyId', 'pdf'))
  expect(errors).toBeUndefined()
  const { pdf, sha256 } = data._entities[0].bundle
  const { text } = await extractText(new Uint8Array(Buffer.from(pdf, 'base64')), { mergePages: true })
  expect(text).toContain(sha256)
  expect(text).toContain('ticket 4711')
  expect(text).toContain('李小龍')
})

test.each([
  ['an unknown transaction', { exchange: 'null' }, reader, 'TRANSACTION_NOT_FOUND'],
  ['a part that is unavailable', { proofs: null }, reader, 'EVIDENCE_INCOMPLETE'],
  ['a caller who may not read personal data', {}, officer, 'FORBIDDEN'],
])('evidence is refused for %s', async (_name, reference, caller, code) => {
  const { errors } = await make(reference, caller)
  expect(errors?.[0]?.extensions.code).toBe(code)
})

test('evidence is refused while the audit log does not continue its last checkpoint', async () => {
  const client = new pg.Client({ connectionString: autod.databaseUrl })
  await client.connect()
  try {
    await client.query(`alter table audit_log disable trigger user;
      delete from audit_log where sequence >= 22;
      update audit_chain set (sequence, hash) = (select sequence, hash from audit_log where sequence = 21);
      alter table audit_log enable trigger user`)
  } finally {
    await client.end()
  }
  const { data, errors } = await make()
  expect(errors?.[0]?.extensions.code).toBe('AUDIT_LOG_CHANGED')
  expect(errors?.[0]?.message).toContain('The log ends at entry 21')
  expect(data._entities[0]?.bundle ?? null).toBeNull()
})
