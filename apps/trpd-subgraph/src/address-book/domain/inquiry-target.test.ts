import { bech32 } from '@scure/base'
import { describe, expect, it } from 'vitest'
import { parseInquiryTarget, parseLnurl } from './inquiry-target.ts'
import vectors from './vectors/travel-address.json' with { type: 'json' }

const rules = { privateHosts: false }

function lnurl(url: string, hrp = 'lnurl'): string {
  return bech32.encodeFromBytes(hrp, Buffer.from(url)).toUpperCase()
}

function codeOf(text: string): string {
  const target = parseLnurl(text, rules)
  return target.ok ? 'accepted' : target.refusal.code
}

describe('an LNURL', () => {
  it.each(vectors.lnurl)('decodes as published: $url', ({ lnurl: text, url }) => {
    const value = { url: url.replace('https://', ''), host: new URL(url).host }
    expect(parseLnurl(text, rules)).toMatchObject({ ok: true, value })
    expect(parseLnurl(text.toLowerCase(), rules)).toMatchObject({ ok: true, value })
    expect(parseInquiryTarget(text, rules)).toMatchObject({ ok: true, value: { ...value, form: 'LNURL', text } })
  })

  it('an LNURL may be as long as the URL of a callback', () => {
    const url = `https://vasp.example/${'x'.repeat(2_000)}?tag=inquiry`
    const text = bech32.encode('lnurl', bech32.toWords(Buffer.from(url)), false)
    expect(parseLnurl(text, rules)).toMatchObject({ ok: true, value: { host: 'vasp.example' } })
  })

  it('an LNURL with a port is accepted unless ports are refused', () => {
    const text = lnurl('https://vasp.example:8443?tag=inquiry')
    expect(parseLnurl(text, rules)).toMatchObject({ ok: true, value: { host: 'vasp.example:8443' } })
    expect(parseLnurl(text, { ...rules, ports: false })).toMatchObject({ refusal: { code: 'LNURL_HOST' } })
  })

  it.each(['inquiry', 'INQUIRY', 'travelRuleInquiry', 'travelruleinquiry'])('an LNURL may be tagged %s', (tag) => {
    expect(codeOf(lnurl(`https://vasp.example/1?a=b&tag=${tag}`))).toBe('accepted')
  })

  it.each([
    ['LNURL_PREFIX', lnurl('https://vasp.example?tag=inquiry', 'lnurm')],
    ['LNURL_PREFIX', ''],
    ['LNURL_ENCODING', lnurl('https://vasp.example?tag=inquiry').replace(/.$/, 'B')],
    ['LNURL_ENCODING', `${lnurl('https://vasp.example?tag=inquiry').slice(0, -1)}q`],
    ['LNURL_LENGTH', `lnurl1${'q'.repeat(5_000)}`],
    ['LNURL_SCHEME', lnurl('http://vasp.example?tag=inquiry')],
    ['LNURL_SCHEME', lnurl('vasp.example?tag=inquiry')],
    ['LNURL_TAG', lnurl('https://vasp.example?tag=login')],
    ['LNURL_TAG', lnurl('https://vasp.example#?tag=inquiry')],
    ['LNURL_HOST', lnurl('https://localhost?tag=inquiry')],
    ['LNURL_HOST', lnurl('https://a@vasp.example?tag=inquiry')],
    ['LNURL_URL', lnurl('https://vasp.example/a b?tag=inquiry')],
  ])('an LNURL is refused with %s: %s', (code, text) => {
    expect(codeOf(text)).toBe(code)
  })
})

describe('an inquiry target', () => {
  it('an inquiry target that is not an LNURL is parsed as a travel address', () => {
    expect(parseInquiryTarget('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', rules)).toMatchObject({
      ok: false,
      refusal: { code: 'TRAVEL_ADDRESS_PREFIX' },
    })
    const { url, travelAddress } = vectors.accept[0] ?? { url: '', travelAddress: '' }
    expect(parseInquiryTarget(travelAddress, rules)).toMatchObject({
      ok: true,
      value: { form: 'TRAVEL_ADDRESS', text: travelAddress, url },
    })
  })
  it('an inquiry target may have surrounding spaces, and lightning: before an LNURL', () => {
    const { travelAddress } = vectors.accept[0] ?? { travelAddress: '' }
    expect(parseInquiryTarget(` ${travelAddress}\n`, rules)).toMatchObject({ ok: true, value: { text: travelAddress } })
    const text = lnurl('https://vasp.example/1?tag=inquiry')
    expect(parseInquiryTarget(`LIGHTNING:${text}`, rules)).toMatchObject({ ok: true, value: { form: 'LNURL', text } })
    const refused = { ok: false, refusal: { code: 'TRAVEL_ADDRESS_PREFIX' } }
    expect(parseInquiryTarget(`lightning:${travelAddress}`, rules)).toMatchObject(refused)
  })
})
