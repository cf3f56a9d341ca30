import { describe, expect, it } from 'vitest'
import { assetByCaip19, assetByDti, assetById, assetBySlip0044, listAssets } from './asset.ts'

describe('the registry of assets', () => {
  it('the ids and CAIP-19 ids of assets are unique and well-formed', () => {
    const assets = listAssets()
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
    const dtis = listAssets().flatMap(({ dti = [] }) => dti)
    expect(new Set(dtis).size).toBe(dtis.length)
    expect(dtis.filter((dti) => !/^[1-9B-DF-HJ-NP-TV-XZ][0-9B-DF-HJ-NP-TV-XZ]{8}$/.test(dti))).toEqual([])
  })

  it('a coin is found by DTI, by SLIP-0044 symbol or number, and by CAIP-19', () => {
    const btc = assetById('btc')
    expect(btc).toMatchObject({ symbol: 'BTC', decimals: 8 })
    expect(assetByDti('4H95J0R2X')).toBe(btc)
    expect(assetBySlip0044('BTC')).toBe(btc)
    expect(assetBySlip0044('0')).toBe(btc)
    expect(assetByCaip19('bip122:000000000019d6689c085ae165831e93/slip44:0')).toBe(btc)
  })

  it('a token is never found as a coin, nor a prototype key as an asset', () => {
    expect(assetBySlip0044('USDC')).toBeUndefined()
    expect(assetBySlip0044('00')).toBeUndefined()
    expect(assetById('constructor')).toBeUndefined()
    expect(assetById('__proto__')).toBeUndefined()
    expect(listAssets().filter(({ id, slip0044 }) => id.includes('-') && slip0044 !== undefined)).toEqual([])
  })

  it('only the contracts of Ethereum tokens match regardless of case', () => {
    expect(assetByCaip19('eip155:1/erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7')?.id).toBe('usdt-ethereum')
    expect(assetByCaip19('tron:0x2b6653dc/trc20:tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t')).toBeUndefined()
  })
})
