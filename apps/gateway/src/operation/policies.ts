import { pathToFileURL } from 'node:url'
import type { Identity } from '@travel-rule/auth/identity'
import { OperatorError } from '@travel-rule/service/operator-error'

/** Whether a caller fulfils a policy. */
export type PolicyCheck = (policy: string) => boolean

/** Of the policies that an operation asks for, those that a caller fulfils. When it throws or rejects, the operation is not run. */
export type DecidePolicies = (
  policies: readonly string[],
  identity: Identity,
) => Promise<Iterable<string>> | Iterable<string>

/** Without a function in the settings nobody fulfils any policy. */
export const denyAll: DecidePolicies = () => []

/** The function `decide` that a module exports. Throws `OperatorError` when there is none. `path` may be relative to the working directory. */
export async function loadPolicies(path: string): Promise<DecidePolicies> {
  let module: Record<string, unknown>
  try {
    module = await import(pathToFileURL(path).href)
  } catch (error) {
    throw new OperatorError(`GATEWAY_POLICIES: ${path} cannot be loaded`, { cause: error })
  }
  const { decide } = module
  if (typeof decide !== 'function') throw new OperatorError(`GATEWAY_POLICIES: ${path} exports no function decide`)
  return decide as DecidePolicies
}

/** How long a decision may take before it counts as a refusal. */
const decisionMaxMs = 2_000

/**
 * Decides the policies of one operation for one caller. `decide` is not called when there are none.
 *
 * Rejects when `decide` fails or takes too long: the operation is not run then, because nobody knows what may be shown.
 */
export async function decidePolicies(
  decide: DecidePolicies,
  policies: readonly string[],
  identity: Identity,
): Promise<PolicyCheck> {
  if (policies.length === 0) return () => false
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`policies were not decided in ${decisionMaxMs} ms`)),
    decisionMaxMs,
  )
  try {
    const granted = new Set(await Promise.race([Promise.resolve(decide(policies, identity)), late.promise]))
    return (policy) => granted.has(policy)
  } finally {
    clearTimeout(timer)
  }
}
