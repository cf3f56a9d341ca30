import { expect, test } from 'vitest'
import { STREAM_FORMATS } from './stream-format.ts'

const { EVENTS, PARTS } = STREAM_FORMATS

const JSON_TEXT = '{"data":{"a":1}}'

test('a server-sent event has its position as id, unless the position does not fit into one line', () => {
  const written = (position: string | undefined) => EVENTS.result(Buffer.from(JSON_TEXT), position).toString()
  expect(written('7-a')).toBe(`event: next\nid: 7-a\ndata: ${JSON_TEXT}\n\n`)
  for (const position of [undefined, 'a\nb', 'ä', 'a b'])
    expect(written(position)).toBe(`event: next\ndata: ${JSON_TEXT}\n\n`)
})

test('JSON with line breaks is sent as one server-sent event', () => {
  expect(EVENTS.result(Buffer.from('{\r\n"a":\n1}'), undefined).toString()).toBe(
    'event: next\ndata: {\ndata: "a":\ndata: 1}\n\n',
  )
})

test('a part is complete without the next one, and the last part says why the operation ends', () => {
  const last = Buffer.from('{"errors":[{"message":"no"}]}')
  const body = [PARTS.opening, PARTS.keepAlive, PARTS.result(Buffer.from(JSON_TEXT), '7'), PARTS.end(last)].join('')
  const part = (json: string) => `\r\ncontent-type: application/json\r\n\r\n${json}\r\n--graphql`
  const parts = ['{}', `{"payload":${JSON_TEXT}}`, '{"payload":null,"errors":[{"message":"no"}]}']
  expect(body).toBe(`--graphql${parts.map(part).join('')}--\r\n`)
  expect(PARTS.end(undefined).toString()).toBe('--\r\n')
})
