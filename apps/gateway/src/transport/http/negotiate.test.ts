import { describe, expect, test } from 'vitest'
import { negotiate } from './negotiate.ts'

const JSON_TYPE = 'application/json'
const GRAPHQL = 'application/graphql-response+json'

describe('content negotiation', () => {
  test.each<[string | undefined, string | undefined]>([
    [undefined, JSON_TYPE],
    ['', JSON_TYPE],
    ['*/*', JSON_TYPE],
    ['application/*', JSON_TYPE],
    [JSON_TYPE, JSON_TYPE],
    ['APPLICATION/JSON; charset=utf-8', JSON_TYPE],
    ['application/json, text/plain, */*', JSON_TYPE],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', JSON_TYPE],
    [GRAPHQL, GRAPHQL],
    [`${GRAPHQL},${JSON_TYPE};q=0.9`, GRAPHQL],
    [`${GRAPHQL}; charset=utf-8, ${JSON_TYPE}; charset=utf-8`, GRAPHQL],
    [`${JSON_TYPE}, ${GRAPHQL}`, JSON_TYPE],
    [`${JSON_TYPE};q=0.5, ${GRAPHQL};q=0.8`, GRAPHQL],
    [`${JSON_TYPE};q=0, */*`, GRAPHQL],
    [`*/*, ${GRAPHQL};q=0`, JSON_TYPE],
    [`${GRAPHQL};q=0.1, */*;q=0.9`, JSON_TYPE],
    ['text/html', undefined],
    ['image/png;q=1', undefined],
    [`${JSON_TYPE};q=0`, undefined],
    [`${JSON_TYPE};q=2`, undefined],
    [`${JSON_TYPE};q=x, ${GRAPHQL};q=0.001`, GRAPHQL],
    ['*/*;q=0', undefined],
    ['text/event-stream', undefined],
  ])('accept %s gets the media type %s', (accept, expected) => {
    expect(negotiate(accept).mediaType).toBe(expected)
  })

  test.each([
    ['text/event-stream', 'PREFERRED'],
    [`text/event-stream, ${JSON_TYPE}`, 'PREFERRED'],
    [`${JSON_TYPE};q=0.5, text/event-stream`, 'PREFERRED'],
    [`${GRAPHQL}, ${JSON_TYPE}, text/event-stream, multipart/mixed`, 'POSSIBLE'],
    [`text/event-stream;q=0, ${JSON_TYPE}`, 'NO'],
    ['*/*', 'NO'],
    ['text/*', 'NO'],
  ])('with accept %s, an event stream is %s', (accept, events) => {
    expect(negotiate(accept).events).toBe(events)
  })

  test.each([
    [`multipart/mixed;boundary=graphql;subscriptionSpec=1.0,${JSON_TYPE}`, true],
    ['multipart/mixed ; subscriptionspec="1.0"', true],
    [`multipart/mixed;deferSpec=20220824, ${JSON_TYPE}`, false],
    [`multipart/mixed;subscriptionSpec=1.0;q=0, ${JSON_TYPE}`, false],
    [`multipart/mixed, ${JSON_TYPE};subscriptionSpec=1.0`, false],
    ['*/*', false],
  ])('with accept %s, the acceptance of multipart subscriptions is %s', (accept, parts) => {
    expect(negotiate(accept).parts).toBe(parts)
  })

  test('content negotiation gives the same result however many different headers are sent', () => {
    for (let number = 0; number < 1_000; number += 1) {
      expect(negotiate(`x/${number}, ${GRAPHQL}`).mediaType).toBe(GRAPHQL)
      expect(negotiate('*/*').mediaType).toBe(JSON_TYPE)
    }
    expect(negotiate(`${GRAPHQL}${', x/y'.repeat(5_000)}`).mediaType).toBe(GRAPHQL)
  })
})

test('content negotiation gives a page only to a client that accepts HTML and no JSON', () => {
  expect(negotiate('text/html,*/*;q=0.8').page).toBe(true)
  expect(negotiate('text/html, application/json').page).toBe(false)
  expect(negotiate('*/*').page).toBe(false)
  expect(negotiate(undefined).page).toBe(false)
})
