import type { Lei } from '../../foundation/domain/lei.ts'
import type { Vasp } from './vasp.ts'
import { hostsOf } from './vasp-hosts.ts'

/** The identity stated in a certificate. */
export interface CertificateIdentity {
  /** On one line, for example `CN=trp.vasp.example, O=Example VASP Ltd`. */
  readonly subject: string
  /** SHA-256 digest of its public key, in Base64. */
  readonly keySha256: string
  readonly lei?: Lei
  /** An ISO 8601 time. */
  readonly notAfter: string
}

/** A client certificate whose private key the sender has proven to hold. */
export interface PresentedCertificate {
  readonly identity: CertificateIdentity
  /** True if it names any DNS name or IP address. */
  readonly namesHosts: boolean
  /** True if it is valid for `host`, which may include a port. */
  covers(host: string): boolean
  /** Why it is invalid; absent if it is valid and issued by a trusted authority. */
  readonly problem?: string
  /** True if the only problem is that no trusted authority issued it. */
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
  /** The explanation, as a sentence. */
  readonly reason: string
  /** The client's address, or its IPv6 network. */
  readonly address: string
  /** Present even if it is invalid. */
  readonly certificate?: CertificateIdentity
}

type Verdict = Pick<SenderProof, 'verification' | 'reason'>

/**
 * Compares a sender's certificate with the VASP that it claims to be: with the VASP's pinned keys if there
 * are any, otherwise with its LEI, its hosts and `publishedKey`. The latter is the key of the certificate in
 * its `/identity`, and is ignored for a VASP with several hosts.
 *
 * An LEI counts only once the VASP is trusted. Until then it is a claim by an unverified sender: a stranger
 * could use it to pass as the VASP, or to make its real certificate look contradictory.
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
  // Each host may have its own certificate, and `/identity` shows that of the host that was asked last.
  if (vasp.furtherHosts.length > 0) return verdict
  if (publishedKey === undefined || publishedKey === identity.keySha256) return verdict
  // A VASP that has renewed its key shows it in /identity, but we only see it at the next discovery.
  if (verdict.verification === 'VERIFIED') return unverified(RENEWED)
  return contradicted('The client certificate has another key than the one that /identity shows.')
}

/**
 * True if a certificate proves one of the pinned keys of `vasp`. No authority is needed, because an officer
 * has confirmed the key itself. An expired certificate proves nothing.
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
 * True if a received inquiry may be decided automatically. A contradiction always needs an officer; so does
 * an unverified sender if `mutualTlsRequired`.
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

/** The LEI of a VASP, once an officer has trusted the VASP. */
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
