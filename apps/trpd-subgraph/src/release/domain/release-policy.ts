import { ok, type Result, refuse } from '@travel-rule/service/result'
import { z } from 'zod'
import { CHECK_NAMES, type CheckName, type CheckVerdict } from '../../checks/domain/check.ts'
import builtIn from './release-policies.json' with { type: 'json' }

/**
 * An act that releases personal data or an asset. `SEND`: our inquiry is sent. `APPROVE`: our approval is
 * sent. `PAY`: we pay, or report the hash of a payment. `CREDIT`: our customer receives the asset. `REPORT`:
 * the hash of a payment that was made although `PAY` was not allowed is sent.
 */
export const ACTS = ['SEND', 'APPROVE', 'PAY', 'CREDIT', 'REPORT'] as const
export type Act = (typeof ACTS)[number]

const stopSchema = z.strictObject({
  check: z.enum(CHECK_NAMES),
  verdicts: z.array(z.enum(['WARN', 'FAIL', 'UNKNOWN'])).min(1),
  acts: z.array(z.enum(ACTS)).min(1),
  /** The provision of the law, or the operator's rule. */
  source: z.string().min(1).max(500).optional(),
})

/** These verdicts of this check stop these acts until a person accepts the finding. */
export type Stop = z.infer<typeof stopSchema>

const partSchema = z.strictObject({ version: z.int().positive(), stops: z.array(stopSchema) })
const policiesSchema = z.strictObject({
  everyNode: partSchema,
  whereScreened: partSchema,
  jurisdictions: z.array(partSchema.extend({ code: z.string().min(1) })),
})

/** The policies included in this version of the service. */
export const BUILT_IN_POLICIES = policiesSchema.parse(builtIn)

/** Determines which findings stop which acts on this node. */
export interface ReleasePolicy {
  /** Names the parts and their versions, for example `every node 1, EU 1`. */
  readonly name: string
  /** True if nothing stops an act except a hit of an earlier screening. */
  readonly requiresNothing: boolean
  readonly stops: readonly Stop[]
}

/**
 * The policy of a node. `own` are the operator's stops, which are added to those of the law: the policy can
 * only be tightened. A jurisdiction that is not built in has no stops of its own.
 */
export function releasePolicyOf({
  jurisdiction,
  isScreened,
  own,
}: {
  readonly jurisdiction: string | undefined
  /** True if screening is set up. */
  readonly isScreened: boolean
  readonly own: readonly Stop[]
}): ReleasePolicy {
  const { everyNode, whereScreened, jurisdictions } = BUILT_IN_POLICIES
  const law = jurisdictions.find(({ code }) => code === jurisdiction)
  const parts = [
    { name: `every node ${everyNode.version}`, stops: everyNode.stops },
    ...(isScreened ? [{ name: `screening ${whereScreened.version}`, stops: whereScreened.stops }] : []),
    ...(law === undefined ? [] : [{ name: `${law.code} ${law.version}`, stops: law.stops }]),
    ...(own.length === 0 ? [] : [{ name: 'operator', stops: own }]),
  ]
  return {
    name: parts.map(({ name }) => name).join(', '),
    requiresNothing: parts.length === 1,
    stops: parts.flatMap(({ stops }) => stops),
  }
}

/** For each check, the verdicts that stop `act`. */
export function stopsOf({ stops }: ReleasePolicy, act: Act): ReadonlyMap<CheckName, ReadonlySet<CheckVerdict>> {
  const found = new Map<CheckName, Set<CheckVerdict>>()
  for (const { check, verdicts } of stops.filter(({ acts }) => acts.includes(act))) {
    found.set(check, new Set([...(found.get(check) ?? []), ...verdicts]))
  }
  return found
}

/** Maximum number of stops that an operator can add. */
const STOPS_MAX = 200
const ownSchema = z.array(stopSchema).max(STOPS_MAX)

/** Parses the stops in `text`, a JSON array. Refused with `RELEASE_POLICY_INVALID`. */
export function parseStops(text: string): Result<readonly Stop[]> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return refuse('RELEASE_POLICY_INVALID', 'must be a JSON array of stops')
  }
  const parsed = ownSchema.safeParse(json)
  if (parsed.success) return ok(parsed.data)
  const [issue] = parsed.error.issues
  return refuse('RELEASE_POLICY_INVALID', `${issue?.path.join('.') || 'the list'}: ${issue?.message}`)
}
