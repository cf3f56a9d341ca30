import type { Actor } from '@travel-rule/database/outbox'
import { ok, type Result, refuse } from '@travel-rule/service/result'
import type { WorkPorts } from '../../foundation/actions/transfer-service.ts'
import { inTransaction } from '../../foundation/actions/unit-of-work.ts'
import { areSameThresholds, parseThresholds, type ScreeningThresholds } from '../domain/thresholds.ts'
import { insertThresholds, loadThresholds, type StoredThresholds } from '../store/screening-thresholds.ts'

export interface ThresholdsInput extends ScreeningThresholds {
  /** The version that they replace; 0 for the first thresholds. */
  readonly expectedVersion: number
}

/**
 * Sets the thresholds of screening. Every process applies them when it next refreshes its lists, and then
 * screens again as after a list change.
 *
 * Refused as by `parseThresholds`, and with `SCREENING_THRESHOLDS_VERSION_CONFLICT`.
 */
export async function setThresholds(
  service: WorkPorts,
  { expectedVersion, ...input }: ThresholdsInput,
  actor: Actor,
): Promise<Result<StoredThresholds>> {
  const parsed = parseThresholds(input)
  if (!parsed.ok) return parsed
  const { possible, strong } = parsed.value
  return inTransaction<StoredThresholds>(service, async (work) => {
    const current = await loadThresholds(work.tx)
    if (current.version !== expectedVersion) return versionConflict(current.version)
    if (areSameThresholds(current, parsed.value)) return ok(current)
    const version = current.version + 1
    const set = { version, possible, strong, author: actor.id, createdAt: work.now() }
    if (!(await insertThresholds(work.tx, set))) return versionConflict(version)
    work.record({
      type: 'screening.thresholds_set',
      subject: { type: 'screening', id: String(version) },
      actor,
      at: set.createdAt,
      detail: { possible, strong, formerPossible: current.possible, formerStrong: current.strong },
    })
    return ok(set)
  })
}

function versionConflict(version: number): Result<never> {
  const message = `The thresholds are at version ${version}: read them again.`
  return refuse('SCREENING_THRESHOLDS_VERSION_CONFLICT', message, { version })
}
