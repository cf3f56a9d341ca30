import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openProvableAssets } from '../../signatures/domain/asset.ts'
import { openCustomerWallet } from '../../testing/customer-wallet.ts'
import { CHALLENGE_CHARACTERS_MAX } from './challenge.ts'
import { type ProofRequest, requestProof } from './request-proof.ts'
import { judgeSubmission } from './submission.ts'

const terms = { vaspName: 'Zürcher Bank', ttlSeconds: 3600, attemptsMax: 3, assets: openProvableAssets() }
const seed = {
  id: '0197a3a2-0000-4000-8000-000000000001',
  token: 'token-of-the-page',
  nonce: 'nonce-of-the-challenge',
  now: new Date('2026-01-01T00:00:00Z'),
}
const wallet = openCustomerWallet()

describe('a requested proof', () => {
  it('a requested proof has a challenge bound to proof, VASP, asset, address and time, with a nonce, in one line', () => {
    const address = wallet.addresses.p2wpkh.toUpperCase()
    expect(requestProof({ asset: 'btc', address }, terms, seed)).toMatchObject({
      value: {
        event: { type: 'proof.requested' },
        proof: {
          status: 'REQUESTED',
          asset: 'BTC',
          address: wallet.addresses.p2wpkh,
          expiresAt: new Date('2026-01-01T01:00:00Z'),
          challenge: `I confirm to Zurcher Bank that I control the BTC address ${wallet.addresses.p2wpkh}. Proof ${seed.id}, nonce ${seed.nonce}, valid until 2026-01-01T01:00:00.000Z. Signing this moves no funds.`,
        },
      },
    })
  })

  it('a requested proof has a challenge of at most 1024 printable ASCII characters, regardless of the name of the VASP', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (vaspName) => {
        const result = requestProof({ asset: 'ETH' }, { ...terms, vaspName }, seed)
        const challenge = result.ok ? result.value.proof.challenge : ''
        expect(challenge).toMatch(/^[\x20-\x7e]+$/)
        expect(challenge.length).toBeLessThanOrEqual(CHALLENGE_CHARACTERS_MAX)
      }),
    )
  })

  it('a requested proof without an address accepts the signature of any address that the wallet chooses', () => {
    const result = requestProof({ asset: 'BTC' }, terms, seed)
    if (!result.ok) throw new Error(result.refusal.message)
    const { proof } = result.value
    expect(proof.challenge).toContain('the BTC address whose key signs this message')
    const submission = { address: wallet.addresses.p2pkh, signature: wallet.signBitcoinMessage(proof.challenge) }
    expect(judgeSubmission(proof, submission, terms.assets)).toMatchObject({
      verdict: { outcome: 'VALID' },
      address: wallet.addresses.p2pkh,
    })
  })

  it.each<[string, ProofRequest, string]>([
    ['an unknown asset', { asset: 'DOGE' }, 'ASSET_UNSUPPORTED'],
    ['an address of another asset', { asset: 'ETH', address: wallet.addresses.p2tr }, 'ADDRESS_INVALID'],
    [
      'an address of a test network',
      { asset: 'BTC', address: 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn' },
      'ADDRESS_WRONG_NETWORK',
    ],
    ['an empty address', { asset: 'BTC', address: '' }, 'ADDRESS_INVALID'],
    ['a customer reference with a line break', { asset: 'BTC', customerReference: 'a\nb' }, 'INPUT_INVALID'],
    ['a customer reference that is too long', { asset: 'BTC', customerReference: 'a'.repeat(201) }, 'INPUT_INVALID'],
    ['a transaction id with a space', { asset: 'BTC', transactionId: 'a b' }, 'INPUT_INVALID'],
    ['a time to live that is too short', { asset: 'BTC', ttlSeconds: 59 }, 'INPUT_INVALID'],
    ['a time to live that is too long', { asset: 'BTC', ttlSeconds: 90 * 86_400 + 1 }, 'INPUT_INVALID'],
  ])('a requested proof is refused for %s', (_, request, code) => {
    expect(requestProof(request, terms, seed)).toMatchObject({ ok: false, refusal: { code } })
  })
})

describe('a submission', () => {
  const requested = requestProof({ asset: 'ETH', address: wallet.addresses.evm }, terms, seed)
  if (!requested.ok) throw new Error(requested.refusal.message)
  const { proof } = requested.value

  it('a submission is compared with the address in canonical form', () => {
    const submission = { address: wallet.addresses.evm.toLowerCase(), signature: wallet.signEip191(proof.challenge) }
    expect(judgeSubmission(proof, submission, terms.assets)).toMatchObject({
      verdict: { outcome: 'VALID' },
      address: wallet.addresses.evm,
    })
  })

  it('a submission for another address is invalid, even when that address signed', () => {
    const other = openCustomerWallet()
    const submission = { address: other.addresses.evm, signature: other.signEip191(proof.challenge) }
    expect(judgeSubmission(proof, submission, terms.assets)).toMatchObject({
      verdict: { outcome: 'INVALID', code: 'ADDRESS_MISMATCH' },
    })
  })

  it('a submission with a string that is not an address is invalid', () => {
    const submission = { address: 'mine', signature: wallet.signEip191(proof.challenge) }
    expect(judgeSubmission(proof, submission, terms.assets)).toMatchObject({
      verdict: { code: 'ADDRESS_MISMATCH' },
      address: undefined,
    })
  })
})
