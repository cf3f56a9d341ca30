import { describe, expect, it } from 'vitest'
import type { Lei } from '../../foundation/domain/lei.ts'
import { mayDecideAutomatically, type PresentedCertificate, type SenderProof, verifySender } from './sender-proof.ts'
import type { Vasp } from './vasp.ts'

const LEI = '5493001KJTIIGC8Y1R12' as Lei
const OTHER_LEI = '529900T8BM49AURSDO55' as Lei
const HOST = 'trp.vasp.example:4101'

const vasp = (more: Partial<Vasp> = {}) =>
  ({ host: HOST, trust: 'TRUSTED', furtherHosts: [], pinnedKeys: [], ...more }) as unknown as Vasp

interface Certificate {
  readonly key?: string
  readonly lei?: Lei
  readonly hosts?: readonly string[]
  readonly problem?: string
  readonly lacksAuthority?: boolean
}

function presented({
  key = 'key',
  lei,
  hosts = [],
  problem,
  lacksAuthority = false,
}: Certificate): PresentedCertificate {
  return {
    identity: { subject: 'CN=test', keySha256: key, notAfter: '2030-01-01T00:00:00.000Z', ...(lei && { lei }) },
    namesHosts: hosts.length > 0,
    covers: (host) => hosts.includes(host),
    ...(problem && { problem }),
    lacksAuthority,
  }
}

const UNKNOWN_AUTHORITY = { problem: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', lacksAuthority: true }

describe('a sender', () => {
  it.each([
    ['VERIFIED', 'a pinned key, with any other claims', { pinnedKeys: ['a', 'key'] }, { lei: OTHER_LEI }],
    ['CONTRADICTED', 'another key than the pinned one, for the right host', { pinnedKeys: ['a'] }, { hosts: [HOST] }],
    ['VERIFIED', 'the LEI of the VASP, for another host', { lei: LEI }, { lei: LEI, hosts: ['other.example'] }],
    ['CONTRADICTED', 'another LEI, for the right host', { lei: LEI }, { lei: OTHER_LEI, hosts: [HOST] }],
    ['CONTRADICTED', 'another LEI than in /identity', { discovery: { lei: LEI, problems: [] } }, { lei: OTHER_LEI }],
    ['VERIFIED', 'the host of the VASP', {}, { hosts: ['a.example', HOST] }],
    ['VERIFIED', 'a further host of the VASP', { furtherHosts: ['other.example'] }, { hosts: ['other.example'] }],
    ['CONTRADICTED', 'another host only', {}, { hosts: ['other.example'] }],
    ['UNVERIFIED', 'neither an LEI nor a host', {}, {}],
    ['UNVERIFIED', 'an LEI, which the VASP does not have', {}, { lei: LEI }],
    ['UNVERIFIED', 'a pinned key in an expired certificate', { pinnedKeys: ['key'] }, { problem: 'CERT_HAS_EXPIRED' }],
    ['UNVERIFIED', 'the host, of an unknown authority', {}, { hosts: [HOST], ...UNKNOWN_AUTHORITY }],
    ['VERIFIED', 'a pinned key, of an unknown authority', { pinnedKeys: ['key'] }, UNKNOWN_AUTHORITY],
    [
      'UNVERIFIED',
      'another key than the pinned one, of an unknown authority',
      { pinnedKeys: ['a'] },
      UNKNOWN_AUTHORITY,
    ],
  ] as const)('a sender is %s by a certificate with %s', (verification, _name, change, certificate) => {
    expect(verifySender(vasp(change), presented(certificate), undefined).verification).toBe(verification)
  })

  // Anyone can claim an LEI in the name of a host that is not known yet.
  it.each([
    ['VERIFIED', 'the host but another LEI', { lei: OTHER_LEI, hosts: [HOST] }],
    ['UNVERIFIED', 'that LEI but another host', { lei: LEI, hosts: ['other.example'] }],
    ['UNVERIFIED', 'that LEI and no host', { lei: LEI }],
  ] as const)(
    'a sender in the name of an untrusted VASP that claims an LEI is %s by a certificate with %s',
    (verification, _name, certificate) => {
      const claimed = vasp({ trust: 'UNTRUSTED', lei: LEI })
      expect(verifySender(claimed, presented(certificate), undefined).verification).toBe(verification)
    },
  )

  it('a sender without a certificate is not verified', () => {
    expect(verifySender(vasp(), undefined, undefined).verification).toBe('UNVERIFIED')
  })

  it('a sender is not verified by a certificate for its host with another key than /identity showed, as after a renewal', () => {
    const certificate = presented({ hosts: [HOST] })
    expect(verifySender(vasp(), certificate, 'key').verification).toBe('VERIFIED')
    expect(verifySender(vasp(), certificate, 'other').verification).toBe('UNVERIFIED')
    expect(verifySender(vasp(), presented({}), 'other').verification).toBe('CONTRADICTED')
  })

  it('the sender of a VASP with several hosts is judged without the key shown by /identity, which belongs to one host', () => {
    const several = vasp({ furtherHosts: ['other.example'] })
    expect(verifySender(several, presented({ hosts: ['other.example'] }), 'other').verification).toBe('VERIFIED')
    expect(verifySender(several, presented({ hosts: [HOST] }), 'other').verification).toBe('VERIFIED')
    expect(verifySender(several, presented({}), 'other').verification).toBe('UNVERIFIED')
    expect(verifySender(several, presented({ hosts: ['third.example'] }), 'key').verification).toBe('CONTRADICTED')
  })
})

describe('an automatic decision', () => {
  const sender = (verification: SenderProof['verification']) => ({ verification, reason: '', address: '' })

  it('an automatic decision needs a verified sender where mutual TLS is required, and never follows a contradiction', () => {
    const allowed = (required: boolean) =>
      (['VERIFIED', 'UNVERIFIED', 'CONTRADICTED'] as const).filter((each) =>
        mayDecideAutomatically(sender(each), required),
      )
    expect(allowed(true)).toEqual(['VERIFIED'])
    expect(allowed(false)).toEqual(['VERIFIED', 'UNVERIFIED'])
    expect(mayDecideAutomatically(undefined, true)).toBe(false)
  })
})
