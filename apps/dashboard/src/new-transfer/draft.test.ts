import { expect, test } from 'vitest'
import {
  draftContent,
  emptyDraft,
  inquireInput,
  offlineInput,
  partyFromJson,
  readDraftContent,
  type TransferDraft,
} from './draft.ts'

const alice = { naturalPerson: { name: { nameIdentifier: [{ primaryIdentifier: 'Moreau' }] } } }
const acme = { legalPerson: { name: { nameIdentifier: [{ legalPersonName: 'Acme AG' }] } } }
const named = (nameIdentifier: object) => ({ naturalPerson: { name: { nameIdentifier: [nameIdentifier] } } })
const draft: TransferDraft = {
  ...emptyDraft(),
  travelAddress: ' taABC ',
  asset: 'btc',
  amount: ' 0.5',
  originator: { persons: [alice], accounts: 'account-1\n\n account-2 ' },
}

test('an inquiry contains what was entered, without surrounding white space and empty fields', () => {
  expect(inquireInput(draft)).toEqual({
    travelAddress: 'taABC',
    asset: 'btc',
    amount: '0.5',
    requestIdentifier: draft.requestIdentifier,
    originator: {
      originatorPersons: [named({ primaryIdentifier: 'Moreau', nameIdentifierType: 'LEGL' })],
      accountNumber: ['account-1', 'account-2'],
    },
    beneficiary: { beneficiaryPersons: [] },
  })
})

test('a draft keeps its request identifier, so that sending it twice creates one transaction', () => {
  const changed = { ...draft, amount: '0.6' }
  expect(inquireInput(changed).requestIdentifier).toBe(inquireInput(draft).requestIdentifier)
  expect(emptyDraft().requestIdentifier).not.toBe(emptyDraft().requestIdentifier)
})

test('a transfer with a self-hosted wallet names no VASP, and omits another party about whom nothing is known', () => {
  const offline = {
    ...draft,
    channel: 'SELF_HOSTED',
    vasp: 'vasp-1',
    address: ' bc1q ',
    originAddress: 'bc1p',
  } as const
  const input = offlineInput(offline)
  expect(input).toMatchObject({ direction: 'SENT', selfHosted: true, address: 'bc1q' })
  expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['vasp']))
  expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['beneficiary']))
  expect(Object.keys(input)).not.toEqual(expect.arrayContaining(['originAddress']))
})

test('a received transfer over another channel names the VASP, our customer, and the origin of the asset', () => {
  const offline = {
    ...draft,
    channel: 'OFFLINE',
    direction: 'RECEIVED',
    vasp: 'vasp-1',
    originAddress: 'bc1p',
  } as const
  expect(offlineInput(offline)).toMatchObject({
    direction: 'RECEIVED',
    selfHosted: false,
    vasp: 'vasp-1',
    originAddress: 'bc1p',
    originator: { originatorPersons: [{}] },
    beneficiary: { beneficiaryPersons: [] },
  })
})

test.each([
  ['a document of 2020', { originator: { originatorPersons: [alice], accountNumber: ['a'] } }, [alice], 'a'],
  ['a document of 2023', { originator: { originatorPerson: [acme], accountNumber: ['a', 'b'] } }, [acme], 'a\nb'],
  ['a party alone', { originatorPersons: [alice, acme] }, [alice, acme], ''],
  ['a person alone', acme, [acme], ''],
])('pasted JSON may be %s', (_form, document, persons, accounts) => {
  expect(partyFromJson(JSON.stringify(document), 'originator')).toEqual({ persons, accounts })
})

test.each(['', '{', '[]', '"text"', '{"originator": {}}', '{"originator": {"originatorPersons": [1, null]}}'])(
  'pasted text without a person is refused: %s',
  (json) => {
    expect(partyFromJson(json, 'originator')).toBeUndefined()
  },
)

test('a saved draft is restored unchanged, except for the reference to where it is saved', () => {
  const saved = { ...draft, saved: { id: 'draft-1', version: 1, name: 'Rent' } }
  expect(readDraftContent(draftContent(saved))).toEqual(draft)
})

test('a saved draft of an older version gets missing fields, and loses unknown ones', () => {
  expect(readDraftContent('{"amount":"0.5","colour":"red"}')).toEqual({
    ...emptyDraft(),
    amount: '0.5',
    requestIdentifier: expect.any(String),
  })
})

test.each([
  '',
  'null',
  '[]',
  '"text"',
  '{"amount":5}',
  '{"originator":{}}',
  '{"beneficiary":{"accounts":"","persons":[1]}}',
])('content saved by another program is not shown in the form: %s', (content) => {
  expect(readDraftContent(content)).toBeUndefined()
})
