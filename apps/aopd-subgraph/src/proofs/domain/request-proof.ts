import { ok, refuse } from '@travel-rule/service/result'
import type { ProofResult } from '../../foundation/domain/refusal.ts'
import { parseAddress } from '../../signatures/domain/address.ts'
import type { ProvableAssets } from '../../signatures/domain/asset.ts'
import { writeChallenge } from './challenge.ts'
import type { Proof, ProofChange } from './proof.ts'

export const TTL_SECONDS_MIN = 60
export const TTL_SECONDS_MAX = 90 * 24 * 60 * 60
/** How long a customer may take for a proof, unless the request sets `ttlSeconds`: a week. */
export const TTL_SECONDS_DEFAULT = 604_800
/** Invalid signatures that a customer may submit for one proof: enough to try every wallet, too few to guess. */
export const ATTEMPTS_MAX = 5
export const CUSTOMER_REFERENCE_CHARACTERS_MAX = 200

export interface ProofRequest {
  readonly asset: string
  readonly address?: string | null | undefined
  readonly customerReference?: string | null | undefined
  readonly transactionId?: string | null | undefined
  readonly addressBookEntryId?: string | null | undefined
  readonly ttlSeconds?: number | null | undefined
}

export interface RequestTerms {
  readonly vaspName: string
  readonly ttlSeconds: number
  readonly attemptsMax: number
  readonly assets: ProvableAssets
}

/** Fresh values: a UUID, two unguessable strings and the time. */
export interface ProofSeed {
  readonly id: string
  readonly token: string
  readonly nonce: string
  readonly now: Date
}

/** A new REQUESTED proof with its challenge; a refusal names the field. */
export function requestProof(request: ProofRequest, terms: RequestTerms, seed: ProofSeed): ProofResult<ProofChange> {
  const asset = terms.assets.parse(request.asset)
  if (!asset.ok) return asset
  const address = isAbsent(request.address) ? undefined : parseAddress(asset.value, request.address)
  if (address && !address.ok) return address
  const problem = problemOf(request)
  if (problem) return refuse('INPUT_INVALID', problem)
  const ttlSeconds = request.ttlSeconds ?? terms.ttlSeconds
  const expiresAt = new Date(seed.now.getTime() + ttlSeconds * 1000)
  const facts = { asset: asset.value.key, address: address?.value.canonical, expiresAt }
  const proof: Proof = {
    ...facts,
    id: seed.id,
    version: 1,
    status: 'REQUESTED',
    challenge: writeChallenge({ ...facts, vaspName: terms.vaspName, proofId: seed.id, nonce: seed.nonce }),
    token: seed.token,
    customerReference: request.customerReference?.trim() || undefined,
    transactionId: request.transactionId ?? undefined,
    addressBookEntryId: request.addressBookEntryId ?? undefined,
    attempts: 0,
    inconclusiveAttempts: 0,
    attemptsMax: terms.attemptsMax,
    submission: undefined,
    decidedBy: undefined,
    decisionReason: undefined,
    createdAt: seed.now,
    updatedAt: seed.now,
    erasedAt: undefined,
  }
  return ok({ proof, event: { type: 'proof.requested' } })
}

function problemOf(request: ProofRequest): string | undefined {
  const { customerReference, ttlSeconds } = request
  if (!isAbsent(customerReference) && !isPlainText(customerReference, CUSTOMER_REFERENCE_CHARACTERS_MAX))
    return `customerReference: use at most ${CUSTOMER_REFERENCE_CHARACTERS_MAX} characters on one line.`
  for (const field of ['transactionId', 'addressBookEntryId'] as const) {
    const id = request[field]
    if (!isAbsent(id) && !/^[\x21-\x7e]{1,100}$/.test(id)) return `${field}: this is not an id.`
  }
  if (!isAbsent(ttlSeconds) && (ttlSeconds < TTL_SECONDS_MIN || ttlSeconds > TTL_SECONDS_MAX))
    return `ttlSeconds: choose between ${TTL_SECONDS_MIN} and ${TTL_SECONDS_MAX}.`
  return undefined
}

function isAbsent(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** True if `value` is one line without control characters or lone surrogates. */
export function isPlainText(value: string, charactersMax: number): boolean {
  return value.length <= charactersMax && value.isWellFormed() && !/\p{Cc}/u.test(value)
}
