import { hash } from 'node:crypto'
import type { CheckedOperation } from '@travel-rule/federation/operation/check-operation'
import type { Caller } from '../identity/authenticator.ts'
import type { PreparedOperation } from '../operation/prepared-operation.ts'

/**
 * The same for operations that may share one upstream subscription: the same text and variables, asked for by the same identity. A sha256: it is
 * kept with every subscription, and texts and variables may be long.
 *
 * A subgraph is told who is asking and may answer each person differently, so only what it is told the same about is shared. Also the same on
 * another graph, where the same fields are refused.
 */
export function sharingKey({ source, variables, planned }: PreparedOperation, caller: Caller): string {
  const refused = new Set<string>()
  for (const { node, parentType } of source.checked.guarded) {
    if (planned.refused.has(node)) refused.add(`${parentType}.${node.name.value}`)
  }
  const same = [identityKey(caller), textKey(source.checked), source.operationName, variables, [...refused].sort()]
  return hash('sha256', JSON.stringify(same), 'base64')
}

const knownTexts = new WeakMap<CheckedOperation, string>()

function textKey(checked: CheckedOperation): string {
  const found = knownTexts.get(checked)
  if (found !== undefined) return found
  const key = hash('sha256', checked.text, 'base64')
  knownTexts.set(checked, key)
  return key
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
