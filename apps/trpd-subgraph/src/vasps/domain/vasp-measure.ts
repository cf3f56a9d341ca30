import { ok, type Result, refuse } from '@travel-rule/service/result'
import { isFreeText } from '../../foundation/domain/string-format.ts'

/** Measures taken because a VASP repeatedly fails to provide data. */
export const MEASURE_KINDS = ['WARNED', 'DEADLINE_SET', 'RESTRICTED', 'TERMINATED', 'REPORTED_TO_AUTHORITY'] as const

export type MeasureKind = (typeof MEASURE_KINDS)[number]

/** A measure taken towards a VASP. */
export interface VaspMeasure {
  readonly id: string
  readonly vaspId: string
  readonly kind: MeasureKind
  readonly takenAt: Date
  /** Deadline for the VASP to provide the data that it owes; DEADLINE_SET only. */
  readonly deadline?: Date
  /** Internal text; may contain personal data. */
  readonly note?: string
  /** Subject of the officer. */
  readonly recordedBy: string
  readonly recordedAt: Date
}

/** Maximum number of characters of a note. */
export const MEASURE_NOTE_LENGTH_MAX = 4_000

/** Returns `measure` if it is complete. Refused with `VASP_MEASURE_INVALID` and `NOTE_INVALID`. */
export function checkMeasure(measure: VaspMeasure): Result<VaspMeasure> {
  const { kind, takenAt, deadline, note, recordedAt } = measure
  if (takenAt > recordedAt) return refuse('VASP_MEASURE_INVALID', 'takenAt must not be in the future.')
  if ((kind === 'DEADLINE_SET') !== (deadline !== undefined)) {
    return refuse('VASP_MEASURE_INVALID', 'deadline is required for DEADLINE_SET, and for no other kind.')
  }
  if (deadline !== undefined && deadline <= takenAt) {
    return refuse('VASP_MEASURE_INVALID', 'deadline must be after takenAt.')
  }
  if (note !== undefined && !isFreeText(note, MEASURE_NOTE_LENGTH_MAX)) {
    const message = `note must have 1 to ${MEASURE_NOTE_LENGTH_MAX} characters, and no control characters.`
    return refuse('NOTE_INVALID', message)
  }
  return ok(measure)
}
