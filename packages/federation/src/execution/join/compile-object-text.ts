import {
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from 'graphql'
import { collectFields, type Selecting } from '../../operation/collect-fields.ts'
import { holdsFor } from '../../operation/type-conditions.ts'
import {
  type Child,
  type JoinState,
  type Located,
  NotJoinable,
  NULL,
  OWN,
  Place,
  Source,
  selectionSetsOf,
  type Tape,
} from './join-layout.ts'

/** Writes the JSON of the object whose record is in a tape. Sets `isRefused` when a part of it was not fetched. */
export type WriteObject = (tape: Tape, record: number, state: JoinState) => string

/** Writes what the client selects at a place and below it. */
export function compileClientText(place: Place, client: Selecting): WriteObject {
  const parts = new Parts('{', '}')
  for (const [key, nodes] of place.clientFields) {
    const name = nodes[0]?.name.value ?? ''
    const located = place.locate(key)
    if (located === undefined && name === '__typename') {
      parts.addText(`${JSON.stringify(key)}:${JSON.stringify(place.type.name)}`)
      continue
    }
    if (located === undefined || located.field.name !== name) throw new NotJoinable(`no fetch of ${key}`)
    const child = childOf(place, located, client)
    if (child === undefined) parts.addField(located)
    else parts.addChild(located, compileValueText(child.type, compileClientText(child.place, client)), child.slot)
  }
  return parts.write()
}

/** Writes the members of an object, without its braces: some leaves of the objects at a place. */
export function compileLeavesText(place: Place, keys: readonly string[]): WriteObject {
  const parts = new Parts('', '')
  for (const key of keys) {
    const located = place.locate(key)
    if (located === undefined || located.field.selectionSets.length > 0) throw new NotJoinable(`no fetch of ${key}`)
    parts.addField(located)
  }
  return parts.write()
}

/** The objects of a field of a place, with a layout of their own. */
export function childPlace(place: Place, key: string, client: Selecting): Child {
  const located = place.locate(key)
  const nodes = place.clientFields.get(key)
  const { type, selectionSets = [] } = located?.field ?? {}
  const named = getNamedType(type)
  if (located === undefined || nodes === undefined || type === undefined || !isObjectType(named))
    throw new NotJoinable(`${key} is not an object`)
  const { source } = located
  const known = source.children.get(key)
  if (known !== undefined) return known
  const fields = collectFields(client, holdsFor(client.schema, named), selectionSetsOf(nodes))
  const own = new Source(source.fetch, source.selecting, named, selectionSets)
  const child = { slot: source.slots.add(), type, place: new Place(named, fields, own) }
  source.children.set(key, child)
  return child
}

/** `undefined` for a field whose bytes are exactly what the client selects. */
function childOf(place: Place, { field, source }: Located, client: Selecting): Child | undefined {
  const known = source.children.get(field.key)
  if (known !== undefined) return known
  const { type, key, selectionSets } = field
  const nodes = place.clientFields.get(key) ?? []
  if (type === undefined) return undefined
  const comparing = { client, fetch: source.selecting, left: comparisonsMax }
  return isSame(comparing, type, selectionSetsOf(nodes), selectionSets) ? undefined : childPlace(place, key, client)
}

interface Comparing {
  readonly client: Selecting
  readonly fetch: Selecting
  left: number
}

/** Selections of each possible type are compared, which may be many. */
const comparisonsMax = 10_000

/** True if a fetch selects exactly what the client does, in the same order. */
function isSame(
  comparing: Comparing,
  type: GraphQLOutputType,
  clientSets: readonly SelectionSetNode[],
  fetchSets: readonly SelectionSetNode[],
): boolean {
  const { client, fetch } = comparing
  const named = getNamedType(type)
  if (!isCompositeType(named)) return true
  const possible = isAbstractType(named) ? client.schema.getPossibleTypes(named) : [named]
  return possible.every((object) => {
    comparing.left -= 1
    if (comparing.left < 0) throw new NotJoinable('too many types')
    const holds = holdsFor(client.schema, object)
    const fetched = [...collectFields(fetch, holds, fetchSets)]
    const selected = [...collectFields(client, holds, clientSets)]
    if (fetched.length !== selected.length) return false
    return selected.every(([key, nodes], index) => {
      const [fetchedKey, fetchedNodes = []] = fetched[index] ?? []
      const name = nodes[0]?.name.value ?? ''
      if (key !== fetchedKey || name !== fetchedNodes[0]?.name.value) return false
      const fieldType = object.getFields()[name]?.type
      return (
        fieldType === undefined || isSame(comparing, fieldType, selectionSetsOf(nodes), selectionSetsOf(fetchedNodes))
      )
    })
  })
}

type WriteValue = (tape: Tape, value: number, state: JoinState) => string

function compileValueText(type: GraphQLOutputType, write: WriteObject): WriteValue {
  if (isNonNullType(type)) return compileValueText(type.ofType, write)
  if (!isListType(type)) {
    return (tape, value, state) => (value === NULL ? 'null' : write(tape, value, state))
  }
  const writeItem = compileValueText(type.ofType, write)
  return (tape, value, state) => {
    if (value === NULL) return 'null'
    let text = '['
    for (let cell = value; cell > 0; cell = tape[cell] ?? 0) {
      if (cell !== value) text += ','
      text += writeItem(tape, tape[cell + 1] ?? NULL, state)
    }
    return `${text}]`
  }
}

/** Part of an object: bytes of a response, or the objects of a field. */
interface Part {
  /** The text before the part. */
  prefix: string
  readonly located: Located
  last: Located
  readonly child: { readonly write: WriteValue; readonly slot: number } | undefined
}

/** Adjacent fields of a response form one part. */
class Parts {
  readonly #parts: Part[] = []
  readonly #close: string
  #prefix: string

  constructor(open: string, close: string) {
    this.#prefix = open
    this.#close = close
  }

  addText(text: string): void {
    this.#prefix += `${text},`
  }

  addField(located: Located): void {
    const last = this.#parts.at(-1)
    const continues =
      last !== undefined &&
      this.#prefix === ',' &&
      last.child === undefined &&
      last.last.source === located.source &&
      last.last.field.index + 1 === located.field.index
    if (continues) last.last = located
    else this.#add(located, undefined)
  }

  addChild(located: Located, write: WriteValue, slot: number): void {
    this.#prefix += `${JSON.stringify(located.field.key)}:`
    this.#add(located, { write, slot })
  }

  #add(located: Located, child: Part['child']): void {
    this.#parts.push({ prefix: this.#prefix, located, last: located, child })
    this.#prefix = ','
  }

  write(): WriteObject {
    const parts = this.#parts.map(({ prefix, located, last, child }) => ({
      prefix,
      ref: located.ref,
      fetch: located.source.fetch,
      start: child?.slot ?? located.source.startOf(located.field),
      end: child === undefined ? last.source.endOf(last.field) : OWN,
      write: child?.write,
    }))
    // After a part, or at the start, a separator is pending.
    const end = this.#prefix.replace(/,$/, '') + this.#close
    return (tape, record, state) => {
      let text = ''
      for (const { prefix, ref, fetch, start, end, write } of parts) {
        const from = ref === OWN ? record : (tape[record + ref] ?? 0)
        const source = ref === OWN ? tape : state.tapes[fetch]
        if (from === 0 || source === undefined) {
          state.isRefused = true
          return ''
        }
        const first = source[from + start] ?? 0
        const part =
          write === undefined
            ? (state.texts[fetch] ?? '').slice(first, source[from + end])
            : write(source, first, state)
        text += prefix + part
      }
      return text + end
    }
  }
}
