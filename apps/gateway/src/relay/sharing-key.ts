import type { Caller } from '../identity/authenticator.ts'
import type { PreparedOperation } from '../pipeline.ts'

/**
 * The same for operations that may share one upstream subscription: the same text and variables, asked for by the same identity.
 *
 * A subgraph is told who is asking and may answer each person differently, so only what it is told the same about is shared. Also the same on
 * another graph, where the same fields are refused.
 */
export function sharingKey({ source, variables, planned }: PreparedOperation, caller: Caller): string {
  const refused = new Set<string>()
  for (const { node, parentType } of source.checked.guarded) {
    if (planned.refused.has(node)) refused.add(`${parentType}.${node.name.value}`)
  }
  return JSON.stringify([identityKey(caller), source.text, source.operationName, variables, [...refused].sort()])
}

const known = new WeakMap<Caller['identity'], string>()

/** The same for callers of whom a subgraph is told the same. */
export function identityKey({ identity, anonymous }: Caller): string {
  const found = known.get(identity)
  if (found !== undefined) return found
  const { subject, clientId, name, roles, scopes } = identity
  const key = JSON.stringify([subject, clientId, name, [...roles].sort(), [...scopes].sort(), anonymous === true])
  known.set(identity, key)
  return key
}
