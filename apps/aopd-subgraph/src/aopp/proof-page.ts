import { type Html, html, page } from '@travel-rule/http-host/html-page'
import type { HttpResponse } from '@travel-rule/http-host/http-host'
import { aoppUri } from '../proofs/domain/aopp-uri.ts'
import type { Proof } from '../proofs/domain/proof.ts'
import { BLOCK_CHARACTERS_MAX } from '../proofs/domain/submission.ts'
import { ADDRESS_CHARACTERS_MAX } from '../signatures/domain/address.ts'
import type { Asset } from '../signatures/domain/asset.ts'
import type { Verdict } from '../signatures/domain/verdict.ts'

/** What the customer entered, and why it was not accepted. */
export interface Mistake {
  readonly field: 'address' | 'signature'
  readonly message: string
  readonly address: string
  readonly signature: string
}

export interface ProofPageOptions {
  readonly vaspName: string
  readonly publicUrl: string
  readonly now: Date
  /** The asset of the proof. */
  readonly asset: Asset
  readonly mistake?: Mistake | undefined
}

/**
 * The customer's page of a proof: a form with what to sign, or how the proof ended. Responds with 422 after a
 * mistake.
 */
export function proofPage(proof: Proof, options: ProofPageOptions): HttpResponse {
  const outcome = outcomeOf(proof, options)
  if (outcome) {
    const { title, message, mood } = outcome
    const body = html`${sender(options)}<h1>${title}</h1><div class="note ${mood}" role="status"><p>${message}</p></div>${facts(proof, options)}`
    return page(200, title, body)
  }
  const title = 'Show that this address is yours'
  const body = html`${sender(options)}<h1>${title}</h1>${summary(options.mistake) ?? latestAttempt(proof, options)}
<p>${options.vaspName} asks you to show that you control ${proof.address ? 'this address' : `a ${proof.asset} address of your own`}.
You do so by signing a short text with your wallet. That costs nothing, moves no money, and does not give access to your wallet.</p>
${facts(proof, options)}${walletCard(proof, options)}${manualCard(proof, options)}`
  return page(options.mistake ? 422 : 200, options.mistake ? `Mistake: ${title}` : title, body)
}

/** The page of an unknown link. */
export function unknownProofPage(): HttpResponse {
  return page(
    404,
    'This link is not known',
    html`<h1>This link is not known</h1><p>Part of it may be missing. Open it again from the message that brought you here, or ask its sender for a new one.</p>`,
  )
}

function sender({ vaspName }: ProofPageOptions): Html {
  return html`<p class="sender">${vaspName}</p>`
}

function summary(mistake: Mistake | undefined): Html | undefined {
  if (!mistake) return undefined
  return html`<div class="note bad" role="alert" tabindex="-1" autofocus><h2>That did not work yet</h2><p id="mistake">${mistake.message}</p></div>`
}

/** The outcome of the latest signature, for a customer who opens the page again. */
function latestAttempt(proof: Proof, { vaspName }: ProofPageOptions): Html | undefined {
  const verdict = proof.submission?.verdict
  if (!verdict) return undefined
  return html`<div class="note wait" role="status"><h2>The latest signature was not accepted</h2><p>${adviceFor(verdict, { ...proof, vaspName })}</p></div>`
}

function facts(proof: Proof, { now }: ProofPageOptions): Html {
  const open = proof.status === 'REQUESTED' && now < proof.expiresAt
  return html`<dl>
<dt>Asset</dt><dd>${proof.asset}</dd>
${proof.erasedAt ? undefined : html`<dt>Address</dt><dd>${proof.address ? html`<code>${proof.address}</code>` : 'one that you choose'}</dd>`}
${open ? html`<dt>Valid until</dt><dd><time datetime="${proof.expiresAt.toISOString()}">${formatTime(proof.expiresAt)}</time></dd>` : undefined}
${open ? html`<dt>Attempts left</dt><dd>${proof.attemptsMax - proof.attempts + proof.inconclusiveAttempts}</dd>` : undefined}
</dl>`
}

function walletCard(proof: Proof, { publicUrl, asset }: ProofPageOptions): Html | undefined {
  const uri = aoppUri(publicUrl, proof, asset)
  if (!uri) return undefined
  return html`<section class="card" aria-labelledby="wallet"><h2 id="wallet">With a wallet that supports AOPP</h2>
<p>Some wallets, such as BitBox, sign and respond automatically. Come back to this page afterwards to see the result.</p>
<p><a class="button" href="${uri}">Open my wallet</a></p></section>`
}

function manualCard(proof: Proof, { asset, mistake }: ProofPageOptions): Html {
  const ethereum = asset.family === 'EVM'
  const problem = (field: Mistake['field']): Html | undefined =>
    mistake?.field === field
      ? html` aria-invalid="true" aria-describedby="mistake ${field}-hint"`
      : html` aria-describedby="${field}-hint"`
  return html`<section class="card" aria-labelledby="manual"><h2 id="manual">With any other wallet</h2>
<p id="text-label">1. Copy this text, complete and unchanged:</p>
<p class="text" role="group" aria-labelledby="text-label" tabindex="0">${proof.challenge}</p>
<p class="hint">One tap or click selects all of it.</p>
<p>2. In your wallet choose “Sign message”, select ${proof.address ? 'the address above' : 'your address'}, paste the text, and sign.</p>
<p>3. Copy the signature that your wallet shows into this form:</p>
<form method="post" autocomplete="off">
<label for="address">Address</label>
<p class="hint" id="address-hint">The address that signed, as your wallet shows it.</p>
<input id="address" name="address" required maxlength="${ADDRESS_CHARACTERS_MAX}" spellcheck="false" autocapitalize="off" autocorrect="off"
 value="${mistake?.address ?? proof.address}"${problem('address')}>
<label for="signature">Signature</label>
<p class="hint" id="signature-hint">${ethereum ? 'A long string of letters and digits that starts with 0x.' : 'A long string of letters and digits, often ending in =. A block that begins with BEGIN BITCOIN SIGNED MESSAGE works too.'}</p>
<textarea id="signature" name="signature" required maxlength="${BLOCK_CHARACTERS_MAX}" spellcheck="false" autocapitalize="off" autocorrect="off"${problem('signature')}>${mistake?.signature}</textarea>
<button class="button" type="submit">Check my signature</button>
</form></section>`
}

/** For example "31 January 2026, 14:05 UTC". */
function formatTime(date: Date): string {
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`
}

/** How a proof ended, worded for its customer. */
export interface Outcome {
  readonly title: string
  readonly message: string
  readonly mood: 'good' | 'bad' | 'wait'
}

/** The outcome of a proof; `undefined` while the customer may still sign. */
export function outcomeOf(
  proof: Pick<Proof, 'status' | 'expiresAt' | 'erasedAt'>,
  { vaspName, now }: { readonly vaspName: string; readonly now: Date },
): Outcome | undefined {
  const expired: Outcome = {
    title: 'This request has expired',
    message: `Please ask ${vaspName} for a new one if it is still needed.`,
    mood: 'wait',
  }
  if (proof.erasedAt !== undefined) return expired
  switch (proof.status) {
    case 'REQUESTED':
      return now < proof.expiresAt ? undefined : expired
    case 'VERIFIED':
      return {
        title: 'Thank you, your address is confirmed',
        message: `The signature is valid, and ${vaspName} has the result. You may close this page.`,
        mood: 'good',
      }
    case 'REJECTED':
      return {
        title: 'This request is closed',
        message: `None of the signatures was valid, and no attempts are left. Please ask ${vaspName} how to proceed.`,
        mood: 'bad',
      }
    case 'INCONCLUSIVE':
      return {
        title: 'A signature needs another check',
        message: `This page could not check at least one signature, which does not mean that it is wrong. ${vaspName} can see it. No attempts are left: please ask ${vaspName} how to proceed.`,
        mood: 'wait',
      }
    case 'EXPIRED':
      return expired
    case 'CANCELED':
      return {
        title: 'This request was withdrawn',
        message: `${vaspName} no longer needs this proof. There is nothing to do.`,
        mood: 'wait',
      }
    case 'REVOKED':
      return {
        title: 'This proof is no longer valid',
        message: `Your address was confirmed, but ${vaspName} has revoked the confirmation. Please ask them if you do not know why.`,
        mood: 'bad',
      }
  }
}

/** What a customer can do about a signature that is not valid. */
export function adviceFor(
  verdict: Verdict,
  { asset, address, vaspName }: Pick<Proof, 'asset' | 'address'> & { readonly vaspName: string },
): string {
  switch (verdict.code) {
    case 'ADDRESS_MISMATCH':
      return address
        ? 'This is not the address that you were asked about. Choose the address shown on this page in your wallet, and sign with it.'
        : `This is not a ${asset} address. Copy the address from your wallet again.`
    case 'SIGNATURE_MALFORMED':
      return 'This is not a complete signature. Copy it from your wallet again, all of it and nothing else.'
    case 'HEADER_MISMATCH':
      return 'Your wallet signed for another kind of address. Choose exactly the address shown here in your wallet, and sign again.'
    case 'METHOD_NOT_COVERED':
      return `This page cannot check this kind of signature, which does not mean that it is wrong. ${vaspName} can see it. If your wallet offers another kind of signature, sign with that one. Otherwise ask ${vaspName} how to proceed.`
    case 'SIGNER_MISMATCH':
      if (verdict.outcome === 'INCONCLUSIVE')
        return `Another account signed, or another text. Sign the complete text, unchanged, with exactly this address. If the address belongs to a contract wallet, such as a Safe, this page cannot check its signatures: ${vaspName} can see yours, so ask them how to proceed.`
      return MISMATCH
    case 'SIGNATURE_VALID':
      return MISMATCH
  }
}

const MISMATCH =
  'The signature does not match this text and address. Sign the complete text, unchanged, with exactly this address.'
