import { isRawNumber } from '@travel-rule/federation/subgraph-client/data-object'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readUpstreamMessage } from './upstream-message.ts'

describe('the JSON of a payload is extracted from its message', () => {
  test.each([
    '{"data":{"a":1}}',
    '{"data":{"a":"}{\\"payload\\":{"}}',
    ' {"data" : null,\n"extensions":{"position":"7"}} ',
    '{"data":{"a":1},"data":{"a":2}}',
    '{"data":{"amount":123456789012345678901234567890}}',
    '{}',
  ])('%s', (payload) => {
    const message = readUpstreamMessage(`{"id":"12","type":"next","payload":${payload}}`)
    expect(message).toMatchObject({ type: 'next', id: '12', json: payload })
  })

  test('a payload keeps the digits of integers beyond the precision of a number', () => {
    const message = readUpstreamMessage('{"id":"1","type":"next","payload":{"data":{"a":12345678901234567890}}}')
    const { a } = (message as { payload: { data: { a: unknown } } }).payload.data
    expect(isRawNumber(a)).toBe(true)
    expect(JSON.stringify(a)).toBe('12345678901234567890')
  })
})

describe('a payload whose JSON cannot be extracted is the value that JSON.parse returns', () => {
  test.each([
    ['the payload twice', '{"id":"1","type":"next","payload":{"data":1},"payload":{"data":2}}', { data: 2 }],
    ['a member after it', '{"id":"1","type":"next","payload":{"data":1},"more":{}}', { data: 1 }],
    ['another order', '{"type":"next","id":"1","payload":{"data":1}}', { data: 1 }],
    ['white space before the payload', '{"id": "1","type":"next","payload":{"data":1}}', { data: 1 }],
    ['white space at the end', '{"id":"1","type":"next","payload":{"data":1}} ', { data: 1 }],
    ['an escaped id', '{"id":"\\u0031","type":"next","payload":{"data":1}}', { data: 1 }],
  ])('%s', (_name, text, payload) => {
    expect(readUpstreamMessage(text)).toEqual({
      type: 'next',
      id: '1',
      payload,
      json: undefined,
      characters: text.length,
    })
  })

  test('a later id or type replaces an earlier one', () => {
    const begun = '{"id":"1","type":"next","payload":{"data":1}'
    expect(readUpstreamMessage(`${begun},"id":"2"}`)).toMatchObject({ id: '2', json: undefined })
    expect(readUpstreamMessage(`${begun},"type":"complete"}`)).toEqual({ type: 'complete', id: '1' })
  })

  test('extracted JSON is the only payload of its message, with anything after the head', () => {
    const piece = fc.constantFrom(
      ...[
        '{"data":1}',
        '{"data":',
        ',"payload":{"data":2}',
        ',"id":"2"',
        ',"data":3',
        '[',
        ']',
        '{',
        '}',
        '"',
        ',',
        ' ',
      ],
    )
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const text = `{"id":"1","type":"next","payload":${pieces.join('')}}`
        const message = readUpstreamMessage(text)
        const whole = parsed(text)
        if (whole === undefined) expect(message.type).toBe('invalid')
        else expect(message).toMatchObject({ type: 'next', id: whole.id, payload: whole.payload })
        if (message.type !== 'next' || message.json === undefined) return
        expect(JSON.parse(message.json)).toEqual(whole?.payload)
        expect(text).toBe(`{"id":"1","type":"next","payload":${message.json}}`)
        expect(Object.keys(whole ?? {})).toEqual(['id', 'type', 'payload'])
      }),
      { numRuns: 5_000 },
    )
  })
})

test.each([
  ['{"type":"connection_ack"}', { type: 'connection_ack' }],
  ['{"type":"connection_ack","payload":{"a":1}}', { type: 'connection_ack' }],
  ['{"type":"ping","payload":null}', { type: 'ping' }],
  ['{"type":"pong","payload":{}}', { type: 'pong' }],
  ['{"type":"complete","id":"3"}', { type: 'complete', id: '3' }],
  ['{"id":"3","type":"error","payload":[{"message":"no"}]}', { type: 'error', id: '3', payload: [{ message: 'no' }] }],
  ['{"id":"3","type":"next","payload":7}', { type: 'next', id: '3', payload: 7, json: '7', characters: 36 }],
  ['{"id":"3","type":"next"}', { type: 'next', id: '3', payload: undefined, json: undefined, characters: 24 }],
])('the upstream message %s is parsed', (text, message) => {
  expect(readUpstreamMessage(text)).toEqual(message)
})

test.each([
  '',
  'null',
  '7',
  '[]',
  '{',
  '{}',
  '{"type":7}',
  '{"type":"data","id":"1"}',
  '{"type":"subscribe","id":"1"}',
  '{"type":"next","payload":{}}',
  '{"type":"next","id":1,"payload":{}}',
  '{"type":"error","id":"","payload":[]}',
  '{"type":"complete"}',
  '{"type":"ping","payload":7}',
  '{"type":"connection_ack","payload":[]}',
  '{"id":"1","type":"next","payload":{"data":1}',
  '{"id":"1","type":"next","payload":}',
  '{"id":"1","type":"next","payload":{}}}',
])('%s is not an upstream message', (text) => {
  const message = readUpstreamMessage(text)
  expect(message.type).toBe('invalid')
  expect(message.type === 'invalid' && Buffer.byteLength(message.reason) < 124).toBe(true)
})

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
