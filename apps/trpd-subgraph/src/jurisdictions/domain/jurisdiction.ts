import { ok, type Result, refuse } from '@travel-rule/service/result'
import { z } from 'zod'
import { compareDecimals, type Decimal, parseAmount } from '../../foundation/domain/amount.ts'
import builtIn from './jurisdictions.json' with { type: 'json' }

/** A kind of data about a person that a law requires. */
export const PARTY_FIELDS = ['NAME', 'ACCOUNT', 'ADDRESS', 'NATIONAL_ID', 'CUSTOMER_NUMBER', 'BIRTH', 'LEI'] as const
export type PartyField = (typeof PARTY_FIELDS)[number]

/**
 * How a figure was verified: against the text of the law, against a secondary source, or by the operator;
 * null if it was not.
 */
const checkedSchema = z.enum(['PRIMARY', 'SECONDARY', 'OPERATOR']).nullable()

const figure = <Value extends z.ZodType>(value: Value) =>
  z.strictObject({ value: value.nullable(), source: z.string().min(1).nullable(), checked: checkedSchema })

/** All groups must be met. A group is met if all fields of any of its sets are present. */
const requirementSchema = figure(z.array(z.array(z.array(z.enum(PARTY_FIELDS)).min(1)).min(1)))

/** The amount from which a rule applies: `>=` includes the value itself, `>` does not. */
const amountSchema = figure(
  z.string().regex(/^(?:0|[1-9][0-9]{0,15})(?:\.[0-9]{1,8})?$/, 'must be a decimal number'),
).extend({
  operator: z.enum(['>', '>=']),
  currency: z.string().regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code'),
})

const tierSchema = z.strictObject({
  amount: amountSchema,
  originator: requirementSchema,
  beneficiary: requirementSchema,
})

/** The requirement that the customer proves control of a self-hosted wallet, and the amount from which it applies. */
const selfHostedSchema = z.strictObject({ ownershipProof: figure(z.boolean()), amount: amountSchema })

const yearsSchema = figure(z.int().min(1).max(100))

/** The time for which personal data must be kept after a transaction has ended. */
const retentionSchema = z.strictObject({
  transactionYears: yearsSchema,
  /** For transactions with a hit in sanctions screening. */
  screeningHitYears: yearsSchema,
})

const jurisdictionSchema = z.strictObject({
  code: z.string().regex(/^[A-Z][A-Z0-9-]{1,15}$/, 'must have 2 to 16 capital letters, digits and hyphens'),
  version: z.int().positive(),
  law: z.string().min(1).max(500),
  tiers: z.array(tierSchema).min(1).max(10),
  /** Unknown if absent. */
  selfHosted: selfHostedSchema.optional(),
  /** Unknown if absent. */
  retention: retentionSchema.optional(),
})

/**
 * The data about the parties that a law requires, the amount from which it does, and the retention periods. A
 * `value` of null is unknown and left to the operator; `checked` says how the others were verified.
 */
export type Jurisdiction = z.infer<typeof jurisdictionSchema>
export type Tier = Jurisdiction['tiers'][number]
export type Requirement = Tier['originator']
export type SelfHostedRequirement = z.infer<typeof selfHostedSchema>

/** True if a law compares the value of an amount with a limit above zero. */
export function comparesValues(
  { tiers, selfHosted }: Jurisdiction,
  { isSelfHosted }: { isSelfHosted: boolean },
): boolean {
  const amounts = [...tiers, ...(isSelfHosted && selfHosted !== undefined ? [selfHosted] : [])]
  return amounts.some(({ amount: { value } }) => value !== null && value !== '0')
}

/** True if a value is below the amount from which a rule applies; false if that amount is unknown. */
export function isBelow(value: Decimal, { operator, value: from }: Tier['amount']): boolean {
  const limit = from === null ? undefined : parseAmount(from)
  if (!limit?.ok) return false
  const difference = compareDecimals(value, limit.value)
  return operator === '>' ? difference <= 0 : difference < 0
}

/** Maximum number of jurisdictions that an operator can add or replace. */
const JURISDICTIONS_MAX = 300

const listSchema = z.array(jurisdictionSchema).max(JURISDICTIONS_MAX)

/** The jurisdictions included in this version of the service. */
export const BUILT_IN_JURISDICTIONS: readonly Jurisdiction[] = listSchema.parse(builtIn)

/**
 * The built-in jurisdictions and those in `text`, a JSON array; the latter replace built-in ones with the
 * same code. Refused with `JURISDICTIONS_INVALID`.
 */
export function parseJurisdictions(text: string): Result<readonly Jurisdiction[]> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse('JURISDICTIONS_INVALID', 'must be a JSON array of jurisdictions')
  }
  const parsed = listSchema.safeParse(json)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return refuse('JURISDICTIONS_INVALID', `${issue?.path.join('.') || 'the list'}: ${issue?.message}`)
  }
  const codes = parsed.data.map(({ code }) => code)
  const repeated = codes.find((code, index) => codes.indexOf(code) !== index)
  if (repeated !== undefined) return refuse('JURISDICTIONS_INVALID', `${repeated} is listed twice`)
  return ok([...BUILT_IN_JURISDICTIONS.filter(({ code }) => !codes.includes(code)), ...parsed.data])
}
