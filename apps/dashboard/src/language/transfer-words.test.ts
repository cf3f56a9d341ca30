import { expect, test } from 'vitest'
import { en } from './en.ts'
import { formatsOf } from './formats.ts'
import { isolated } from './isolated.ts'
import { changedBy, transferSentence } from './transfer-words.ts'

test('a name cannot change the direction of the sentence around it', () => {
  expect(isolated('Evil \u202eknaB\u2069')).toBe('\u2068Evil knaB\u2069')
  expect(isolated('بنك')).toBe('\u2068بنك\u2069')
})

const transfer = { amount: '50000000', amountUnit: 'BASE', asset: { id: 'btc', symbol: 'BTC', decimals: 8 } } as const

test('a sentence says who sends what to whom, with and without a VASP', () => {
  const formats = formatsOf('en')
  const words = (more: object) =>
    transferSentence({ ...transfer, ...more } as Parameters<typeof transferSentence>[0], en, formats).replace(
      /[\u2068\u2069]/g,
      '',
    )
  const vasp = { id: '1', name: 'Bob', trust: 'TRUSTED' }
  const received = { channel: 'TRP', direction: 'RECEIVED', vasp }
  const sent = { ...received, direction: 'SENT' }
  expect(words({ ...received, status: 'PENDING' })).toBe('Bob announces 0.5 BTC for a customer of yours')
  expect(words({ ...received, status: 'DECLINED' })).toBe('Bob announced 0.5 BTC for a customer of yours')
  expect(words({ ...received, status: 'CONFIRMED' })).toBe('Bob sent 0.5 BTC to a customer of yours')
  expect(words({ ...sent, status: 'CONFIRMED' })).toBe('You sent 0.5 BTC from a customer of yours to Bob')
  expect(words({ channel: 'SELF_HOSTED', direction: 'SENT', vasp: null })).toBe(
    '0.5 BTC from a customer of yours to a self-hosted wallet',
  )
})

test.each([
  ['the person, whose name is known', { actorType: 'USER', actorId: 'ada', rule: null }, 'Ada'],
  [
    'your organisation, for a person without a name',
    { actorType: 'USER', actorId: 'bob', rule: null },
    'Your organisation',
  ],
  ['another actor, even with the id of a person', { actorType: 'CUSTOMER', actorId: 'ada', rule: null }, 'Customer'],
  [
    'the rule that decided, with its version',
    { actorType: 'SYSTEM', actorId: 'trpd', rule: { name: 'small \u202eamounts', version: 3 } },
    'This service, by the rule \u2068small amounts\u2069, version 3',
  ],
] as const)('a change was made by %s', (_who, change, words) => {
  const names = new Map([['ada', 'Ada']])
  expect(changedBy(change, names, en)).toBe(words === 'Ada' ? isolated('Ada') : words)
})
