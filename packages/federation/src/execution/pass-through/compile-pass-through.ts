import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
  visit,
} from 'graphql'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import type { Graph } from '../../planning/build-graph.ts'
import { joinChunks, type SubgraphBytes } from '../../subgraph-client/subgraph-response.ts'
import { compileRequest, compileVariables, type WriteRequest } from '../plan/compile-request.ts'
import { compileRootMerge } from '../plan/compile-root-fetch.ts'
import type { PlanRun, SendFetch } from '../run/plan-run.ts'
import { compileCheck } from './compile-check.ts'
import { findObstacle, soleFetch } from './find-obstacle.ts'
import { BACKSLASH, BRACE_CLOSE, COMMA, type Scan, scanValue, startsWith } from './scan-json.ts'

/**
 * Trust in a subgraph's responses. `checked`: a response passes through only if it has exactly the selected fields,
 * each of its type. `off`: none passes through.
 */
export type PassThroughMode = 'trusted' | 'checked' | 'off'

/** The client's own operation, sent to one subgraph. */
export interface PassThrough {
  readonly subgraph: string
  readonly write: WriteRequest
  /** True if a body `{"data":{…}}` is exactly what the operation selects. */
  readonly isAsAsked: (body: readonly Buffer[]) => boolean
  /** True if the payload of a live event, which may end with `extensions`, is exactly what the operation selects. */
  readonly isEventAsAsked: (payload: Buffer) => boolean
  /** Merges a response that cannot pass through, as if the plan had fetched it. */
  readonly merge: (run: PlanRun, response: Awaited<ReturnType<SendFetch>>) => void
}

/** `undefined` when the operation cannot pass through. */
export function compilePassThrough(graph: Graph, operation: PlannedOperation): PassThrough | undefined {
  const node = soleFetch(operation.plan)
  if (node === undefined || findObstacle(graph, operation) !== undefined) return undefined
  const { document, variables: names } = printOperation(operation.document, operation.definition, graph.facts.rootTypes)
  const write = compileRequest({
    operation: document,
    operationName: operation.definition.name?.value,
    operationKind: node.operationKind,
  })
  const variables = compileVariables(names)
  let check: Scan | undefined
  const dataEnd = (body: Buffer) => {
    // Compiled on demand, since most operations are never checked.
    check ??= compileCheck(graph, operation)
    return startsWith(body, DATA_KEY) ? check(body, DATA_KEY.length) : -1
  }
  return {
    subgraph: node.serviceName,
    write: (provided) => write(variables(provided)),
    isAsAsked(chunks) {
      const body = joinChunks(chunks)
      const end = dataEnd(body)
      return end > 0 && endsPayload(body, end)
    },
    isEventAsAsked(payload) {
      const end = dataEnd(payload)
      return end > 0 && endsResponse(payload, end)
    },
    merge: compileRootMerge(node, document, graph.facts),
  }
}

const DATA_KEY = Buffer.from('{"data":')
const EXTENSIONS_KEY = Buffer.from(',"extensions":')

/** True if a response without errors ends at an index after its `data`, or with `extensions`. */
export function endsResponse(payload: Buffer, at: number): boolean {
  if (payload[at] !== COMMA) return endsPayload(payload, at)
  const extensions = startsWith(payload, EXTENSIONS_KEY, at) ? at + EXTENSIONS_KEY.length : -1
  return extensions > 0 && endsPayload(payload, scanValue(payload, extensions))
}

/** True if the closing brace at an index is the last byte. */
function endsPayload(payload: Buffer, at: number): boolean {
  return at === payload.length - 1 && payload[at] === BRACE_CLOSE
}

interface PrintedOperation {
  readonly document: string
  /** Names of the variables that the operation uses. */
  readonly variables: readonly string[]
}

/**
 * Prints one operation with the fragments that it uses.
 *
 * Fragments on a root type are inlined without their type condition, since a subgraph may name its
 * root types differently. They must be spread on objects of that type only.
 */
function printOperation(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  rootTypes: ReadonlySet<string>,
): PrintedOperation {
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  )
  const used = new Map<string, FragmentDefinitionNode>()
  const rewrite = <Node extends OperationDefinitionNode | FragmentDefinitionNode>(definition: Node): Node =>
    visit(definition, {
      InlineFragment(node) {
        if (node.typeCondition === undefined || !rootTypes.has(node.typeCondition.name.value)) return undefined
        const { typeCondition: _, ...untyped } = node
        return untyped
      },
      FragmentSpread(node) {
        const name = node.name.value
        const fragment = fragments.get(name)
        if (fragment === undefined) return undefined
        if (rootTypes.has(fragment.typeCondition.name.value)) {
          const { selectionSet } = fragment
          return { kind: Kind.INLINE_FRAGMENT, directives: node.directives ?? [], selectionSet }
        }
        if (!used.has(name)) {
          used.set(name, fragment)
          used.set(name, rewrite(fragment))
        }
        return undefined
      },
    })
  const rewritten = rewrite(operation)
  const variables = variablesIn([rewritten.selectionSet, ...used.values()])
  const variableDefinitions = (rewritten.variableDefinitions ?? []).filter(({ variable }) =>
    variables.has(variable.name.value),
  )
  const definitions = [{ ...rewritten, variableDefinitions }, ...used.values()]
  return { document: stripIgnoredCharacters(print({ kind: Kind.DOCUMENT, definitions })), variables: [...variables] }
}

function variablesIn(nodes: readonly ASTNode[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const node of nodes) visit(node, { Variable: ({ name }) => void names.add(name.value) })
  return names
}

/**
 * The body `{"data":{…}}` of a response that has no errors; `undefined` when it has, or may have.
 * A subgraph's `extensions` are removed.
 *
 * The body is not parsed. Its framing proves that it is complete, and `data` is its only key when
 * it ends with `}}` and contains neither `extensions` nor an object of errors.
 */
export function dataBytes({ status, body, framed }: SubgraphBytes): readonly Buffer[] | undefined {
  if (status !== 200 || !framed || !startsWith(body[0], START)) return undefined
  const parts = body.length === 1 ? body : [...body, ...seams(body)]
  if (hasEscapedLetters(parts)) return undefined
  const hasExtensions = contains(parts, EXTENSIONS_PROBE, EXTENSIONS)
  const last = body.at(-1)
  if (!hasExtensions && last !== undefined && last.length > 1 && last.at(-1) === BRACE_CLOSE) {
    return endsWithObjects(last) && !hasErrorsObject(parts) ? body : undefined
  }
  const joined = trimmed(joinChunks(body))
  const data = hasExtensions ? withoutExtensions(joined) : joined
  return data !== undefined && endsWithObjects(data) && !hasErrorsObject([data]) ? [data] : undefined
}

const START = Buffer.from('{"data":{')

// Node searches a short needle by its first byte, several times faster than a long one.
const EXTENSIONS_PROBE = Buffer.from('xtens')
const EXTENSIONS = Buffer.from('xtensions"')
const EXTENSIONS_OBJECT = Buffer.from(',"extensions":{')
const ERRORS_PROBE = Buffer.from('},"er')
const ERRORS_OBJECT = Buffer.from('},"errors":{')

/** Number of bytes on each side of a seam. No needle is longer. */
const seamBytes = 16

/** The bytes around the end of each chunk, where a needle may be split. */
function seams(chunks: readonly Buffer[]): Buffer[] {
  return chunks.slice(1).map((next, index) => {
    const chunk = chunks[index] ?? next
    return Buffer.concat([chunk.subarray(-seamBytes), next.subarray(0, seamBytes)])
  })
}

/** JSON may escape the letters of `errors` and `extensions`, which are U+0060 to U+007F. */
function hasEscapedLetters(parts: readonly Buffer[]): boolean {
  for (const part of parts) {
    if (part.includes(BACKSLASH) && (part.includes('\\u006') || part.includes('\\u007'))) return true
  }
  return false
}

/** True if a body ends with the closing braces of `data` and of the response, and so has no errors. */
function endsWithObjects(body: Buffer): boolean {
  return body.at(-1) === BRACE_CLOSE && body.at(-2) === BRACE_CLOSE
}

/** Errors must be a list: an object would end like `data`. */
function hasErrorsObject(parts: readonly Buffer[]): boolean {
  return contains(parts, ERRORS_PROBE, ERRORS_OBJECT)
}

/** The body without its top-level `extensions`; `undefined` when they may be a field of `data`. */
function withoutExtensions(body: Buffer): Buffer | undefined {
  if (body.indexOf(EXTENSIONS) !== body.lastIndexOf(EXTENSIONS)) return undefined
  const at = body.indexOf(EXTENSIONS_OBJECT)
  if (at < 0) return undefined
  const tail = parseObject(`{${body.toString('utf8', at + 1)}`)
  // After a field within `data` there is one closing brace too many.
  if (tail === undefined) return body
  return Object.keys(tail).length === 1 ? Buffer.concat([body.subarray(0, at), body.subarray(-1)]) : undefined
}

function parseObject(json: string): object | undefined {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** True if a part contains a needle; `probe` is its first bytes. */
function contains(parts: readonly Buffer[], probe: Buffer, needle: Buffer): boolean {
  for (const part of parts) {
    for (let at = part.indexOf(probe); at >= 0; at = part.indexOf(probe, at + 1)) {
      if (startsWith(part, needle, at)) return true
    }
  }
  return false
}

function trimmed(body: Buffer): Buffer {
  let length = body.length
  while (length > 0 && (body[length - 1] ?? 0) <= 0x20) length -= 1
  return body.subarray(0, length)
}
