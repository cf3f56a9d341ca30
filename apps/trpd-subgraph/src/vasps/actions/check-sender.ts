import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { Ports } from '../../foundation/actions/transfer-service.ts'
import type { Deviation } from '../../messages/domain/deviation.ts'
import { addDeviations } from '../../transfers/store/transfers.ts'
import { type PresentedCertificate, type SenderProof, verifySender } from '../domain/sender-proof.ts'
import type { Vasp } from '../domain/vasp.ts'
import { findVaspOfTransfer } from '../store/vasps.ts'
import { keyOfPem } from './read-certificate.ts'

/** The client that sent a message to the TRP listener. */
export interface Sender {
  /** The client's address, or its IPv6 network. */
  readonly address: string
  readonly certificate: PresentedCertificate | undefined
}

/** True if automatic approvals of inquiries from `vasp` require mutual TLS; the default unless an officer waived it. */
export function requiresMutualTls({ requiresMutualTls: setting }: Pick<Vasp, 'requiresMutualTls'>): boolean {
  return setting ?? true
}

/** True if callbacks by `vasp` require mutual TLS: only if an officer requires it. */
export function requiresMutualTlsOfCallbacks({ requiresMutualTls: setting }: Pick<Vasp, 'requiresMutualTls'>): boolean {
  return setting ?? false
}

/** What is known about the sender of an inquiry that claims to come from `vasp`. */
export function proveSender(vasp: Vasp, { address, certificate }: Sender): SenderProof {
  const verdict = verifySender(vasp, certificate, publishedKeyOf(vasp))
  return { ...verdict, address, ...(certificate && { certificate: certificate.identity }) }
}

/**
 * Checks the sender of a message to a callback. The token in its URL proves that the VASP received our
 * message, so a certificate is required only of a VASP for which an officer required mutual TLS. Any other
 * sender is then refused with `SENDER_UNVERIFIED`, even on a node that cannot request certificates. A
 * contradicting certificate is always refused, with `SENDER_CONTRADICTED`. Problems are recorded with the
 * transfer.
 */
export async function checkCallbackSender(
  service: Ports<'database' | 'policy'>,
  transferId: string,
  { certificate }: Sender,
): Promise<Result<true>> {
  const { db } = service.database
  const vasp = await findVaspOfTransfer(db, transferId)
  if (vasp === undefined) return ok(true)
  const { verification, reason } = verifySender(vasp, certificate, publishedKeyOf(vasp))
  if (verification === 'VERIFIED') return ok(true)
  const isContradicted = verification === 'CONTRADICTED'
  const isRefused = isContradicted || requiresMutualTlsOfCallbacks(vasp)
  if (isRefused || (requiresMutualTls(vasp) && service.policy.senders.verified)) {
    await addDeviations(db, transferId, [isRefused ? refused(reason) : accepted(reason)])
  }
  if (isContradicted) return refuse('SENDER_CONTRADICTED', reason)
  return isRefused ? refuse('SENDER_UNVERIFIED', reason) : ok(true)
}

/** The key of the certificate published at the VASP's `/identity`. */
function publishedKeyOf({ discovery }: Vasp): string | undefined {
  return discovery?.x509 === undefined ? undefined : keyOfPem(discovery.x509)
}

const CLAUSE = 'TRP 3, mutual TLS'

function refused(reason: string): Deviation {
  return { clause: CLAUSE, path: '', message: `A message to the callback was refused: ${reason}` }
}

function accepted(reason: string): Deviation {
  return { clause: CLAUSE, path: '', message: `A message to the callback was accepted for its token: ${reason}` }
}
