import type { HttpRequest, HttpResponse } from '@travel-rule/http-host/http-host'
import type { ProofService } from '../actions/proof-service.ts'
import { submitSignature } from '../actions/submit-signature.ts'
import { loadProofByToken } from '../store/load-proof.ts'
import { CUSTOMER } from './customer.ts'
import { adviceFor } from './proof-outcome.ts'
import { type Mistake, proofPage, unknownProofPage } from './proof-page.ts'

/** Where a customer's browser goes on after a form that ended the proof: the page itself, so that reloading sends nothing again. */
const SEE_PAGE = 303

export interface CustomerPages {
  readonly service: ProofService
  readonly publicUrl: string
}

/** The page behind `GET /p/<token>`. */
export async function showProof(pages: CustomerPages, request: HttpRequest, mistake?: Mistake): Promise<HttpResponse> {
  const { service, publicUrl } = pages
  const reader = { db: service.database.db, sealer: service.sealer }
  const proof = await loadProofByToken(reader, request.params.token ?? '')
  if (!proof) return unknownProofPage()
  return proofPage(proof, { vaspName: service.terms.vaspName, publicUrl, now: service.now(), mistake })
}

/** Takes the form of that page: back to the page when it ended the proof, the page with advice when it did not. */
export async function takeForm(pages: CustomerPages, request: HttpRequest): Promise<HttpResponse> {
  const token = request.params.token ?? ''
  const form = new URLSearchParams(request.body.toString('utf8'))
  const entered = { address: form.get('address') ?? '', signature: form.get('signature') ?? '' }
  const result = await submitSignature(pages.service, { token }, entered, { actor: CUSTOMER, channel: 'PORTAL' })
  if (!result.ok) {
    switch (result.refusal.code) {
      case 'ADDRESS_INVALID':
        return showProof(pages, request, {
          ...entered,
          field: 'address',
          message: 'Enter the address that signed, as your wallet shows it.',
        })
      case 'SIGNATURE_UNREADABLE':
        return showProof(pages, request, {
          ...entered,
          field: 'signature',
          message: 'Enter the signature that your wallet shows.',
        })
      case 'PROOF_NOT_FOUND':
        return unknownProofPage()
      default:
        return seePage(token)
    }
  }
  const { value: proof } = result
  const verdict = proof.submission?.verdict
  if (proof.status !== 'REQUESTED' || !verdict) return seePage(token)
  const field = verdict.code === 'ADDRESS_MISMATCH' ? 'address' : 'signature'
  return showProof(pages, request, { ...entered, field, message: adviceFor(verdict, proof) })
}

function seePage(token: string): HttpResponse {
  return { status: SEE_PAGE, headers: { location: encodeURIComponent(token) } }
}
