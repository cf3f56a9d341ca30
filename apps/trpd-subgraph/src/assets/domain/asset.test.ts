import { describe, expect, it } from 'vitest'
import { openAssetRegistry } from './asset.ts'
import { BUILT_IN_ASSETS } from './built-in-assets.ts'

const registry = openAssetRegistry(BUILT_IN_ASSETS)

describe('the registry of assets', () => {
  it('the ids and CAIP-19 ids of assets are unique and well-formed', () => {
    const assets = registry.all
    expect(new Set(assets.map(({ id }) => id)).size).toBe(assets.length)
    expect(new Set(assets.map(({ caip19 }) => caip19)).size).toBe(assets.length)
    expect(assets.filter(({ id }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([])
    // Source: CAIP-19
    expect(
      assets.filter(
        ({ caip19 }) => !/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}\/[-a-z0-9]{3,8}:[-.%a-zA-Z0-9]{1,128}$/.test(caip19),
      ),
    ).toEqual([])
  })

  it('the DTIs of assets are unique, and use the alphabet of ISO 24165', () => {
    const dtis = registry.all.flatMap(({ dti = [] }) => dti)
    expect(new Set(dtis).size).toBe(dtis.length)
    expect(dtis.filter((dti) => !/^[1-9B-DF-HJ-NP-TV-XZ][0-9B-DF-HJ-NP-TV-XZ]{8}$/.test(dti))).toEqual([])
  })

  it('a coin is found by its DTI, its SLIP-0044 symbol or number, and its CAIP-19 id', () => {
    const btc = registry.byId('btc')
    expect(btc).toMatchObject({ symbol: 'BTC', decimals: 8 })
    expect(registry.byDti('4H95J0R2X')).toBe(btc)
    expect(registry.bySlip0044('BTC')).toBe(btc)
    expect(registry.bySlip0044('0')).toBe(btc)
    expect(registry.byCaip19('bip122:000000000019d6689c085ae165831e93/slip44:0')).toBe(btc)
  })

  it('a token is never found as a coin, and a prototype key never as an asset', () => {
    expect(registry.bySlip0044('USDC')).toBeUndefined()
    expect(registry.bySlip0044('00')).toBeUndefined()
    expect(registry.byId('constructor')).toBeUndefined()
    expect(registry.byId('__proto__')).toBeUndefined()
    expect(registry.all.filter(({ id, slip0044 }) => id.includes('-') && slip0044 !== undefined)).toEqual([])
  })

  it('only the contracts of Ethereum tokens match regardless of case', () => {
    expect(registry.byCaip19('eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7')?.id).toBe('usdt-ethereum')
    expect(registry.byCaip19('tron:0x2b6653dc/trc20:tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t')).toBeUndefined()
  })
})
