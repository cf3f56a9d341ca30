import { pathToFileURL } from 'node:url'
import type { Identity } from '@travel-rule/auth/identity'
import { OperatorError } from '@travel-rule/service/operator-error'

/** True if a caller meets a policy. */
export type PolicyCheck = (policy: string) => boolean

/**
 * Returns the policies that the caller meets. When it throws or rejects, the operation is not
 * executed.
 */
export type DecidePolicies = (
  policies: readonly string[],
  identity: Identity,
) => Promise<Iterable<string>> | Iterable<string>

/** The default: no caller meets any policy. */
export const denyAll: DecidePolicies = () => []

/**
 * The exported function `decide` of a module. Throws `OperatorError`. `path` may be relative to the
 * working directory.
 */
export async function loadPolicies(path: string): Promise<DecidePolicies> {
  let module: Record<string, unknown>
  try {
    module = await import(pathToFileURL(path).href)
  } catch (error) {
    throw new OperatorError(`GATEWAY_POLICIES: ${path} cannot be loaded`, { cause: error })
  }
  const { decide } = module
  if (typeof decide !== 'function') {
    throw new OperatorError(`GATEWAY_POLICIES: ${path} does not export a function decide`)
  }
  return decide as DecidePolicies
}

/** For an operation without policies, or a caller who meets none. */
export const meetsNone: PolicyCheck = () => false

const decisionTimeoutMs = 10_000

/**
 * Decides the policies of one operation for one caller. Does not call `decide` without a policy.
 *
 * Rejects when `decide` fails or takes too long. The operation is not executed then.
 */
export async function decidePolicies(
  decide: DecidePolicies,
  policies: readonly string[],
  identity: Identity,
): Promise<PolicyCheck> {
  if (policies.length === 0) return meetsNone
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new Error(`the policies were not decided within ${decisionTimeoutMs} ms`))
  }, decisionTimeoutMs)
  try {
    const granted = new Set(await Promise.race([Promise.resolve(decide(policies, identity)), timeout.promise]))
    return (policy) => granted.has(policy)
  } finally {
    clearTimeout(timer)
  }
}
