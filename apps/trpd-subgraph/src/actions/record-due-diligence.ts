import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { LicenceStatus } from '../domain/due-diligence.ts'
import type { Vasp } from '../domain/vasp.ts'
import type { TransferService } from './transfer-service.ts'
import { changeVasp } from './vasp-actions.ts'

/** What an officer has found out about a VASP. It replaces what was recorded before. */
export interface DueDiligenceInput {
  readonly licence: LicenceStatus
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
  { licence, leiEntityStatus, leiRegistrationStatus, reviewedAt, nextReviewAt }: DueDiligenceInput,
  actor: Actor,
): Promise<Result<Vasp>> {
  const at = service.now()
  if (reviewedAt > at) return refuse('DUE_DILIGENCE_INVALID', 'reviewedAt must not be in the future.')
  if (nextReviewAt !== undefined && nextReviewAt <= reviewedAt) {
    return refuse('DUE_DILIGENCE_INVALID', 'nextReviewAt must be after reviewedAt.')
  }
  for (const [name, status] of Object.entries({ leiEntityStatus, leiRegistrationStatus })) {
    if (status !== undefined && !/^[A-Z_]{1,40}$/.test(status)) {
      return refuse('DUE_DILIGENCE_INVALID', `${name} must be a status of GLEIF, such as ACTIVE or ISSUED.`)
    }
  }
  const dueDiligence = {
    licence,
    ...(leiEntityStatus === undefined ? {} : { leiEntityStatus }),
    ...(leiRegistrationStatus === undefined ? {} : { leiRegistrationStatus }),
    reviewedAt: reviewedAt.toISOString(),
    ...(nextReviewAt === undefined ? {} : { nextReviewAt: nextReviewAt.toISOString() }),
    recordedBy: actor.id,
    recordedAt: at.toISOString(),
  }
  return changeVasp(service, { id, actor, event: 'vasp.due_diligence_recorded' }, () => ok({ dueDiligence }))
}
