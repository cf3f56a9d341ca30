import { describe, expect, it } from 'vitest'
import { parseContentType, parseExtensionNames, parseRequestIdentifier, TRP_CONTENT_TYPE } from './headers.ts'

describe('the headers of a message', () => {
  it('the request identifier is a UUID whose case is preserved', () => {
    const uuid = '3FB40C82-1F8F-4C4B-8B87-5C0B1B7C2F59'
    expect(parseRequestIdentifier(uuid)).toEqual({ ok: true, value: uuid })
  })

  it.each([
    [undefined, 'TRP_REQUEST_IDENTIFIER_MISSING'],
    ['', 'TRP_REQUEST_IDENTIFIER_MISSING'],
    ['1', 'TRP_REQUEST_IDENTIFIER_MALFORMED'],
    ['{3fb40c82-1f8f-4c4b-8b87-5c0b1b7c2f59}', 'TRP_REQUEST_IDENTIFIER_MALFORMED'],
    ['3fb40c821f8f4c4b8b875c0b1b7c2f59', 'TRP_REQUEST_IDENTIFIER_MALFORMED'],
  ])('the request identifier %s is refused with 400 %s', (header, code) => {
    expect(parseRequestIdentifier(header)).toMatchObject({ ok: false, refusal: { status: 400, code } })
  })

  it.each([
    undefined,
    '',
    TRP_CONTENT_TYPE,
    'application/json',
    'APPLICATION/JSON;charset="UTF-8"',
    'application/problem+json',
  ])('the content type %s is accepted', (header) => {
    expect(parseContentType(header)).toEqual({ ok: true, value: true })
  })

  it.each([
    'text/plain',
    'text/html; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'json',
    ';',
  ])('the content type %s is refused with 415', (header) => {
    expect(parseContentType(header)).toMatchObject({ ok: false, refusal: { status: 415, code: 'TRP_CONTENT_TYPE' } })
  })

  it('the names of extensions are listed without duplicates', () => {
    expect(parseExtensionNames(undefined)).toEqual({ ok: true, value: [] })
    expect(parseExtensionNames('message-signing, extended-ivms101,,Message-Signing')).toEqual({
      ok: true,
      value: ['message-signing', 'extended-ivms101'],
    })
    for (const header of [
      'a b',
      '<script>',
      Array.from({ length: 33 }, (_, index) => `x${index}`).join(','),
      'x'.repeat(65),
    ]) {
      expect(parseExtensionNames(header)).toMatchObject({
        ok: false,
        refusal: { status: 400, code: 'TRP_EXTENSIONS_MALFORMED' },
      })
    }
  })
})
