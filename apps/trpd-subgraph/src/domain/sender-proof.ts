import type { Lei } from './lei.ts'
import type { Vasp } from './vasp.ts'
import { hostsOf } from './vasp-hosts.ts'

/** What a certificate says about its holder. */
export interface CertificateIdentity {
  /** On one line, such as `CN=trp.vasp.example, O=Example VASP Ltd`. */
  readonly subject: string
  /** SHA-256 digest of its public key, in Base64. */
  readonly keySha256: string
  readonly lei?: Lei
  /** An ISO 8601 time. */
  readonly notAfter: string
}

/** A client certificate whose private key the sender has. */
export interface PresentedCertificate {
  readonly identity: CertificateIdentity
  /** Whether it names a DNS name or an IP address at all. */
  readonly namesHosts: boolean
  /** Whether it is for a host, which may have a port. */
  covers(host: string): boolean
  /** Why it is not valid; absent when it is, and of a trusted authority. */
  readonly problem?: string
  /** Whether the only problem is that no trusted authority has issued it. */
  readonly lacksAuthority: boolean
}

/** Whether the sender of a message is the VASP that it claims to be. */
export type SenderVerification =
  /** Its certificate belongs to the VASP. */
  | 'VERIFIED'
  /** It presented no certificate, or one that proves nothing. */
  | 'UNVERIFIED'
  /** Its certificate belongs to another party. */
  | 'CONTRADICTED'

/** What is known about the sender of a received inquiry. */
export interface SenderProof {
  readonly verification: SenderVerification
  /** Why, in a sentence. */
  readonly reason: string
  /** The address of the client, or its IPv6 network. */
  readonly address: string
  /** Also when it is not valid. */
  readonly certificate?: CertificateIdentity
}

type Verdict = Pick<SenderProof, 'verification' | 'reason'>

/**
 * Compares a sender's certificate with the VASP that it claims to be: with its pinned keys if it
 * has any, otherwise with its LEI, its hosts and `publishedKey`, the key of the certificate in its
 * `/identity`, which says nothing about a VASP with several hosts.
 *
 * An LEI counts only once the VASP is trusted. Until then it is a claim of a sender that was not
 * verified, with which a stranger's certificate could prove a VASP, or contradict its own.
 */
export function verifySender(
  vasp: Vasp,
  presented: PresentedCertificate | undefined,
  publishedKey: string | undefined,
): Verdict {
  if (presented === undefined) return unverified('The sender presented no client certificate.')
  const { identity, problem } = presented
  if (problem !== undefined && !provesKey(vasp, presented)) {
    return unverified(`The client certificate is not valid here (${problem}).`)
  }
  if (vasp.pinnedKeys.length > 0) {
    return vasp.pinnedKeys.includes(identity.keySha256)
      ? verified('The client certificate has a key that is pinned for this VASP.')
      : contradicted('The client certificate has another key than those pinned for this VASP.')
  }
  const verdict = contradictionOf(vasp, identity) ?? matchOf(vasp, presented)
  // Each host may have a certificate of its own, and `/identity` shows that of the host asked last.
  if (vasp.furtherHosts.length > 0) return verdict
  if (publishedKey === undefined || publishedKey === identity.keySha256) return verdict
  // A VASP that has renewed its key says so in /identity, but not before it is asked again.
  if (verdict.verification === 'VERIFIED') return unverified(RENEWED)
  return contradicted('The client certificate has another key than the one that /identity shows.')
}

/**
 * Whether a certificate proves one of the pinned keys of `vasp`: an officer has confirmed the key
 * itself, so that no authority needs to. One that is expired proves nothing.
 */
export function provesKey(
  { pinnedKeys }: Pick<Vasp, 'pinnedKeys'>,
  { identity, problem, lacksAuthority }: PresentedCertificate,
): boolean {
  return (problem === undefined || lacksAuthority) && pinnedKeys.includes(identity.keySha256)
}

const RENEWED =
  'The client certificate is for this VASP, but has another key than /identity showed: call discoverVasp, or pin its key.'

/**
 * Whether a received inquiry may be decided automatically. A contradiction always needs an officer;
 * a sender that is not verified does when `mutualTlsRequired`.
 */
export function mayDecideAutomatically(sender: SenderProof | undefined, mutualTlsRequired: boolean): boolean {
  const verification = sender?.verification ?? 'UNVERIFIED'
  return verification === 'VERIFIED' || (verification === 'UNVERIFIED' && !mutualTlsRequired)
}

function contradictionOf(vasp: Vasp, identity: CertificateIdentity): Verdict | undefined {
  const { discovery } = vasp
  const lei = acceptedLei(vasp)
  if (lei !== undefined && identity.lei !== undefined && lei !== identity.lei) {
    return contradicted(`The client certificate is for the LEI ${identity.lei}, but this VASP has ${lei}.`)
  }
  if (discovery?.lei !== undefined && identity.lei !== undefined && discovery.lei !== identity.lei) {
    return contradicted(`The client certificate is for the LEI ${identity.lei}, but /identity says ${discovery.lei}.`)
  }
  return undefined
}

function matchOf(vasp: Vasp, { identity, namesHosts, covers }: PresentedCertificate): Verdict {
  const lei = acceptedLei(vasp)
  if (lei !== undefined && identity.lei === lei) return verified('The client certificate is for the LEI of this VASP.')
  if (hostsOf(vasp).some(covers)) return verified('The client certificate is for a host of this VASP.')
  if (vasp.lei !== undefined && identity.lei === vasp.lei) {
    return unverified('The client certificate is for the LEI that this VASP claims, but the VASP is not trusted yet.')
  }
  if (namesHosts) return contradicted('The client certificate is for another host.')
  return unverified('The client certificate names neither the LEI nor the host of this VASP: pin its key.')
}

/** The LEI of a VASP that an officer has trusted with it. */
function acceptedLei({ lei, trust }: Vasp): Vasp['lei'] {
  return trust === 'TRUSTED' ? lei : undefined
}

function verified(reason: string): Verdict {
  return { verification: 'VERIFIED', reason }
}

function unverified(reason: string): Verdict {
  return { verification: 'UNVERIFIED', reason }
}

function contradicted(reason: string): Verdict {
  return { verification: 'CONTRADICTED', reason }
}
