import { readExactly } from './exact-json.ts'
import { hashOf } from './random.ts'
import { spoil } from './spoil.ts'
import { answerAsSubgraph, type Circumstances, type WireRequest } from './subgraph-runtime.ts'

/** A failure of a complete subgraph, in the responses to any of its fetches. */
export interface TransportFault {
  readonly subgraph: string
  readonly kind: TransportFaultKind
}

export const TRANSPORT_FAULTS = [
  'status500',
  'html',
  'halfJson',
  'empty',
  'number',
  'textAsData',
  'nothing',
  'unauthenticated',
  'errorsWithoutPath',
  'errorBesideData',
  'nullData',
  'wrongTypes',
  'unknownTypename',
  'missingKeys',
  'extraKeys',
  'fewerEntities',
  'moreEntities',
  'reversedEntities',
  'missingEntities',
] as const
export type TransportFaultKind = (typeof TRANSPORT_FAULTS)[number]

/** Faults inside a well-formed response. */
export const INSIDE_VALUES: readonly TransportFaultKind[] = [
  'wrongTypes',
  'unknownTypename',
  'missingKeys',
  'extraKeys',
]

export interface WireResponse {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** How a subgraph formats JSON; the values are the same. */
export type WireStyle = 'plain' | 'spacious' | 'escaped'

/** The order of keys in a response: errors first as in graphql-js, data first, or data first and extensions last. */
export type Envelope = 'errorsFirst' | 'dataFirst' | 'extended'

export interface WireCircumstances extends Circumstances {
  readonly transportFaults: readonly TransportFault[]
  readonly style: WireStyle
  readonly envelope: Envelope
}

/** The response to a request body, after a number of event-loop turns that only the body determines. */
export async function sendOverWire(
  circumstances: WireCircumstances,
  name: string,
  requestText: string,
): Promise<WireResponse> {
  const subgraph = circumstances.fixture.subgraphs.get(name)
  if (subgraph === undefined) throw new Error(`there is no subgraph ${name}`)
  const request = JSON.parse(requestText) as WireRequest
  const kind = circumstances.transportFaults.find((fault) => fault.subgraph === name)?.kind
  const missing = kind === 'missingEntities' ? missingThings(circumstances, name) : undefined
  const result = await answerAsSubgraph({ ...circumstances, ...(missing && { missing }) }, subgraph, request)
  for (let turns = hashOf(`${name} ${request.query}`) % 4; turns > 0; turns--) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  const status = result.data === undefined ? 400 : 200
  const response: WireResponse = { status, contentType: 'application/json', body: '' }
  const parsed = enveloped(readExactly(JSON.stringify(result)) as Record<string, unknown>, circumstances.envelope)
  if (kind === undefined || status !== 200) return { ...response, body: write(parsed, circumstances.style) }
  return { ...response, ...spoil(kind, parsed, (value) => write(value, circumstances.style)) }
}

const EXTENSIONS = { cost: 3, 'a "text" with }]': ['{"data":{}}', '"errors":[{'], errors: [{ message: 'none' }] }

function enveloped({ data, errors }: Record<string, unknown>, envelope: Envelope): Record<string, unknown> {
  const dataFirst = { ...(data !== undefined && { data }), ...(errors !== undefined && { errors }) }
  if (envelope === 'extended') return { ...dataFirst, extensions: EXTENSIONS }
  return envelope === 'dataFirst' || errors === undefined ? dataFirst : { errors, ...dataFirst }
}

function write(value: unknown, style: WireStyle): string {
  if (style === 'spacious') return `\n${JSON.stringify(value, undefined, '\t')} \r\n`
  const text = JSON.stringify(value)
  if (style === 'plain') return text
  return text.replace(/[\u007f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function missingThings({ world }: Circumstances, subgraph: string): ReadonlySet<string> {
  const things = [...world.facts.entities].flatMap((type) => world.all(type))
  const names = things.map(({ type, key }) => `${subgraph} ${type}/${key}`)
  return new Set(names.filter((name) => hashOf(name) % 3 === 0))
}
