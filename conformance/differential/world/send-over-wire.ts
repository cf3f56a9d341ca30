import type { SubgraphBytes, SubgraphFault } from '@travel-rule/federation/subgraph-client/subgraph-response'
import { readExactly } from './exact-json.ts'
import { type Circumstances, executeAsSubgraph, type WireRequest } from './execute-as-subgraph.ts'
import { hashOf } from './random.ts'
import { applyTransportFault, type TransportFault, type WireResponse } from './transport-faults.ts'

/** How a subgraph formats JSON; the values are the same. */
export type WireStyle = 'plain' | 'spacious' | 'escaped'

/** The order of keys in a response; `extended` has data first and adds extensions. */
export type Envelope = 'errorsFirst' | 'dataFirst' | 'extended'

/** Sends a request to a subgraph, and returns its response. */
export type Carry = (
  circumstances: WireCircumstances,
  subgraph: string,
  requestBody: string,
) => Promise<SubgraphBytes | SubgraphFault>

export interface WireCircumstances extends Circumstances {
  /** In memory by default. */
  readonly carry?: Carry
  readonly transportFaults: readonly TransportFault[]
  readonly style: WireStyle
  readonly envelope: Envelope
}

/** The response to a request, after a number of event-loop turns that depends only on its body. */
export async function sendOverWire(
  circumstances: WireCircumstances,
  name: string,
  requestBody: string,
): Promise<WireResponse> {
  const subgraph = circumstances.fixture.subgraphs.get(name)
  if (subgraph === undefined) throw new Error(`no subgraph ${name}`)
  const request = JSON.parse(requestBody) as WireRequest
  const kind = circumstances.transportFaults.find((fault) => fault.subgraph === name)?.kind
  const missing = kind === 'missingEntities' ? missingThings(circumstances, name) : undefined
  const result = await executeAsSubgraph({ ...circumstances, ...(missing && { missing }) }, subgraph, request)
  for (let turns = hashOf(`${name} ${request.query}`) % 4; turns > 0; turns--) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const status = result.data === undefined ? 400 : 200
  const response: WireResponse = { status, contentType: 'application/json', body: '' }
  const parsed = enveloped(readExactly(JSON.stringify(result)) as Record<string, unknown>, circumstances.envelope)
  if (kind === undefined || status !== 200) return { ...response, body: write(parsed, circumstances.style) }
  return { ...response, ...applyTransportFault(kind, parsed, (value) => write(value, circumstances.style)) }
}

const EXTENSIONS = { cost: 3, 'a "text" with }]': ['{"data":{}}', '"errors":[{'], errors: [{ message: 'none' }] }

function enveloped({ data, errors }: Record<string, unknown>, envelope: Envelope): Record<string, unknown> {
  const dataFirst = { ...(data !== undefined && { data }), ...(errors !== undefined && { errors }) }
  if (envelope === 'extended') return { ...dataFirst, extensions: EXTENSIONS }
  return envelope === 'dataFirst' || errors === undefined ? dataFirst : { errors, ...dataFirst }
}

function write(value: unknown, style: WireStyle): string {
  if (style === 'spacious') return `\n${JSON.stringify(value, undefined, '\t')} \r\n`
  const json = JSON.stringify(value)
  if (style === 'plain') return json
  return json.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function missingThings({ world }: Circumstances, subgraph: string): ReadonlySet<string> {
  const things = [...world.facts.entities].flatMap((type) => world.all(type))
  const names = things.map(({ type, key }) => `${subgraph} ${type}/${key}`)
  return new Set(names.filter((name) => hashOf(name) % 3 === 0))
}
