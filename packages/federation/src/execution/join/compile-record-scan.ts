import { type GraphQLOutputType, isListType, isNonNullType } from 'graphql'
import { compileType } from '../pass-through/compile-check.ts'
import {
  BRACE_CLOSE,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COMMA,
  scanLiteral,
  scanNull,
  scanValue,
  startsWith,
} from '../pass-through/scan-json.ts'
import { type JoinState, NULL, type Place, type Source, type SourceField, type Tape } from './join-layout.ts'

/**
 * Reads one JSON value into a tape, and stores its value in `state.value`. Returns the index after it, or -1 if the
 * value is not what the fetch selects.
 */
export type RecordScan = (body: Buffer, at: number, state: JoinState, tape: Tape) => number

const NONE = -1

/** Scans objects of a source: each selected field once, in order and of its type. */
export function compileRecordScan(source: Source, place?: Place): RecordScan {
  const { slots } = source
  const targets = place?.own === source ? place.targets : undefined
  const members = [...source.fields.values()].map((field) => ({
    head: Buffer.from(`${field.index === 0 ? '{' : ','}${JSON.stringify(field.key)}:`),
    start: source.starts.get(field.index) ?? NONE,
    end: source.ends.get(field.index) ?? NONE,
    child: source.children.get(field.key)?.slot ?? NONE,
    scan: compileFieldScan(source, field),
  }))
  return (body, at, state, tape) => {
    const record = tape.length
    for (let left = slots.size; left > 0; left -= 1) tape.push(0)
    let next = at
    for (const { head, start, end, child, scan } of members) {
      if (!startsWith(body, head, next)) return -1
      if (start !== NONE) tape[record + start] = next + 1
      next = scan(body, next + head.length, state, tape)
      if (next < 0) return -1
      if (end !== NONE) tape[record + end] = next
      if (child !== NONE) tape[record + child] = state.value
    }
    if (body[next] !== BRACE_CLOSE) return -1
    if (targets !== undefined) state.targets[targets]?.push(record)
    state.value = record
    return next + 1
  }
}

function compileFieldScan(source: Source, { key, name, type, selectionSets }: SourceField): RecordScan {
  const child = source.children.get(key)
  if (child?.place.own !== undefined) {
    return compileChildScan(child.type, compileRecordScan(child.place.own, child.place))
  }
  if (name === '__typename') return scanLiteral(JSON.stringify(source.type.name))
  if (type !== undefined) return compileType(source.selecting, type, selectionSets)
  return (body, at) => scanValue(body, at)
}

function compileChildScan(type: GraphQLOutputType, scan: RecordScan): RecordScan {
  if (isNonNullType(type)) return compileNonNull(type.ofType, scan)
  return orNull(compileNonNull(type, scan))
}

function compileNonNull(type: GraphQLOutputType, scan: RecordScan): RecordScan {
  return isListType(type) ? scanRecords(compileChildScan(type.ofType, scan)) : scan
}

function orNull(scan: RecordScan): RecordScan {
  return (body, at, state, tape) => {
    const end = scanNull(body, at)
    if (end < 0) return scan(body, at, state, tape)
    state.value = NULL
    return end
  }
}

/** Scans a list of what `scanItem` accepts. */
export function scanRecords(scanItem: RecordScan): RecordScan {
  return (body, at, state, tape) => {
    if (body[at] !== BRACKET_OPEN) return -1
    let first = 0
    let last = 0
    let next = at + 1
    if (body[next] !== BRACKET_CLOSE) {
      for (; ; next += 1) {
        next = scanItem(body, next, state, tape)
        if (next < 0) return -1
        const cell = tape.push(0, state.value) - 2
        if (first === 0) first = cell
        else tape[last] = cell
        last = cell
        if (body[next] === BRACKET_CLOSE) break
        if (body[next] !== COMMA) return -1
      }
    }
    state.value = first
    return next + 1
  }
}
