import { parse } from 'lossless-json'
import { describe, expect, it } from 'vitest'
import { type Asset, openAssetRegistry } from '../../assets/domain/asset.ts'
import { identifiersIn } from '../../assets/domain/asset-identifier.ts'
import { BUILT_IN_ASSETS } from '../../assets/domain/built-in-assets.ts'
import { parseTrpVersion, type TrpVersion } from '../../foundation/domain/trp-version.ts'
import { chooseIdentifiers, decodeWireAsset, encodeWireAsset, learnRefused } from './wire-asset.ts'
import { DEFAULT_WIRE_PROFILE, type WireProfile } from './wire-profile.ts'

const assets = openAssetRegistry(BUILT_IN_ASSETS)

function asset(id: string): Asset {
  const found = assets.byId(id)
  if (found === undefined) throw new Error(id)
  return found
}

function version(text: string): TrpVersion {
  const parsed = parseTrpVersion(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.value
}

describe('the asset of an inquiry', () => {
  it.each([
    ['{"dti":"4H95J0R2X"}', 'btc'],
    ['{"slip0044":"BTC"}', 'btc'],
    ['{"slip0044":"btc"}', 'btc'],
    ['{"slip0044":0}', 'btc'],
    ['{"slip0044":"0"}', 'btc'],
    ['{"slip0044":60}', 'eth'],
    ['{"dti":"X9J9K872S","slip0044":"ETH"}', 'eth'],
    ['{"dti":null,"slip0044":"ETH"}', 'eth'],
    ['{"caip19":"eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7"}', 'usdt-ethereum'],
  ])('%s is %s', (text, id) => {
    expect(decodeWireAsset(parse(text), assets)).toEqual({ ok: true, value: asset(id) })
  })

  it.each(['{}', 'null', '{"dti":null}', '{"symbol":"BTC"}'])('%s identifies no asset', (text) => {
    expect(decodeWireAsset(parse(text), assets)).toEqual({ ok: true, value: undefined })
  })

  it.each([
    ['ASSET_MALFORMED', ['[]', '"BTC"', '{"dti":""}', '{"dti":4}', '{"slip0044":{}}', '{"slip0044":true}']],
    ['ASSET_UNKNOWN', ['{"dti":"ZZZZZZZZZ"}', '{"slip0044":"USDC"}', '{"slip0044":-1}', '{"slip0044":1e400}']],
    ['ASSET_UNKNOWN', ['{"dti":"__proto__"}', '{"dti":"4H95J0R2X","slip0044":"NOPE"}', '{"slip0044":0.0}']],
    ['ASSET_CONTRADICTORY', ['{"dti":"4H95J0R2X","slip0044":"ETH"}']],
  ])('is refused with %s', (code, texts) => {
    for (const text of texts) {
      expect(decodeWireAsset(parse(text), assets), text).toMatchObject({ ok: false, refusal: { code } })
    }
  })
})

describe('the identifiers that are sent', () => {
  const [now, before] = [version('3.2.1'), version('3.1.0')]
  const bySlip: WireProfile = { ...DEFAULT_WIRE_PROFILE, assetForm: 'SLIP0044' }
  const byNumber: WireProfile = { ...bySlip, slip0044Form: 'NUMBER' }
  const together: WireProfile = { ...DEFAULT_WIRE_PROFILE, assetIdentifiers: ['DTI', 'SLIP0044_NUMBER', 'CAIP19'] }
  const btcChain = 'bip122:000000000019d6689c085ae165831e93/slip44:0'

  it.each([
    ['btc', DEFAULT_WIRE_PROFILE, now, { dti: '4H95J0R2X' }],
    ['btc', DEFAULT_WIRE_PROFILE, before, { slip0044: 'BTC' }],
    ['btc', bySlip, now, { slip0044: 'BTC' }],
    ['btc', byNumber, now, { slip0044: 0 }],
    ['ltc', DEFAULT_WIRE_PROFILE, now, { slip0044: 'LTC' }],
    ['usdt-tron', DEFAULT_WIRE_PROFILE, now, { caip19: asset('usdt-tron').caip19 }],
    ['btc', together, before, { dti: '4H95J0R2X', slip0044: 0, caip19: btcChain }],
  ] as const)('for %s, the wire profile and the version decide', (id, profile, spoken, sent) => {
    const chosen = chooseIdentifiers(asset(id), profile, { version: spoken, learned: undefined })
    expect(chosen.ok && encodeWireAsset(asset(id), chosen.value)).toEqual(sent)
  })

  it('an asset with none of the identifiers set by an officer is refused', () => {
    const profile: WireProfile = { ...DEFAULT_WIRE_PROFILE, assetIdentifiers: ['DTI'] }
    expect(chooseIdentifiers(asset('ltc'), profile, { version: now, learned: undefined })).toMatchObject({
      refusal: { code: 'ASSET_NOT_EXPRESSIBLE', message: expect.stringContaining('DTI') },
    })
  })

  it('each identifier is tried once, and the accepted one is kept', () => {
    const tried: string[] = []
    let learned: ReturnType<typeof learnRefused> = { refused: [] }
    while (learned !== undefined) {
      const chosen = chooseIdentifiers(asset('btc'), DEFAULT_WIRE_PROFILE, { version: before, learned })
      const [refused] = chosen.ok ? chosen.value : []
      if (refused === undefined) expect.unreachable()
      tried.push(refused)
      learned = learnRefused(asset('btc'), DEFAULT_WIRE_PROFILE, { version: before, learned, refused })
    }
    expect(tried).toEqual(['SLIP0044_SYMBOL', 'DTI', 'SLIP0044_NUMBER', 'CAIP19'])
    const known = { accepted: 'DTI', refused: ['SLIP0044_SYMBOL'] } as const
    const trial = { version: before, learned: known }
    expect(chooseIdentifiers(asset('btc'), DEFAULT_WIRE_PROFILE, trial)).toEqual({ ok: true, value: ['DTI'] })
    expect(learnRefused(asset('btc'), DEFAULT_WIRE_PROFILE, { ...trial, refused: 'DTI' })).toBeUndefined()
    expect(learnRefused(asset('btc'), together, { version: now, learned: undefined, refused: 'DTI' })).toBeUndefined()
  })

  it('the identifiers in our own messages are recognized', () => {
    expect(identifiersIn(parse('{"slip0044":0}'))).toEqual(['SLIP0044_NUMBER'])
    expect(identifiersIn(parse('{"slip0044":"BTC","dti":"4H95J0R2X"}'))).toEqual(['DTI', 'SLIP0044_SYMBOL'])
    expect(identifiersIn(parse(`{"caip19":"${btcChain}"}`))).toEqual(['CAIP19'])
    expect(identifiersIn(undefined)).toEqual([])
  })
})
