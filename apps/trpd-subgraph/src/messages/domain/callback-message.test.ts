import { describe, expect, it } from 'vitest'
import { readTrpBody } from '../../testing/read-trp-body.ts'
import { encodeConfirmation, encodeResolution, parseConfirmation, parseResolution } from './callback-message.ts'
import { encodeAcknowledgement, parseInquiryResponse } from './inquiry.ts'
import { NO_REASON, type TrpBody } from './trp-body.ts'

const rules = { privateHosts: false }
const callback = 'https://beneficiary.example/confirm'
const approved = `{"approved":{"address":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","callback":"${callback}"}}`
const approval = { type: 'approved', address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', callback } as const
const longReason = JSON.stringify({ rejected: 'x'.repeat(1_001) })

const asResolution = (body: TrpBody) => parseResolution(body, rules)

describe('the response to an inquiry', () => {
  it.each([
    ['{"version":"3.2.1"}', { type: 'version', version: '3.2.1' }],
    [approved, approval],
    ['{"rejected":"unknown customer"}', { type: 'rejected', reason: 'unknown customer' }],
    ['{"rejected":" "}', { type: 'rejected', reason: NO_REASON }],
    ['{"version":null,"approved":null,"rejected":"no"}', { type: 'rejected', reason: 'no' }],
  ])('%s is parsed', (text, response) => {
    expect(parseInquiryResponse(text, rules)).toEqual({ ok: true, value: response })
  })

  it.each([
    ['TRP_BODY_CONTRADICTORY', '{}'],
    ['TRP_BODY_CONTRADICTORY', '{"version":"3.2.1","rejected":"no"}'],
    ['TRP_BODY_CONTRADICTORY', `${approved.slice(0, -1)},"rejected":"no"}`],
    ['TRP_BODY_CONTRADICTORY', '{"rejected":null}'],
    ['TRP_BODY_CONTRADICTORY', '{"toString":"x"}'],
    ['TRP_BODY_SHAPE', '"approved"'],
    ['JSON_MALFORMED', '<html></html>'],
    ['TRP_VERSION_SHAPE', '{"version":3.2}'],
    ['TRP_APPROVED_SHAPE', '{"approved":true}'],
    ['TRP_APPROVED_SHAPE', '{"approved":[]}'],
    ['TRP_CHAIN_TEXT', `{"approved":{"callback":"${callback}"}}`],
    ['TRP_CHAIN_TEXT', `{"approved":{"address":"","callback":"${callback}"}}`],
    ['TRP_CHAIN_TEXT', `{"approved":{"address":"bc1 q","callback":"${callback}"}}`],
    ['TRP_CALLBACK_MISSING', '{"approved":{"address":"bc1q"}}'],
    ['TRP_CALLBACK_HOST', '{"approved":{"address":"bc1q","callback":"https://10.0.0.1/"}}'],
    ['TRP_REASON_SHAPE', '{"rejected":true}'],
    ['TRP_REASON_TOO_LONG', longReason],
  ])('is refused with %s: %s', (code, text) => {
    expect(parseInquiryResponse(text, rules)).toMatchObject({ ok: false, refusal: { code } })
  })

  it('an acknowledgement is encoded with our version', () => {
    expect(encodeAcknowledgement('3.2.1')).toBe('{"version":"3.2.1"}')
  })
})

describe('a resolution', () => {
  it('a resolution encodes a decision', () => {
    expect(readTrpBody(approved, asResolution)).toEqual({ ok: true, value: approval })
    expect(readTrpBody('{"rejected":"no"}', asResolution)).toEqual({
      ok: true,
      value: { type: 'rejected', reason: 'no' },
    })
    expect(encodeResolution({ type: 'rejected', reason: '' })).toBe(`{"rejected":"${NO_REASON}"}`)
  })

  it.each([
    ['TRP_RESOLUTION_UNDECIDED', '{"version":"3.2.1"}'],
    ['TRP_RESOLUTION_UNDECIDED', '{}'],
    ['TRP_BODY_CONTRADICTORY', `${approved.slice(0, -1)},"rejected":"no"}`],
    ['TRP_CALLBACK_SCHEME', '{"approved":{"address":"bc1q","callback":"http://beneficiary.example"}}'],
  ])('a resolution is refused with 400 %s', (code, text) => {
    expect(readTrpBody(text, asResolution)).toMatchObject({ ok: false, refusal: { status: 400, code } })
  })
})

describe('a confirmation', () => {
  it.each([
    ['{"txid":"f00d"}', { type: 'confirmed', txid: 'f00d' }],
    ['{"txid":"f00d","canceled":null}', { type: 'confirmed', txid: 'f00d' }],
    ['{"canceled":"changed my mind"}', { type: 'canceled', reason: 'changed my mind' }],
    ['{"canceled":null}', { type: 'canceled', reason: NO_REASON }],
    ['{"txid":null,"canceled":null}', { type: 'canceled', reason: NO_REASON }],
    ['{"canceled":""}', { type: 'canceled', reason: NO_REASON }],
  ])('%s is parsed', (text, confirmation) => {
    expect(readTrpBody(text, parseConfirmation)).toEqual({ ok: true, value: confirmation })
  })

  it.each([
    ['TRP_BODY_CONTRADICTORY', '{"txid":"f00d","canceled":"why"}'],
    ['TRP_BODY_CONTRADICTORY', '{"txid":"f00d","canceled":""}'],
    ['TRP_CONFIRMATION_EMPTY', '{}'],
    ['TRP_CONFIRMATION_EMPTY', '{"txid":null}'],
    ['TRP_CHAIN_TEXT', '{"txid":""}'],
    ['TRP_CHAIN_TEXT', '{"txid":5}'],
    ['TRP_CHAIN_TEXT', `{"txid":"${'a'.repeat(257)}"}`],
    ['TRP_REASON_SHAPE', '{"canceled":{}}'],
    ['JSON_MALFORMED', '{"txid":"a","txid":"b"}'],
  ])('is refused with 400 %s: %s', (code, text) => {
    expect(readTrpBody(text, parseConfirmation)).toMatchObject({ ok: false, refusal: { status: 400, code } })
  })

  it('a cancellation always has a reason', () => {
    expect(encodeConfirmation({ type: 'confirmed', txid: 'f00d' })).toBe('{"txid":"f00d"}')
    expect(encodeConfirmation({ type: 'canceled', reason: ' ' })).toBe(`{"canceled":"${NO_REASON}"}`)
  })
})
