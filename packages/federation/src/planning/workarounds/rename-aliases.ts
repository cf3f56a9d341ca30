import { type DocumentNode, type FieldNode, Kind, visit } from 'graphql'

export interface RenamedDocument {
  readonly document: DocumentNode
  /** The client's response names by the names that stand for them in the document; empty for nearly every operation. */
  readonly renamed: ReadonlyMap<string, string>
}

/**
 * The document without response names that are `reserved`: those under which a plan fetches fields of its own.
 *
 * The planner merges such a field with its own, and the client would be answered with the value of a key. A field without arguments under its
 * own name stays: it is the same value. So does what asks about the schema, which needs no plan.
 */
export function renameAliases(document: DocumentNode, reserved: ReadonlySet<string>): RenamedDocument {
  const names = new Map<string, string>()
  const enter = (node: FieldNode): FieldNode | undefined => {
    const key = (node.alias ?? node.name).value
    if (!reserved.has(key) || isItself(node)) return undefined
    const name = names.get(key) ?? unusedName(namesIn(document), key)
    names.set(key, name)
    return { ...node, alias: { kind: Kind.NAME, value: name } }
  }
  const renamed = visit(document, {
    Field: (node) => (ofSchema(node.name.value) ? false : enter(node)),
    FragmentDefinition: (node) => (ofSchema(node.typeCondition.name.value) ? false : undefined),
  })
  return { document: renamed, renamed: new Map([...names].map(([key, name]) => [name, key])) }
}

function isItself({ alias, name, arguments: given = [] }: FieldNode): boolean {
  return (alias === undefined || alias.value === name.value) && given.length === 0
}

/** Whether a name is one of introspection: of a type, or of a field that leads to one. */
function ofSchema(name: string): boolean {
  return name.startsWith('__') && name !== '__typename'
}

/** Every name that stands in a document. */
export function namesIn(document: DocumentNode): Set<string> {
  const names = new Set<string>()
  visit(document, { Name: ({ value }) => void names.add(value) })
  return names
}

/** A name like the client's that is not used yet, the first of them with a number from `number` on. It is used from now on. */
export function unusedName(used: Set<string>, name: string, number = 0): string {
  let unused = `${name}__as${number}`
  for (let next = number + 1; used.has(unused); next += 1) unused = `${name}__as${next}`
  used.add(unused)
  return unused
}
