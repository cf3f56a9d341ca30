import { describe, expect, it } from 'vitest'
import { parseLei } from '../../foundation/domain/lei.ts'
import leis from '../../foundation/domain/vectors/lei.json' with { type: 'json' }
import {
  checkExtensions,
  encodeExtensions,
  encodeIdentity,
  encodeVersion,
  OWN_EXTENSIONS,
  parseExtensions,
  parseIdentity,
  parseVersion,
} from './discovery.ts'

const [lei = ''] = leis.valid
const x509 = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----'

describe('the identity of a counterparty', () => {
  it.each([
    ['{}', {}],
    ['{"name":null,"lei":"","x509":null}', {}],
    ['{"name":"VASP A","extra":1}', { name: 'VASP A' }],
    [JSON.stringify({ name: 'VASP A', lei, x509: `${x509}\n` }), { name: 'VASP A', lei, x509 }],
  ])('%s is parsed', (text, identity) => {
    expect(parseIdentity(text)).toEqual({ ok: true, value: identity })
  })

  it.each([
    ['TRP_IDENTITY_NAME', '{"name":5}'],
    ['TRP_IDENTITY_NAME', JSON.stringify({ name: 'x'.repeat(201) })],
    ['TRP_IDENTITY_LEI', '{"lei":"506700T7Z685VUOZL878"}'],
    ['TRP_IDENTITY_X509', '{"x509":"-----BEGIN PRIVATE KEY-----"}'],
    ['TRP_IDENTITY_X509', JSON.stringify({ x509: `${x509}\n${x509}` })],
    ['TRP_BODY_SHAPE', '[]'],
    ['JSON_MALFORMED', 'VASP A'],
  ])('is refused with %s: %s', (code, text) => {
    expect(parseIdentity(text)).toMatchObject({ ok: false, refusal: { code } })
  })

  it('an identity is encoded without unset fields', () => {
    const own = parseLei(lei)
    expect(encodeIdentity({ name: 'VASP A' })).toBe('{"name":"VASP A"}')
    expect(own.ok && encodeIdentity({ name: 'VASP A', lei: own.value })).toBe(`{"name":"VASP A","lei":"${lei}"}`)
  })
})

describe('the version of a counterparty', () => {
  it('the version of a counterparty is kept as received', () => {
    expect(parseVersion('{"version":"9.9.9","vendor":"somebody"}')).toEqual({
      ok: true,
      value: { version: '9.9.9', vendor: 'somebody' },
    })
    expect(parseVersion(encodeVersion({ version: '3.2.1' }))).toEqual({ ok: true, value: { version: '3.2.1' } })
  })

  it.each([
    ['TRP_VERSION_SHAPE', '{}'],
    ['TRP_VERSION_SHAPE', '{"version":3.2}'],
    ['TRP_VENDOR_SHAPE', '{"version":"3.2.1","vendor":[]}'],
  ])('is refused with %s: %s', (code, text) => {
    expect(parseVersion(text)).toMatchObject({ ok: false, refusal: { code } })
  })
})

describe('extensions', () => {
  it('the extensions of a counterparty are names, and an absent list is empty', () => {
    const text = encodeExtensions({ required: ['message-signing'], supported: [] })
    expect(parseExtensions(text)).toEqual({ ok: true, value: { required: ['message-signing'], supported: [] } })
    expect(parseExtensions('{"required":["Message-Signing"],"supported":null}')).toEqual({
      ok: true,
      value: { required: ['message-signing'], supported: [] },
    })
  })

  it.each([
    '{"required":"message-signing"}',
    '{"required":[1]}',
    '{"supported":["a b"]}',
    `{"supported":${JSON.stringify(Array(33).fill('a'))}}`,
  ])('extensions are refused unless they are lists of names: %s', (text) => {
    expect(parseExtensions(text)).toMatchObject({ ok: false, refusal: { code: 'TRP_EXTENSIONS_SHAPE' } })
  })

  it('a refusal lists the extensions that are required but not supported', () => {
    expect(checkExtensions([])).toEqual({ ok: true, value: true })
    const check = checkExtensions(['message-signing', 'extended-ivms101'], {
      ...OWN_EXTENSIONS,
      supported: ['extended-ivms101'],
    })
    expect(check).toMatchObject({
      ok: false,
      refusal: { status: 422, code: 'TRP_EXTENSION_UNSUPPORTED', message: expect.stringContaining('message-signing') },
    })
    expect(!check.ok && check.refusal.message).not.toContain('extended-ivms101')
  })
})
