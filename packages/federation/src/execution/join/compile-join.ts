import type { FetchNode, PlanNode } from '@apollo/query-planner'
import { type GraphQLObjectType, parse } from 'graphql'
import {
  collectFields,
  fragmentsOf,
  operationsOf,
  type Selecting,
  type Variables,
} from '../../operation/collect-fields.ts'
import type { PlannedOperation } from '../../operation/plan-cache.ts'
import { holdsFor } from '../../operation/type-conditions.ts'
import type { Graph } from '../../planning/build-graph.ts'
import { joinChunks } from '../../subgraph-client/subgraph-response.ts'
import { openChecking } from '../pass-through/compile-check.ts'
import { endsResponse } from '../pass-through/compile-pass-through.ts'
import { BRACE_CLOSE, startsWith } from '../pass-through/scan-json.ts'
import { inParallel, inSequence } from '../plan/compile-plan.ts'
import { compileKeyCheck } from '../plan/compile-representation.ts'
import { compileRequest, compileVariables } from '../plan/compile-request.ts'
import type { EntityFetchNode } from '../plan/fetch-parts.ts'
import { ITEMS, type TargetPath } from '../plan/response-tree.ts'
import type { SendFetch, SubgraphFetch } from '../run/plan-run.ts'
import { childPlace, compileClientText, compileLeavesText, type WriteObject } from './compile-object-text.ts'
import { compileRecordScan, type RecordScan, scanRecords } from './compile-record-scan.ts'
import { type JoinState, NotJoinable, Place, Source, type Tape } from './join-layout.ts'

/**
 * Joins the responses of several fetches as bytes: values are copied unchanged into the client's response, and are
 * checked but not parsed.
 *
 * Only for responses without errors and without null entities, whose objects have exactly the selected fields, each of
 * its type. Others are left to the general executor.
 */
export interface Join {
  readonly subgraphs: ReadonlySet<string>
  /**
   * The body `{"data":{…}}`; `undefined` when the general executor has to build it. The executor can use the `received`
   * responses, so that nothing is sent twice.
   */
  execute(send: SendFetch, variables: Variables): Promise<JoinResult>
}

export interface JoinResult {
  readonly body: Buffer | undefined
  readonly received: readonly ReceivedResponse[]
}

/** A response to a fetch, with the key of that fetch. */
export interface ReceivedResponse {
  readonly subgraph: string
  readonly body: string
  readonly response: Awaited<ReturnType<SendFetch>>
}

interface JoinRun extends JoinState {
  readonly send: SendFetch
  readonly variables: Variables
  readonly received: ReceivedResponse[]
}

type JoinStep = (run: JoinRun) => Promise<void> | undefined

/** `undefined` for an operation whose response cannot be joined as bytes. */
export function compileJoin(graph: Graph, operation: PlannedOperation): Join | undefined {
  try {
    return new JoinCompiler(graph, operation).compile()
  } catch (error) {
    if (error instanceof NotJoinable) return undefined
    throw error
  }
}

class JoinCompiler {
  readonly #graph: Graph
  readonly #operation: PlannedOperation
  readonly #client: Selecting
  readonly #root: Place
  readonly #subgraphs = new Set<string>()
  /** Compile what depends on the layout of records, when it is complete. */
  readonly #scans: (() => void)[] = []
  /** The root of the response has a tape as if it were fetched. */
  #fetches = ROOT + 1
  #targets = 0

  constructor(graph: Graph, operation: PlannedOperation) {
    const { definition, document, refused, renamed, renamedVariables } = operation
    const type = graph.schema.getRootType(definition.operation)
    if (refused.size > 0 || renamed.size > 0 || renamedVariables.size > 0) throw new NotJoinable('names differ')
    if (type === undefined || type === null || (definition.directives ?? []).length > 0) throw new NotJoinable('root')
    this.#graph = graph
    this.#operation = operation
    this.#client = { schema: graph.schema, fragments: fragmentsOf(document), conditions: {} }
    const fields = collectFields(this.#client, holdsFor(graph.schema, type), [definition.selectionSet])
    this.#root = new Place(type, fields)
  }

  compile(): Join {
    const { node } = this.#operation.plan
    if (node === undefined || node.kind === 'Subscription') throw new NotJoinable('no plan of fetches')
    const step = this.#compileNode(node, [])
    const write = compileClientText(this.#root, this.#client)
    for (const compile of this.#scans) compile()
    const targets = this.#targets
    const root = this.#root
    return {
      subgraphs: this.#subgraphs,
      async execute(send, variables) {
        const run: JoinRun = {
          send,
          variables,
          received: [],
          texts: [],
          tapes: [new Array<number>(1 + root.slots.size).fill(0)],
          targets: Array.from({ length: targets }, () => []),
          value: 0,
          isRefused: false,
        }
        await step(run)
        const text = run.isRefused ? '' : write(run.tapes[ROOT] ?? [], ROOT_RECORD, run)
        const body = run.isRefused ? undefined : Buffer.from(`{"data":${text}}`, 'latin1')
        return { body, received: run.received }
      },
    }
  }

  #compileNode(node: PlanNode, path: TargetPath): JoinStep {
    switch (node.kind) {
      case 'Sequence':
        return inSequence(node.nodes.map((child) => this.#compileNode(child, path)))
      case 'Parallel':
        return inParallel(node.nodes.map((child) => this.#compileNode(child, path)))
      case 'Flatten':
        return this.#compileNode(node.node, [...path, ...node.path])
      case 'Fetch':
        return this.#compileFetch(node, path)
      case 'Condition':
      case 'Defer':
        throw new NotJoinable(`the plan has a ${node.kind}`)
    }
  }

  #compileFetch(node: FetchNode, path: TargetPath): JoinStep {
    const rewrites = [node.inputRewrites, node.outputRewrites, node.contextRewrites]
    if (rewrites.some((each) => (each ?? []).length > 0)) throw new NotJoinable('the plan rewrites data')
    this.#subgraphs.add(node.serviceName)
    const { requires } = node
    if (requires !== undefined) return this.#compileEntityFetch({ ...node, requires }, path)
    if (path.length > 0) throw new NotJoinable('the plan fetches root fields below the root')
    return this.#compileRootFetch(node)
  }

  #compileRootFetch(node: FetchNode): JoinStep {
    const write = compileRequest(node)
    const variables = compileVariables(node.variableUsages)
    const source = this.#sourceOf(node, this.#root.type)
    const ref = this.#root.join(source)
    const receive = this.#compileReceive(node, source, (scan) => scan)
    return (run) => {
      if (run.isRefused) return undefined
      const fetch = write(variables(run.variables))
      if ('fault' in fetch) return refuse(run)
      return receive(run, fetch, () => {
        const tape = run.tapes[ROOT]
        if (tape !== undefined) tape[ROOT_RECORD + ref] = run.value
      })
    }
  }

  #compileEntityFetch(node: EntityFetchNode, path: TargetPath): JoinStep {
    if (compileKeyCheck(node, this.#graph.facts) !== undefined) throw new NotJoinable('keys depend on the type')
    const place = this.#placeAt(path)
    place.targets ??= this.#targets++
    const at = place.targets
    const own = place.own?.fetch ?? ROOT
    const source = this.#sourceOf(node, place.type)
    const keys = this.#requiredKeys(node, place)
    // The general executor compares returned keys.
    if (keys.some((key) => key !== '__typename' && source.fields.has(key))) throw new NotJoinable('keys come back')
    const represent = compileLeavesText(place, keys)
    const ref = place.join(source)
    const write = compileRequest(node)
    const variables = compileVariables(node.variableUsages)
    const receive = this.#compileReceive(node, source, scanEntities)
    return (run) => {
      const targets = run.targets[at] ?? []
      if (run.isRefused || targets.length === 0) return undefined
      const { count, json, indexes } = representationsOf(run.tapes[own] ?? [], targets, represent, run)
      if (run.isRefused) return undefined
      const fetch = write(variables(run.variables), json)
      if ('fault' in fetch) return refuse(run)
      return receive(run, fetch, () => {
        const entities = itemsOf(run.tapes[source.fetch] ?? [], run.value)
        if (entities.length !== count) run.isRefused = true
        const tape = run.tapes[own] ?? []
        targets.forEach((target, index) => {
          tape[target + ref] = entities[indexes[index] ?? 0] ?? 0
        })
      })
    }
  }

  /** Sends a fetch and scans its response, whose data is what `wrap` accepts. */
  #compileReceive(
    node: FetchNode,
    source: Source,
    wrap: (scan: RecordScan) => RecordScan,
  ): (run: JoinRun, fetch: SubgraphFetch, merge: () => void) => Promise<void> {
    const { serviceName: subgraph } = node
    let scan: RecordScan = () => -1
    this.#scans.push(() => {
      scan = wrap(compileRecordScan(source))
    })
    const { looked } = source.selecting
    return async (run, fetch, merge) => {
      const response = await run.send(subgraph, fetch)
      run.received.push({ subgraph, body: fetch.body, response })
      if (run.isRefused) return
      if (!('body' in response) || response.status !== 200) return void refuse(run)
      const body = joinChunks(response.body)
      looked.bytes = 0
      // No record is at 0.
      const tape: Tape = [0]
      run.tapes[source.fetch] = tape
      const end = startsWith(body, DATA_KEY) ? scan(body, DATA_KEY.length, run, tape) : -1
      if (end < 0 || !endsResponse(body, end)) return void refuse(run)
      run.texts[source.fetch] = body.toString('latin1')
      merge()
    }
  }

  #sourceOf({ operation }: FetchNode, type: GraphQLObjectType): Source {
    const document = parse(operation, { noLocation: true })
    const [definition] = operationsOf(document)
    if (definition === undefined) throw new NotJoinable('the fetch has no operation')
    const selecting = openChecking(this.#graph.schema, fragmentsOf(document))
    const fetch = this.#fetches
    this.#fetches += 1
    const [entities] = definition.selectionSet.selections
    const isOfEntities = entities?.kind === 'Field' && entities.name.value === '_entities'
    const selected = isOfEntities ? entities.selectionSet : definition.selectionSet
    if (selected === undefined) throw new NotJoinable('the fetch selects nothing')
    return new Source(fetch, selecting, type, [selected])
  }

  /** The objects at a path, which an earlier fetch delivers. */
  #placeAt(path: TargetPath): Place {
    return path.reduce<Place>(
      (place, step) => (step === ITEMS ? place : childPlace(place, String(step), this.#client).place),
      this.#root,
    )
  }

  /** The fields of a representation, in order. */
  #requiredKeys({ requires }: EntityFetchNode, { type }: Place): readonly string[] {
    const { facts } = this.#graph
    const keys = requires.flatMap((part) => {
      if (part.kind !== 'InlineFragment' || part.typeCondition === undefined) throw new NotJoinable('requires')
      if (!facts.subtypes(part.typeCondition).has(type.name)) return []
      return part.selections.map((field) => {
        if (field.kind !== 'Field' || field.selections !== undefined) throw new NotJoinable('requires objects')
        return field.alias ?? field.name
      })
    })
    if (!keys.includes('__typename')) throw new NotJoinable('the type is not known')
    return [...new Set(keys)]
  }
}

/** The index of the root's tape, and the place of its record. */
const ROOT = 0
const ROOT_RECORD = 1

/** The values of a list. */
function itemsOf(tape: Tape, list: number): readonly number[] {
  const items: number[] = []
  for (let cell = list; cell > 0; cell = tape[cell] ?? 0) items.push(tape[cell + 1] ?? 0)
  return items
}

const DATA_KEY = Buffer.from('{"data":')
const ENTITIES_KEY = Buffer.from('{"_entities":')

/** Scans `{"_entities":[…]}`. */
function scanEntities(scanEntity: RecordScan): RecordScan {
  const scanList = scanRecords(scanEntity)
  return (body, at, state, tape) => {
    const end = startsWith(body, ENTITIES_KEY, at) ? scanList(body, at + ENTITIES_KEY.length, state, tape) : -1
    return end > 0 && body[end] === BRACE_CLOSE ? end + 1 : -1
  }
}

function refuse(run: JoinRun): undefined {
  run.isRefused = true
  return undefined
}

/** The distinct representations, as the items of a JSON list, and the index of each target's. */
function representationsOf(tape: Tape, targets: readonly number[], represent: WriteObject, run: JoinRun) {
  const known = new Map<string, number>()
  const indexes = targets.map((target) => {
    const text = represent(tape, target, run)
    const index = known.get(text) ?? known.size
    if (index === known.size) known.set(text, index)
    return index
  })
  return { count: known.size, json: `{${[...known.keys()].join('},{')}}`, indexes }
}
