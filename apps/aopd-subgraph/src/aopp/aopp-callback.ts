import type { Actor } from '@travel-rule/database/outbox'
import type { HttpRequest, HttpResponse } from '@travel-rule/http-host/http-host'
import { z } from 'zod'
import type { ProofService } from '../actions/proof-actions.ts'
import { submitSignature } from '../actions/proof-actions.ts'
import { loadProofByToken } from '../store/load-proof.ts'

const body = z.object({ version: z.literal(0), address: z.string(), signature: z.string() })

/**
 * Responds to a wallet's AOPP callback: 204 for a valid signature, 404 for an unknown token, 400 for everything else.
 *
 * The content type is ignored, because wallets send wrong ones, and so are further members (BitBox adds `xpub`).
 */
export async function handleAoppCallback(service: ProofService, request: HttpRequest): Promise<HttpResponse> {
  const token = request.params.token ?? ''
  const reader = { db: service.database.db, sealer: service.sealer }
  if (!(await loadProofByToken(reader, token))) return problem(404, 'PROOF_NOT_FOUND', 'There is no such request.')
  const submission = body.safeParse(parseJson(request.body.toString('utf8')))
  if (!submission.success)
    return problem(400, 'INPUT_INVALID', 'Send a JSON object with version 0, address and signature.')
  const result = await submitSignature(service, { token }, submission.data, { actor: CUSTOMER, channel: 'AOPP' })
  if (!result.ok) return problem(400, result.refusal.code, result.refusal.message)
  const verdict = result.value.submission?.verdict
  if (result.value.status === 'VERIFIED') return { status: 204 }
  return problem(400, verdict?.code ?? 'PROOF_WRONG_STATUS', verdict?.reason ?? 'The signature was not accepted.')
}

function problem(status: number, code: string, message: string): HttpResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: { code, message } }),
  }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The holder of a proof's token: its customer, or a wallet on their behalf. */
export const CUSTOMER: Actor = { type: 'CUSTOMER', id: 'customer' }
