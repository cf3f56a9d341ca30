import { type FieldNode, Kind, visit } from 'graphql'
import { forEachNode } from '../../operation/for-each-node.ts'
import { namesIn, takeUnusedName } from '../../operation/rewritten-document.ts'
import type { Workaround } from './workaround.ts'

/**
 * Planner defect: a plan fetches fields of keys and `@requires` under their own names, and merges
 * them with a client's field of that response name. The client would receive the value of the key
 * for its own field.
 *
 * Renames such fields, except a field without alias and arguments, whose value is the same.
 * Shown by: conformance/differential/cases/alias-of-a-key
 */
export const aliasesOfKeyFields: Workaround =
  ({ facts: { reservedNames } }) =>
  (document) => {
    const names = new Map<string, string>()
    const isMistaken = (node: FieldNode) => reservedNames.has(responseName(node)) && !isKeyField(node)
    let isSafe = true
    forEachNode(document, (node) => {
      if (node.kind === Kind.FIELD && isMistaken(node)) isSafe = false
    })
    if (isSafe) return { document }
    const rename = (node: FieldNode): FieldNode | undefined => {
      const key = responseName(node)
      if (!isMistaken(node)) return undefined
      const name = names.get(key) ?? takeUnusedName(namesIn(document), key)
      names.set(key, name)
      return { ...node, alias: { kind: Kind.NAME, value: name } }
    }
    const renamed = visit(document, {
      Field: (node) => (isIntrospection(node.name.value) ? false : rename(node)),
      FragmentDefinition: (node) => (isIntrospection(node.typeCondition.name.value) ? false : undefined),
    })
    return { document: renamed, responseNames: new Map([...names].map(([key, name]) => [name, key])) }
  }

function responseName({ alias, name }: FieldNode): string {
  return (alias ?? name).value
}

function isKeyField({ alias, name, arguments: args = [] }: FieldNode): boolean {
  return (alias === undefined || alias.value === name.value) && args.length === 0
}

/** True for the name of an introspection type, or of a field that returns one. */
function isIntrospection(name: string): boolean {
  return name.startsWith('__') && name !== '__typename'
}
