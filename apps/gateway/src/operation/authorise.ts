import type { Identity } from '@travel-rule/auth/identity'
import { satisfiesScopes } from '@travel-rule/auth/scopes'
import type { CheckedOperation } from '@travel-rule/federation/operation/check-operation'
import type { Guard } from '@travel-rule/federation/operation/guarded-fields'
import { forbidden } from '@travel-rule/federation/operation/guarded-fields'
import { type Allows, refusedGuards } from '@travel-rule/federation/planning/plan-operation'
import type { GraphQLError } from 'graphql'
import { type DecidePolicies, decidePolicies, type PolicyCheck } from './policies.ts'

/** Whom an operation runs for. */
export interface AuthorisedCaller {
  readonly identity: Identity
}

export interface Authorisation {
  readonly decide: DecidePolicies
  /** Whether an operation with a field that its caller may not see is refused whole, instead of run without the field. */
  readonly rejectUnauthorized: boolean
}

/** The guards that a caller does not pass, or why the operation is refused whole. */
export type Authorised = { readonly refused: readonly Guard[] } | readonly GraphQLError[]

/**
 * The guards of an operation that its caller does not pass: the fields behind them are not fetched.
 *
 * With `rejectUnauthorized`: or why the operation is refused whole, code `FORBIDDEN`. Rejects when policies cannot be decided.
 */
export function authorise(
  { guards, policies }: CheckedOperation,
  { identity }: AuthorisedCaller,
  { decide, rejectUnauthorized }: Authorisation,
): Authorised | Promise<Authorised> {
  if (guards.length === 0) return NOTHING_REFUSED
  if (policies.length === 0) return judge(NO_POLICY)
  return decidePolicies(decide, policies, identity).then(judge)

  function judge(check: PolicyCheck): Authorised {
    const refused = refusedGuards({ guards }, allowsWith(identity.scopes, check))
    return rejectUnauthorized && refused.length > 0 ? refused.flatMap(errorsOf).slice(0, errorsMax) : { refused }
  }
}

/** Whether a caller with these scopes meets a requirement. Callers are authenticated, or the gateway runs without. */
export function allowsWith(granted: readonly string[], policy: PolicyCheck): Allows {
  return ({ scopes, policies }) =>
    scopes.every((choice) => satisfiesScopes(granted, choice)) &&
    policies.every((choice) => choice.some((every) => every.every(policy)))
}

const NO_POLICY: PolicyCheck = () => false

const NOTHING_REFUSED = { refused: [] }
/** Errors that are told of one operation. */
const errorsMax = 20

function errorsOf({ fields, requirement }: Guard): GraphQLError[] {
  return fields.map(({ node, parentType }) => forbidden(`${parentType}.${node.name.value}`, requirement))
}
