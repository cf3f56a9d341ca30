import type { Proof } from '../domain/proof.ts'
import type { Verdict } from '../domain/verdict.ts'

/** How a proof ended, in its customer's words. */
export interface Outcome {
  readonly title: string
  readonly text: string
  readonly mood: 'good' | 'bad' | 'wait'
}

/** `undefined` while the customer may still sign. */
export function outcomeOf(
  proof: Pick<Proof, 'status' | 'expiresAt'>,
  { vaspName, now }: { readonly vaspName: string; readonly now: Date },
): Outcome | undefined {
  const expired: Outcome = {
    title: 'This request has expired',
    text: `Its time is over. Please ask ${vaspName} for a new one if it is still needed.`,
    mood: 'wait',
  }
  switch (proof.status) {
    case 'REQUESTED':
      return now < proof.expiresAt ? undefined : expired
    case 'VERIFIED':
      return {
        title: 'Thank you, your address is confirmed',
        text: `The signature is right, and ${vaspName} has the result. There is nothing left to do here; you may close this page.`,
        mood: 'good',
      }
    case 'REJECTED':
      return {
        title: 'This request is closed',
        text: `None of the signatures was the right one, and no attempts are left. Please ask ${vaspName} how to go on.`,
        mood: 'bad',
      }
    case 'INCONCLUSIVE':
      return {
        title: 'Your signature has arrived, but cannot be checked here',
        text: `It is of a kind that this page does not know. That does not mean that it is wrong. Please ask ${vaspName} how to go on.`,
        mood: 'wait',
      }
    case 'EXPIRED':
      return expired
    case 'CANCELED':
      return {
        title: 'This request was withdrawn',
        text: `${vaspName} does not need this proof any more. There is nothing to do.`,
        mood: 'wait',
      }
    case 'REVOKED':
      return {
        title: 'This proof is no longer valid',
        text: `Your address was confirmed, but ${vaspName} has taken the confirmation back. Please ask there if you do not know why.`,
        mood: 'bad',
      }
  }
}

/** What a customer can do about an invalid signature. */
export function adviceFor(verdict: Verdict, { asset, address }: Pick<Proof, 'asset' | 'address'>): string {
  switch (verdict.code) {
    case 'ADDRESS_MISMATCH':
      return address
        ? 'This is not the address that you were asked about. Choose the address shown on this page in your wallet, and sign with it.'
        : `This is not a ${asset} address. Copy the address from your wallet again.`
    case 'SIGNATURE_MALFORMED':
      return 'This is not a complete signature. Copy it from your wallet again: all of it, and nothing else.'
    case 'HEADER_MISMATCH':
      return 'Your wallet signed for another kind of address. Choose exactly the address shown here in your wallet, and sign again.'
    case 'SIGNER_MISMATCH':
    case 'SIGNATURE_VALID':
    case 'METHOD_NOT_COVERED':
      return 'The signature does not fit this text and address. Make sure to sign the whole text, unchanged, with exactly this address.'
  }
}
