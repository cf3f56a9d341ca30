import { type HttpHost, type HttpLimits, openHttpHost, type ProblemRenderer } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import type { Metrics } from '@travel-rule/service/metrics'
import type { ProofService } from '../actions/proof-actions.ts'
import { handleAoppCallback } from './aopp-callback.ts'
import { showProof, submitForm } from './customer-form.ts'
import { html, page } from './page.ts'

/** An AOPP body or a form: an address, a signature, and the extended public key that some wallets add. */
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
  requestsInFlightMax: 200,
}

/** The public listener: wallets post to `/proofs/<token>`, customers open `/p/<token>`. */
export function openAoppHost(options: {
  readonly host: string
  readonly port: number
  readonly portVariable: string
  readonly publicUrl: string
  readonly service: ProofService
  readonly logger: Logger
  readonly metrics?: Metrics
}): Promise<HttpHost> {
  const { service, publicUrl, ...listener } = options
  const pages = { service, publicUrl }
  return openHttpHost({
    ...listener,
    limits: LIMITS,
    onError: renderProblemPage,
    routes: [
      { method: 'POST', path: '/proofs/:token', handle: (request) => handleAoppCallback(service, request) },
      { method: 'GET', path: '/p/:token', handle: (request) => showProof(pages, request) },
      { method: 'POST', path: '/p/:token', handle: (request) => submitForm(pages, request) },
    ],
  })
}

/** Wallets read the status alone, so the listener's own refusals are pages for people. */
const renderProblemPage: ProblemRenderer = ({ status, message, id }) =>
  page(
    status,
    'This did not work',
    html`<h1>This did not work</h1><p>${message}.</p><p class="hint">Reference: ${id}</p>`,
  )
