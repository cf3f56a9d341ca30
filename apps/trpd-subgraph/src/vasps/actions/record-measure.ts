import { randomUUID } from 'node:crypto'
import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import type { Vasp } from '../domain/vasp.ts'
import { checkMeasure, type MeasureKind } from '../domain/vasp-measure.ts'
import { countMeasures, insertMeasure } from '../store/vasp-measures.ts'
import { lockVasp } from '../store/vasps.ts'

/** A measure that an officer took because a VASP fails to provide data. */
export interface MeasureInput {
  readonly kind: MeasureKind
  /** Defaults to now. */
  readonly takenAt?: Date | undefined
  readonly deadline?: Date | undefined
  readonly note?: string | undefined
}

/** Maximum number of measures of one VASP, so that all of them can be read at once. */
const MEASURES_MAX = 1_000

/**
 * Records a measure taken towards a VASP. Nothing is sent to it, and its trust does not change.
 *
 * Refused with `VASP_NOT_FOUND`, `VASP_MEASURE_INVALID`, `VASP_MEASURES_TOO_MANY`, `NOTE_INVALID`.
 */
export function recordMeasure(
  service: WorkPorts,
  vaspId: string,
  { kind, takenAt, deadline, note }: MeasureInput,
  actor: Actor,
): Promise<Result<Vasp>> {
  return inTransaction<Vasp>(service, async (work) => {
    const { tx, record } = work
    const vasp = isUuid(vaspId) ? await lockVasp(tx, vaspId) : undefined
    if (vasp === undefined) return refuse('VASP_NOT_FOUND', 'No VASP has this id.')
    const at = work.now()
    const checked = checkMeasure({
      id: randomUUID(),
      vaspId: vasp.id,
      kind,
      takenAt: takenAt ?? at,
      ...(deadline === undefined ? {} : { deadline }),
      ...(note === undefined ? {} : { note }),
      recordedBy: actor.id,
      recordedAt: at,
    })
    if (!checked.ok) return checked
    if ((await countMeasures(tx, vasp.id)) >= MEASURES_MAX) {
      return refuse('VASP_MEASURES_TOO_MANY', `The VASP has ${MEASURES_MAX} measures, and accepts no more.`)
    }
    await insertMeasure(tx, work.sealer, checked.value)
    record({
      type: 'vasp.measure_recorded',
      subject: { type: 'vasp', id: vasp.id },
      actor,
      at,
      detail: {
        version: vasp.version,
        measure: kind,
        takenAt: checked.value.takenAt.toISOString(),
        deadline: deadline?.toISOString() ?? null,
      },
    })
    return ok(vasp)
  })
}
