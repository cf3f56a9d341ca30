import type { HttpRequest, HttpResponse } from '@travel-rule/http-host/http-host'
import type { ProofService } from '../actions/proof-actions.ts'
import { submitSignature } from '../actions/proof-actions.ts'
import { loadProofByToken } from '../store/load-proof.ts'
import { CUSTOMER } from './aopp-callback.ts'
import { adviceFor, type Mistake, proofPage, unknownProofPage } from './proof-page.ts'

/** Redirects to the page after a form that ended the proof, so that a reload submits nothing again. */
const SEE_OTHER = 303

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

/** Submits the form of that page: redirects to it when the proof has ended, else shows it with advice. */
export async function submitForm(pages: CustomerPages, request: HttpRequest): Promise<HttpResponse> {
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
        return redirectToPage(token)
    }
  }
  const { value: proof } = result
  const verdict = proof.submission?.verdict
  if (proof.status !== 'REQUESTED' || !verdict) return redirectToPage(token)
  const field = verdict.code === 'ADDRESS_MISMATCH' ? 'address' : 'signature'
  return showProof(pages, request, { ...entered, field, message: adviceFor(verdict, proof) })
}

function redirectToPage(token: string): HttpResponse {
  return { status: SEE_OTHER, headers: { location: encodeURIComponent(token) } }
}
