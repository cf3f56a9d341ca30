import type { Actor } from '@travel-rule/database/outbox'
import { OUTAGE_RETRY_SECONDS, respondToOutage } from '@travel-rule/database/respond-to-outage'
import type { ClientAddresses } from '@travel-rule/http-host/client-address'
import { html, page } from '@travel-rule/http-host/html-page'
import {
  type HttpHost,
  type HttpLimits,
  type HttpRequest,
  type HttpResponse,
  openHttpHost,
  type ProblemRenderer,
} from '@travel-rule/http-host/http-host'
import { HttpRefusal } from '@travel-rule/http-host/http-problem'
import { parseJson } from '@travel-rule/service/json'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import { z } from 'zod'
import { type ProofService, submitSignature } from '../proofs/actions/proof-actions.ts'
import { loadProofByToken } from '../store/load-proof.ts'
import { adviceFor, type Mistake, proofPage, unknownProofPage } from './proof-page.ts'

/** Enough for an address, a signature, and the extended public key that some wallets add. */
const BODY_BYTES_MAX = 16_384

/** The limits of a listener that is open to the Internet. */
const LIMITS: Partial<HttpLimits> = {
  bodyBytesMax: BODY_BYTES_MAX,
  headerBytesMax: 8_192,
  urlBytesMax: 1_024,
  headersTimeoutMs: 5_000,
  requestTimeoutMs: 10_000,
  responseTimeoutMs: 15_000,
  connectionsMax: 2_000,
  connectionsPerAddressMax: 300,
  requestsInFlightMax: 200,
}

/** The holder of a proof's token: its customer, or a wallet on their behalf. */
const CUSTOMER: Actor = { type: 'CUSTOMER', id: 'customer' }

/** Redirects after the form that ended a proof, so that a reload does not submit it again. */
const SEE_OTHER = 303

/** The public listener: wallets post to `/proofs/<token>`, and customers open `/p/<token>`. */
export function openAoppHost(options: {
  readonly host: string
  readonly port: number
  readonly portVariable: string
  readonly clientAddresses?: ClientAddresses
  readonly publicUrl: string
  readonly service: ProofService
  readonly logger: Logger
  readonly metrics?: Metrics
}): Promise<HttpHost> {
  const { service, publicUrl, ...listener } = options
  const { logger } = listener
  const pages = { service, publicUrl }
  return openHttpHost({
    ...listener,
    limits: LIMITS,
    onError: renderProblemPage,
    routes: [
      {
        method: 'POST',
        path: '/proofs/:token',
        handle: reporting(logger, (request) => handleCallback(service, request)),
      },
      { method: 'GET', path: '/p/:token', handle: reporting(logger, (request) => showProof(pages, request)) },
      { method: 'POST', path: '/p/:token', handle: reporting(logger, (request) => submitForm(pages, request)) },
    ],
  })
}

function reporting(logger: Logger, handle: (request: HttpRequest) => Promise<HttpResponse>) {
  return respondToOutage<HttpRequest, HttpResponse>({
    logger,
    handle,
    unavailable() {
      const message = 'The service cannot use its database now. Try again in a moment'
      throw new HttpRefusal(503, 'SERVICE_UNAVAILABLE', message, { 'retry-after': OUTAGE_RETRY_SECONDS })
    },
  })
}

/** Renders refusals of the HTTP host as pages for customers; wallets read only the status. */
const renderProblemPage: ProblemRenderer = ({ status, message, id }) =>
  page(
    status,
    'This did not work',
    html`<h1>This did not work</h1><p>${message}.</p><p class="hint">Reference: ${id}</p>`,
  )

const callbackBody = z.object({ version: z.literal(0), address: z.string(), signature: z.string() })

/**
 * The response to a wallet's callback: 204 for a valid signature, 404 for an unknown token, otherwise 400.
 *
 * The content type is ignored, because wallets send wrong ones. So are other members of the body: BitBox adds
 * `xpub`.
 */
async function handleCallback(service: ProofService, request: HttpRequest): Promise<HttpResponse> {
  const token = request.params.token ?? ''
  const reader = { db: service.database.db, sealer: service.sealer }
  if (!(await loadProofByToken(reader, token)))
    return callbackError(404, 'PROOF_NOT_FOUND', 'There is no such request.')
  const submission = callbackBody.safeParse(parseJson(request.body.toString('utf8')))
  if (!submission.success)
    return callbackError(400, 'INPUT_INVALID', 'Send a JSON object with version 0, address and signature.')
  const result = await submitSignature(service, { token }, submission.data, { actor: CUSTOMER, channel: 'AOPP' })
  if (!result.ok) return callbackError(400, result.refusal.code, result.refusal.message)
  const verdict = result.value.submission?.verdict
  if (result.value.status === 'VERIFIED') return { status: 204 }
  return callbackError(400, verdict?.code ?? 'PROOF_WRONG_STATUS', verdict?.reason ?? 'The signature was not accepted.')
}

function callbackError(status: number, code: string, message: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: { code, message } }),
  }
}

interface CustomerPages {
  readonly service: ProofService
  readonly publicUrl: string
}

/** The page behind `GET /p/<token>`. */
async function showProof(pages: CustomerPages, request: HttpRequest, mistake?: Mistake): Promise<HttpResponse> {
  const { service, publicUrl } = pages
  const reader = { db: service.database.db, sealer: service.sealer }
  const proof = await loadProofByToken(reader, request.params.token ?? '')
  if (!proof) return unknownProofPage()
  const { vaspName, assets } = service.terms
  return proofPage(proof, { vaspName, publicUrl, now: service.now(), asset: assets.of(proof.asset), mistake })
}

/** Submits the form. Redirects to the page if the proof has ended, otherwise shows it with advice. */
async function submitForm(pages: CustomerPages, request: HttpRequest): Promise<HttpResponse> {
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
  const { vaspName } = pages.service.terms
  const field = verdict.code === 'ADDRESS_MISMATCH' ? 'address' : 'signature'
  return showProof(pages, request, { ...entered, field, message: adviceFor(verdict, { ...proof, vaspName }) })
}

function redirectToPage(token: string): HttpResponse {
  return { status: SEE_OTHER, headers: { location: encodeURIComponent(token) } }
}
