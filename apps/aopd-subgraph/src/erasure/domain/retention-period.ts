import { ok, type Result, refuse } from '@travel-rule/service/result'
import { z } from 'zod'
import builtIn from './retention-periods.json' with { type: 'json' }

/** A number of years, the provision of the law, and how it was verified; null if unknown. */
const yearsSchema = z.strictObject({
  value: z.int().min(1).max(100).nullable(),
  source: z.string().min(1).nullable(),
  checked: z.enum(['PRIMARY', 'SECONDARY', 'OPERATOR']).nullable(),
})

const periodSchema = z.strictObject({
  code: z.string().regex(/^[A-Z][A-Z0-9-]{1,15}$/, 'must have 2 to 16 capital letters, digits and hyphens'),
  /** For proofs on which no transaction can depend: requested without a transaction, and never verified. */
  unusedProofYears: yearsSchema,
  /** For proofs that were requested for a transaction, and for revoked ones. */
  transactionProofYears: yearsSchema,
})

/**
 * The time for which the law of a jurisdiction requires the personal data of proofs to be kept, by kind. A
 * period starts at the last change of the proof.
 */
export type RetentionPeriod = z.infer<typeof periodSchema>

/** Maximum number of jurisdictions that an operator can add or replace. */
const PERIODS_MAX = 300

const listSchema = z.array(periodSchema).max(PERIODS_MAX)

/** The periods included in this version of the service. */
export const BUILT_IN_PERIODS: readonly RetentionPeriod[] = listSchema.parse(builtIn)

/**
 * The built-in periods and those in `text`, a JSON array; the latter replace built-in ones with the same
 * code. Refused with `RETENTION_PERIODS_INVALID`.
 */
export function parseRetentionPeriods(text: string): Result<readonly RetentionPeriod[]> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse('RETENTION_PERIODS_INVALID', 'must be a JSON array of retention periods')
  }
  const parsed = listSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuse('RETENTION_PERIODS_INVALID', `${issue?.path.join('.') || 'the list'}: ${issue?.message}`)
  }
  const codes = parsed.data.map(({ code }) => code)
  const repeated = codes.find((code, index) => codes.indexOf(code) !== index)
  if (repeated !== undefined) return refuse('RETENTION_PERIODS_INVALID', `${repeated} is listed twice`)
  return ok([...BUILT_IN_PERIODS.filter(({ code }) => !codes.includes(code)), ...parsed.data])
}
