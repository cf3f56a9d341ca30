import { bytesToHex } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import { RawWitness } from '@scure/btc-signer'
import { sha256x2 } from '@scure/btc-signer/utils.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openCustomerWallet } from '../../testing/customer-wallet.ts'
import { type Address, parseAddress } from './address.ts'
import { openProvableAssets } from './asset.ts'
import { bip322MessageHash, bip322ToSign, bip322ToSpend, outputScript } from './bip322.ts'
import type { BitcoinAddress } from './bitcoin-address.ts'
import { bitcoinMessageHash } from './bitcoin-message.ts'
import vectors from './vectors/signatures.json' with { type: 'json' }
import { verifySignature } from './verify-signature.ts'

const secretKeys = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((key) => key[0] !== 255 && key.some((byte) => byte > 0))
const messages = fc.string({ unit: 'grapheme', maxLength: 200 }).filter((value) => value.isWellFormed())
const forms = [
  ['p2pkhUncompressed', 27],
  ['p2pkh', 31],
  ['p2sh', 31],
  ['p2sh', 35],
  ['p2wpkh', 31],
  ['p2wpkh', 39],
] as const

describe('published vectors', () => {
  it.each(vectors.bitcoinMessage)('a Bitcoin message with header $header of $address is $verdict', (vector) => {
    expect(verifySignature(bitcoin(vector.address), vector.message, vector.signature).outcome).toBe(vector.verdict)
  })

  it.each(vectors.bitcoinMessageHash)('the Bitcoin message hash of "$message"', ({ message, hash }) => {
    expect(bytesToHex(bitcoinMessageHash(message))).toBe(hash)
  })

  it.each(vectors.eip191)('an EIP-191 signature of $address is $verdict', (vector) => {
    expect(verifySignature(evm(vector.address), vector.message, vector.signature).outcome).toBe(vector.verdict)
  })

  it.each(vectors.bip322)('a BIP-322 signature of "$message" by $address is $verdict', (vector) => {
    expect(verifySignature(bitcoin(vector.address), vector.message, vector.signature).outcome).toBe(vector.verdict)
  })

  it.each(vectors.bip322.filter(({ toSign }) => toSign))('the BIP-322 transactions of "$message"', (vector) => {
    const script = outputScript(bitcoin(vector.address))
    expect(bytesToHex(bip322MessageHash(vector.message))).toBe(vector.messageHash)
    expect(bytesToHex(sha256x2(bip322ToSpend(script, vector.message)).reverse())).toBe(vector.toSpend)
    expect(bip322ToSign(script, vector.message).id).toBe(vector.toSign)
  })
})

describe('a signature by the key of the address over the challenge', () => {
  it.each(forms)('a signature over the challenge is valid for %s with headers from %i', (kind, header) => {
    fc.assert(
      fc.property(secretKeys, messages, (secretKey, message) => {
        const wallet = openCustomerWallet(secretKey)
        const signature = wallet.signBitcoinMessage(message, header)
        expect(verifySignature(bitcoin(wallet.addresses[kind]), message, signature)).toMatchObject({ outcome: 'VALID' })
      }),
      { numRuns: 15 },
    )
  })

  it('a signature over the challenge is valid for an EVM account, in hexadecimal, base64 and the compact form, with v from 0 or from 27', () => {
    fc.assert(
      fc.property(secretKeys, messages, fc.constantFrom(0 as const, 27 as const), (secretKey, message, first) => {
        const wallet = openCustomerWallet(secretKey)
        const hex = wallet.signEip191(message, first)
        const bytes = Buffer.from(hex.slice(2), 'hex')
        const compact = Buffer.from(bytes.subarray(0, 64))
        compact[32] = (compact[32] ?? 0) | (((bytes[64] ?? 0) - first) << 7)
        for (const value of [hex, hex.slice(2), base64.encode(bytes), `0x${compact.toString('hex')}`])
          expect(verifySignature(evm(wallet.addresses.evm), message, value)).toMatchObject({ outcome: 'VALID' })
      }),
      { numRuns: 20 },
    )
  })

  it('a signature over the challenge is valid for an EVM account in base64 that begins with 0x by chance', () => {
    const wallet = openCustomerWallet(new Uint8Array(32).fill(1))
    const message = 'message 1169'
    const encoded = base64.encode(Buffer.from(wallet.signEip191(message, 27).slice(2), 'hex'))
    expect(encoded).toMatch(/^0x/)
    expect(verifySignature(evm(wallet.addresses.evm), message, encoded)).toMatchObject({ outcome: 'VALID' })
  })

  it.each(['p2wpkh', 'p2tr'] as const)(
    'a signature over the challenge is valid for %s in BIP-322 simple, with and without its prefix',
    (kind) => {
      fc.assert(
        fc.property(secretKeys, messages, (secretKey, message) => {
          const wallet = openCustomerWallet(secretKey)
          const signature = wallet.signBip322(message, kind)
          for (const value of [signature, signature.slice(3), `  ${signature}\r\n`])
            expect(verifySignature(bitcoin(wallet.addresses[kind]), message, value)).toMatchObject({ outcome: 'VALID' })
        }),
        { numRuns: 15 },
      )
    },
  )
})

describe('a signature with one bit changed', () => {
  it.each(forms)('a signature with one bit changed is invalid for %s with headers from %i', (kind, header) => {
    fc.assert(
      fc.property(secretKeys, fc.integer({ min: 8, max: 65 * 8 - 1 }), (secretKey, bit) => {
        const wallet = openCustomerWallet(secretKey)
        const changed = base64.encode(flip(base64.decode(wallet.signBitcoinMessage('message', header)), bit))
        expect(verifySignature(bitcoin(wallet.addresses[kind]), 'message', changed)).toMatchObject({
          outcome: 'INVALID',
        })
      }),
      { numRuns: 25 },
    )
  })

  it('a signature with one bit changed is not valid for an EVM account', () => {
    fc.assert(
      fc.property(secretKeys, fc.nat(65 * 8 - 1), (secretKey, bit) => {
        const wallet = openCustomerWallet(secretKey)
        const bytes = flip(Buffer.from(wallet.signEip191('message').slice(2), 'hex'), bit)
        const { outcome } = verifySignature(evm(wallet.addresses.evm), 'message', bytesToHex(bytes))
        expect(['INVALID', 'INCONCLUSIVE']).toContain(outcome)
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['p2wpkh', 2],
    ['p2tr', 2],
  ] as const)('a signature with one bit changed is invalid for %s in BIP-322 simple', (kind, signatureStart) => {
    fc.assert(
      fc.property(secretKeys, fc.nat(64 * 8 - 1), (secretKey, bit) => {
        const wallet = openCustomerWallet(secretKey)
        const changed = flip(base64.decode(wallet.signBip322('message', kind).slice(3)), signatureStart * 8 + bit)
        const verdict = verifySignature(bitcoin(wallet.addresses[kind]), 'message', `smp${base64.encode(changed)}`)
        expect(verdict).toMatchObject({ outcome: 'INVALID' })
      }),
      { numRuns: 40 },
    )
  })
})

describe('a signature that says nothing about the address', () => {
  const wallet = openCustomerWallet()
  const other = openCustomerWallet()

  it('a signature over another message, or by another key, is invalid', () => {
    const { p2wpkh, p2tr } = wallet.addresses
    expect(verifySignature(bitcoin(p2wpkh), 'b', wallet.signBitcoinMessage('a'))).toMatchObject({
      code: 'SIGNER_MISMATCH',
    })
    expect(verifySignature(bitcoin(p2wpkh), 'a', other.signBitcoinMessage('a'))).toMatchObject({
      code: 'SIGNER_MISMATCH',
    })
    expect(verifySignature(bitcoin(p2wpkh), 'a', other.signBip322('a', 'p2wpkh'))).toMatchObject({
      code: 'SIGNER_MISMATCH',
    })
    expect(verifySignature(bitcoin(p2wpkh), 'b', wallet.signBip322('a', 'p2wpkh'))).toMatchObject({
      code: 'SIGNER_MISMATCH',
    })
    expect(verifySignature(bitcoin(p2tr), 'a', other.signBip322('a', 'p2tr'))).toMatchObject({
      code: 'SIGNER_MISMATCH',
    })
  })

  it('a signature by another account is inconclusive for an EVM address, which may be a contract wallet', () => {
    const verdict = verifySignature(evm(wallet.addresses.evm), 'a', other.signEip191('a'))
    expect(verdict).toMatchObject({ outcome: 'INCONCLUSIVE', code: 'SIGNER_MISMATCH' })
    expect(verdict.reason).toContain(other.addresses.evm)
  })

  it('a signature with a BIP-137 header for another kind of address is invalid', () => {
    expect(verifySignature(bitcoin(wallet.addresses.p2wpkh), 'a', wallet.signBitcoinMessage('a', 35))).toMatchObject({
      outcome: 'INVALID',
      code: 'HEADER_MISMATCH',
    })
  })

  it('a signature by BIP-137 is invalid for taproot, which requires BIP-322', () => {
    expect(verifySignature(bitcoin(wallet.addresses.p2tr), 'a', wallet.signBitcoinMessage('a'))).toMatchObject({
      outcome: 'INVALID',
      code: 'HEADER_MISMATCH',
    })
  })

  it('a signature by the key of a P2WPKH address is invalid for taproot', () => {
    const witness = wallet.signBip322('a', 'p2wpkh')
    expect(verifySignature(bitcoin(wallet.addresses.p2tr), 'a', witness)).toMatchObject({ code: 'SIGNER_MISMATCH' })
  })

  it('a signature with the header of an uncompressed key is invalid for segwit', () => {
    expect(verifySignature(bitcoin(wallet.addresses.p2wpkh), 'a', wallet.signBitcoinMessage('a', 27)).outcome).toBe(
      'INVALID',
    )
  })

  it.each([0, 26, 43, 255])('a signature with header %i is malformed', (header) => {
    const bytes = base64.decode(wallet.signBitcoinMessage('a'))
    bytes[0] = header
    expect(verifySignature(bitcoin(wallet.addresses.p2pkh), 'a', base64.encode(bytes)).code).toBe('SIGNATURE_MALFORMED')
  })
})

describe('a signature that this service cannot verify is inconclusive, with a reason', () => {
  const wallet = openCustomerWallet()
  const p2wsh = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
  const scriptPath = [new Uint8Array(64), Uint8Array.of(0x51), new Uint8Array(33).fill(0xc0)]

  it.each([
    ['a message signature for P2WSH', p2wsh, wallet.signBitcoinMessage('a')],
    ['BIP-322 for P2WSH', p2wsh, wallet.signBip322('a', 'p2wpkh')],
    ['BIP-322 for P2SH', wallet.addresses.p2sh, wallet.signBip322('a', 'p2wpkh')],
    ['BIP-322 full', wallet.addresses.p2wpkh, 'fulAAAAAA=='],
    ['BIP-322 proof of funds', wallet.addresses.p2wpkh, 'pofcHNidA=='],
    ['a taproot script path', wallet.addresses.p2tr, `smp${base64.encode(RawWitness.encode(scriptPath))}`],
  ])('%s', (_, address, signature) => {
    const verdict = verifySignature(bitcoin(address), 'a', signature)
    expect(verdict).toMatchObject({ outcome: 'INCONCLUSIVE', code: 'METHOD_NOT_COVERED' })
    expect(verdict.reason).toMatch(/^method not covered: \S/)
  })

  it('the signature of a contract wallet', () => {
    const long = `${wallet.signEip191('a')}${'ab'.repeat(65)}`
    expect(verifySignature(evm(wallet.addresses.evm), 'a', long)).toMatchObject({ outcome: 'INCONCLUSIVE' })
  })
})

describe('a copying mistake does not end the proof of an EVM account', () => {
  const wallet = openCustomerWallet()
  const signature = wallet.signEip191('a')

  it.each([
    ['a letter O for a zero', `0xO${signature.slice(3)}`],
    ['a character too few', signature.slice(0, -1)],
    ['pasted twice', signature + signature],
    ['pasted twice, the second without 0x', signature + signature.slice(2)],
  ])('%s', (_, value) => {
    const verdict = verifySignature(evm(wallet.addresses.evm), 'a', value)
    expect(verdict).toMatchObject({ outcome: 'INVALID', code: 'SIGNATURE_MALFORMED' })
  })

  it('an upper-case prefix', () => {
    const value = `0X${signature.slice(2).toUpperCase()}`
    expect(verifySignature(evm(wallet.addresses.evm), 'a', value)).toMatchObject({ outcome: 'VALID' })
  })
})

describe('a string that is not a signature is malformed, so that the customer can try again', () => {
  const { p2pkh, p2sh, p2wpkh, p2tr } = openCustomerWallet().addresses
  const p2wsh = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'
  const truncated = openCustomerWallet().signBitcoinMessage('a').slice(0, 60)

  it.each(
    [p2pkh, p2sh, p2wsh, p2wpkh, p2tr].flatMap((address) =>
      ['abcd', 'AA==', truncated, 'full', 'fulfilled', 'ful', 'pof', 'smp', 'smp?'].map(
        (value) => [address, value] as const,
      ),
    ),
  )('%s: %s', (address, value) => {
    expect(verifySignature(bitcoin(address), 'a', value)).toMatchObject({
      outcome: 'INVALID',
      code: 'SIGNATURE_MALFORMED',
    })
  })
})

describe('any string as a signature', () => {
  it('any string as a signature gets a verdict, never an exception, and never VALID', () => {
    const wallet = openCustomerWallet()
    const addresses = [...Object.values(wallet.addresses).slice(0, 5).map(bitcoin), evm(wallet.addresses.evm)]
    const bytes = fc.uint8Array({ maxLength: 120 })
    const strings = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      bytes.map((value) => base64.encode(value)),
      bytes.map((value) => `smp${base64.encode(value)}`),
      bytes.map((value) => `0x${bytesToHex(value)}`),
    )
    fc.assert(
      fc.property(strings, (value) => {
        for (const address of addresses) expect(verifySignature(address, 'a', value).outcome).not.toBe('VALID')
      }),
      { numRuns: 200 },
    )
  })
})

function bitcoin(value: string): BitcoinAddress {
  return address('BTC', value) as BitcoinAddress
}

function evm(value: string): Address {
  return address('ETH', value)
}

function address(symbol: 'BTC' | 'ETH', value: string): Address {
  const result = parseAddress(openProvableAssets().of(symbol), value)
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

function flip(bytes: Uint8Array, bit: number): Uint8Array {
  const changed = Uint8Array.from(bytes)
  changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return changed
}
