import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { DueDiligence, LicenceStatus, RiskRating } from '../domain/due-diligence.ts'
import type { Vasp } from '../domain/vasp.ts'
import type { TransferService } from './transfer-service.ts'
import { changeVasp } from './vasp-actions.ts'

/** What an officer has found out about a VASP. It replaces what was recorded before. */
export interface DueDiligenceInput {
  readonly licence: LicenceStatus
  readonly riskRating?: RiskRating | undefined
  readonly leiEntityStatus?: string | undefined
  readonly leiRegistrationStatus?: string | undefined
  readonly reviewedAt: Date
  readonly nextReviewAt?: Date | undefined
}

/**
 * Records due diligence about a VASP; the audit log keeps every version.
 *
 * Refused with `VASP_NOT_FOUND`, `DUE_DILIGENCE_INVALID`.
 */
export async function recordDueDiligence(
  service: TransferService,
  id: string,
  input: DueDiligenceInput,
  actor: Actor,
): Promise<Result<Vasp>> {
  const dueDiligence = checkDueDiligence(input, service.now(), actor)
  if (!dueDiligence.ok) return dueDiligence
  return changeVasp(service, { id, actor, event: 'vasp.due_diligence_recorded' }, () =>
    ok({ dueDiligence: dueDiligence.value }),
  )
}

/** What is recorded at `at`. Refused with `DUE_DILIGENCE_INVALID`, with the `field` that is wrong. */
export function checkDueDiligence(
  { licence, riskRating, leiEntityStatus, leiRegistrationStatus, reviewedAt, nextReviewAt }: DueDiligenceInput,
  at: Date,
  actor: Actor,
): Result<DueDiligence> {
  if (reviewedAt > at) return invalid('reviewedAt', 'must not be in the future.')
  if (nextReviewAt !== undefined && nextReviewAt <= reviewedAt) {
    return invalid('nextReviewAt', 'must be after reviewedAt.')
  }
  for (const [name, status] of Object.entries({ leiEntityStatus, leiRegistrationStatus })) {
    if (status !== undefined && !/^[A-Z_]{1,40}$/.test(status)) {
      return invalid(name, 'must be a status of GLEIF, such as ACTIVE or ISSUED.')
    }
  }
  return ok({
    licence,
    ...(riskRating === undefined ? {} : { riskRating }),
    ...(leiEntityStatus === undefined ? {} : { leiEntityStatus }),
    ...(leiRegistrationStatus === undefined ? {} : { leiRegistrationStatus }),
    reviewedAt: reviewedAt.toISOString(),
    ...(nextReviewAt === undefined ? {} : { nextReviewAt: nextReviewAt.toISOString() }),
    recordedBy: actor.id,
    recordedAt: at.toISOString(),
  })
}

function invalid(field: string, problem: string) {
  return refuse('DUE_DILIGENCE_INVALID', `${field} ${problem}`, { field })
}
