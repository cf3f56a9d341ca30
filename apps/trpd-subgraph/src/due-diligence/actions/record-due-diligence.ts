import { randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { DecisionPorts, WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { isFreeText, isUuid } from '../../foundation/domain/string-format.ts'
import { releaseTransfers } from '../../vasps/actions/release-transfers.ts'
import { changedVasp, saveVasp } from '../../vasps/actions/vasp-record.ts'
import type { Vasp } from '../../vasps/domain/vasp.ts'
import { lockVasp } from '../../vasps/store/vasps.ts'
import type { DueDiligence, DueDiligenceAnswer, LicenceStatus, RiskRating } from '../domain/due-diligence.ts'
import { saveAnswers } from '../store/due-diligence.ts'

/** An officer's findings about a VASP. */
export interface DueDiligenceInput {
  readonly licence: LicenceStatus
  readonly riskRating?: RiskRating | undefined
  readonly leiEntityStatus?: string | undefined
  readonly leiRegistrationStatus?: string | undefined
  readonly reviewedAt: Date
  readonly nextReviewAt?: Date | undefined
  readonly answers?: readonly DueDiligenceAnswer[] | undefined
}

const ANSWERS_MAX = 100
const QUESTION_LENGTH_MAX = 500
const ANSWER_LENGTH_MAX = 4_000
/** Maximum size of all answers together, as JSON. */
const ANSWERS_BYTES_MAX = 100_000

/**
 * Records due diligence about a VASP. Earlier records stay in its history.
 *
 * Refused with `VASP_NOT_FOUND`, `DUE_DILIGENCE_INVALID`.
 */
export async function recordDueDiligence(
  service: WorkPorts & DecisionPorts,
  id: string,
  input: DueDiligenceInput,
  actor: Actor,
): Promise<Result<Vasp>> {
  const answers = input.answers ?? []
  const answered = checkAnswers(answers)
  if (!answered.ok) return answered
  return inTransaction(service, async (work) => {
    const existing = isUuid(id) ? await lockVasp(work.tx, id) : undefined
    if (existing === undefined) return refuse('VASP_NOT_FOUND', 'No VASP has this id.')
    const now = work.now()
    const checked = checkDueDiligence(input, now, actor)
    if (!checked.ok) return checked
    const dueDiligence = { ...checked.value, recordedAt: timeAfter(existing, now).toISOString() }
    const vasp = changedVasp(existing, { dueDiligence }, now)
    await saveVasp(work, { vasp, event: 'vasp.due_diligence_recorded', actor })
    if (answers.length > 0) await saveAnswers(work.tx, work.sealer, dueDiligence.id, answers)
    await releaseTransfers(service, work, vasp, actor)
    return ok(vasp)
  })
}

/** `now`, or just after the latest record, so that the new record sorts first in the history. */
function timeAfter({ dueDiligence }: Vasp, now: Date): Date {
  return dueDiligence === undefined ? now : new Date(Math.max(now.getTime(), Date.parse(dueDiligence.recordedAt) + 1))
}

/** Checks the findings for a record at `at`. Refused with `DUE_DILIGENCE_INVALID`, which names the wrong `field`. */
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
    id: randomUUID(),
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

function checkAnswers(answers: readonly DueDiligenceAnswer[]): Result<true> {
  if (answers.length > ANSWERS_MAX) return invalid('answers', `must have at most ${ANSWERS_MAX} items.`)
  for (const [index, { key, question, answer }] of answers.entries()) {
    const field = `answers.${index}`
    if (!/^[A-Za-z0-9._-]{1,64}$/.test(key)) {
      return invalid(`${field}.key`, 'must have 1 to 64 ASCII letters, digits and the characters . _ -')
    }
    if (answers.findIndex((other) => other.key === key) < index) return invalid(`${field}.key`, 'is used twice.')
    if (!isFreeText(question, QUESTION_LENGTH_MAX)) {
      return invalid(`${field}.question`, `must have 1 to ${QUESTION_LENGTH_MAX} characters.`)
    }
    if (!isFreeText(answer, ANSWER_LENGTH_MAX)) {
      return invalid(`${field}.answer`, `must have 1 to ${ANSWER_LENGTH_MAX} characters.`)
    }
  }
  if (Buffer.byteLength(JSON.stringify(answers)) > ANSWERS_BYTES_MAX) {
    return invalid('answers', `must have at most ${ANSWERS_BYTES_MAX} bytes together.`)
  }
  return ok(true)
}

function invalid(field: string, problem: string) {
  return refuse('DUE_DILIGENCE_INVALID', `${field} ${problem}`, { field })
}
