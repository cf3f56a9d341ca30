import type { HttpResponse } from '@travel-rule/http-host/http-host'
import { ADDRESS_CHARACTERS_MAX } from '../domain/address.ts'
import { assetOf } from '../domain/asset.ts'
import type { Proof } from '../domain/proof.ts'
import { aoppUri } from '../domain/proof-links.ts'
import { SIGNATURE_CHARACTERS_MAX } from '../domain/submission.ts'
import { type Html, html } from './html.ts'
import { page } from './page.ts'
import { outcomeOf } from './proof-outcome.ts'

/** What the customer entered and why it will not do. */
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
  readonly mistake?: Mistake | undefined
}

/** The customers' page of a proof: what to sign and a form for it, or how it ended. 422 when it answers a mistake. */
export function proofPage(proof: Proof, options: ProofPageOptions): HttpResponse {
  const outcome = outcomeOf(proof, options)
  if (outcome) {
    const { title, text, mood } = outcome
    const body = html`${sender(options)}<h1>${title}</h1><div class="note ${mood}" role="status"><p>${text}</p></div>${facts(proof, options)}`
    return page(200, title, body)
  }
  const title = 'Show that this address is yours'
  const body = html`${sender(options)}<h1>${title}</h1>${summary(options.mistake)}
<p>${options.vaspName} asks you to show that you control ${proof.address ? 'this address' : `a ${proof.asset} address of your own`}.
You do so by signing a short text with your wallet. That costs nothing, moves no money, and gives nobody access to your wallet.</p>
${facts(proof, options)}${walletCard(proof, options)}${manualCard(proof, options.mistake)}`
  return page(options.mistake ? 422 : 200, options.mistake ? `Mistake: ${title}` : title, body)
}

/** The page for a link that leads to no proof. */
export function unknownProofPage(): HttpResponse {
  return page(
    404,
    'This link is not known',
    html`<h1>This link is not known</h1><p>Perhaps a part of it is missing. Open it again from the message that brought you here, or ask whoever sent it for a new one.</p>`,
  )
}

function sender({ vaspName }: ProofPageOptions): Html {
  return html`<p class="sender">${vaspName}</p>`
}

function summary(mistake: Mistake | undefined): Html | undefined {
  if (!mistake) return undefined
  return html`<div class="note bad" role="alert" tabindex="-1" autofocus><h2>That did not work yet</h2><p id="mistake">${mistake.message}</p></div>`
}

function facts(proof: Proof, { now }: ProofPageOptions): Html {
  const open = proof.status === 'REQUESTED' && now < proof.expiresAt
  return html`<dl>
<dt>Asset</dt><dd>${proof.asset}</dd>
<dt>Address</dt><dd>${proof.address ? html`<code>${proof.address}</code>` : 'one that you choose'}</dd>
${open ? html`<dt>Valid until</dt><dd><time datetime="${proof.expiresAt.toISOString()}">${inWords(proof.expiresAt)}</time></dd>` : undefined}
${open ? html`<dt>Attempts left</dt><dd>${proof.attemptsMax - proof.attempts}</dd>` : undefined}
</dl>`
}

function walletCard(proof: Proof, { publicUrl }: ProofPageOptions): Html | undefined {
  const uri = aoppUri(publicUrl, proof)
  if (!uri) return undefined
  return html`<section class="card" aria-labelledby="wallet"><h2 id="wallet">With a wallet that understands AOPP</h2>
<p>Some wallets, BitBox for one, sign and answer by themselves. Come back to this page afterwards to see the result.</p>
<p><a class="button" href="${uri}">Open my wallet</a></p></section>`
}

function manualCard(proof: Proof, mistake: Mistake | undefined): Html {
  const ethereum = assetOf(proof.asset).family === 'EVM'
  const problem = (field: Mistake['field']): Html | undefined =>
    mistake?.field === field
      ? html` aria-invalid="true" aria-describedby="mistake ${field}-hint"`
      : html` aria-describedby="${field}-hint"`
  return html`<section class="card" aria-labelledby="manual"><h2 id="manual">With any other wallet</h2>
<p id="text-label">1. Copy this text, all of it, unchanged:</p>
<p class="text" role="group" aria-labelledby="text-label" tabindex="0">${proof.challenge}</p>
<p class="hint">One tap or click selects the whole text.</p>
<p>2. In your wallet choose “Sign message”, select ${proof.address ? 'the address above' : 'your address'}, paste the text, and sign.</p>
<p>3. Copy what your wallet answers into this form:</p>
<form method="post" autocomplete="off">
<label for="address">Address</label>
<p class="hint" id="address-hint">The address that signed, as your wallet shows it.</p>
<input id="address" name="address" required maxlength="${ADDRESS_CHARACTERS_MAX}" spellcheck="false" autocapitalize="off" autocorrect="off"
 value="${mistake?.address ?? proof.address}"${problem('address')}>
<label for="signature">Signature</label>
<p class="hint" id="signature-hint">${ethereum ? 'A long row of letters and digits that begins with 0x.' : 'A long row of letters and digits, often with = at its end.'}</p>
<textarea id="signature" name="signature" required maxlength="${SIGNATURE_CHARACTERS_MAX}" spellcheck="false" autocapitalize="off" autocorrect="off"${problem('signature')}>${mistake?.signature}</textarea>
<button class="button" type="submit">Check my signature</button>
</form></section>`
}

/** As in "31 January 2026, 14:05 UTC". */
function inWords(date: Date): string {
  const day = date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
  return `${day}, ${date.toISOString().slice(11, 16)} UTC`
}
