import { hashOf } from './random.ts'

/** A fault in every response of one subgraph. */
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

/** Faults inside well-formed data. */
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

type Json = Record<string, unknown>

/** The response with a fault. */
export function applyTransportFault(
  kind: TransportFaultKind,
  response: Json,
  write: (value: unknown) => string,
): Partial<WireResponse> {
  switch (kind) {
    case 'status500':
      return { status: 500, contentType: 'text/html', body: '<h1>oops at http://10.0.0.1</h1>' }
    case 'html':
      return { contentType: 'text/html', body: '<h1>welcome to http://10.0.0.1</h1>' }
    case 'halfJson':
      // If it ended with the end of an object, only its framing could reveal the truncation, but that claims that it is
      // complete.
      return {
        body: write(response)
          .slice(0, -Math.ceil(write(response).length / 2))
          .replace(/\}+$/, ''),
      }
    case 'empty':
      return { body: '' }
    case 'number':
      return { body: '7' }
    case 'textAsData':
      return { body: '{"data":"http://10.0.0.1"}' }
    case 'nothing':
      return { body: '{}' }
    case 'unauthenticated':
      return { status: 401, body: write({ errors: [coded('UNAUTHENTICATED')] }) }
    case 'errorsWithoutPath':
      return { body: write({ data: null, errors: [coded('OUT_OF_ORDER')] }) }
    case 'errorBesideData':
      return { body: write({ ...response, errors: [...listOf(response.errors), coded('OUT_OF_ORDER')] }) }
    case 'nullData':
      return { body: '{"data":null}' }
    case 'wrongTypes':
      return { body: write({ ...response, data: mapValues(response.data, wrongType) }) }
    case 'unknownTypename':
      return {
        body: write({ ...response, data: mapValues(response.data, (v, key) => (key === '__typename' ? 'Nobody' : v)) }),
      }
    case 'missingKeys':
      return {
        body: write({ ...response, data: mapValues(response.data, (v, _key, path) => (hit(path, 3) ? undefined : v)) }),
      }
    case 'extraKeys':
      return { body: write({ ...response, data: withExtraKeys(response.data), extensions: { trace: 'x' }, more: [1] }) }
    case 'fewerEntities':
      return { body: write(withEntities(response, (entities) => entities.slice(1))) }
    case 'moreEntities':
      return { body: write(withEntities(response, (entities) => [...entities, ...entities.slice(0, 1)])) }
    case 'reversedEntities':
      return { body: write(withEntities(response, (entities) => [...entities].reverse())) }
    case 'missingEntities':
      return { body: write(response) }
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function coded(code: string): Json {
  return { message: `the subgraph says ${code}`, extensions: { code } }
}

function hit(path: string, oneOf: number): boolean {
  return hashOf(path) % oneOf === 0
}

/** A value that no schema of these tests allows in this place. */
function wrongType(value: unknown, key: string, path: string): unknown {
  if (key === '__typename' || key === '_entities' || !hit(path, 4)) return value
  if (Array.isArray(value)) return { length: value.length }
  if (typeof value === 'object' && value !== null) return hit(path, 8) ? 'no object' : [value]
  if (typeof value === 'number') return 'NaN'
  if (typeof value === 'boolean') return 'true'
  return typeof value === 'string' ? { text: value } : value
}

type Change = (value: unknown, key: string, path: string) => unknown

/** Changes values at any depth. */
function mapValues(value: unknown, change: Change, path = ''): unknown {
  if (Array.isArray(value)) return value.map((item, index) => mapValues(item, change, `${path}.${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const changed = change(inner, key, `${path}.${key}`)
      return [key, changed === inner ? mapValues(inner, change, `${path}.${key}`) : changed]
    }),
  )
}

function withExtraKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExtraKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withExtraKeys(inner)] as const)
  return Object.fromEntries([['unasked', { secret: 1 }], ...entries, ['__proto__', { polluted: 1 }]])
}

function withEntities(response: Json, change: (entities: unknown[]) => unknown[]): Json {
  const { data } = response
  if (typeof data !== 'object' || data === null || !('_entities' in data)) return response
  const { _entities: entities } = data
  return Array.isArray(entities) ? { ...response, data: { ...data, _entities: change(entities) } } : response
}
