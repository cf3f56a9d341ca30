import type { OperationFeatures } from './compare/operation-features.ts'
import type { MonolithResponse } from './oracles/monolith.ts'
import type { StockResponse } from './oracles/stock.ts'
import { canonicalJson } from './world/random.ts'

interface Observation {
  readonly features: OperationFeatures
  /** `undefined` when stock threw. */
  readonly stock: StockResponse | undefined
  readonly specification: MonolithResponse
}

interface Departure {
  /** Folders of `cases/` that show it. */
  readonly cases: readonly string[]
  /** True if the departure can explain a response of stock. */
  applies(observation: Observation): boolean
}

/** Every known departure of stock from the specification. */
export const DEPARTURES: readonly Departure[] = [
  {
    cases: ['order-of-merged-fields'],
    applies: ({ stock, specification }) =>
      canonicalJson(stock?.result.data ?? null) === canonicalJson(specification.result.data ?? null),
  },
  {
    cases: ['integers-beyond-doubles'],
    applies: ({ stock, specification }) =>
      canonicalJson(stock?.result.data ?? null) === canonicalJson(rounded(specification.result.data ?? null)),
  },
  {
    cases: ['hidden-enum-value'],
    applies: ({ stock }) => stock?.result.extensions?.valueCompletion !== undefined,
  },
  { cases: ['alias-of-a-key'], applies: ({ features }) => features.aliasOfKey },
  {
    cases: [
      'fetch-listed-before-its-inputs',
      'field-beside-its-requirement-with-arguments',
      'key-that-cannot-be-resolved-first',
      'nested-requirement-with-arguments',
      'nested-requires',
      'required-field-without-its-requirements',
      'requirement-with-arguments-of-an-interface-object',
      'requirements-at-different-places',
      'requirements-with-different-arguments',
    ],
    applies: ({ features }) => features.requiring,
  },
  {
    cases: ['requires-below-a-condition', 'mutation-around-an-excluded-field'],
    applies: ({ features }) => features.conditions,
  },
  {
    cases: ['introspection-by-newer-fields', 'introspection-in-a-fragment'],
    applies: ({ features }) => features.introspection,
  },
  { cases: ['arguments-from-a-context', 'error-of-a-context'], applies: ({ features }) => features.context },
  { cases: ['root-types-of-another-name'], applies: ({ features }) => features.renamedRootFragment },
  { cases: ['root-type-behind-an-interface'], applies: ({ features }) => features.rootBehindAbstract },
  {
    cases: ['fragment-on-a-union-inside-its-member', 'conditional-fields-of-two-types', 'parts-of-one-field'],
    applies: ({ features }) => features.abstractFragment,
  },
  {
    cases: ['type-stricter-than-its-interface', 'falsy-values-under-other-names'],
    applies: ({ features }) => features.stricterField,
  },
  { cases: ['type-under-another-name'], applies: ({ features }) => features.otherTypeElsewhere },
  {
    cases: [
      'entities-of-a-postponed-fetch',
      'error-of-another-field-with-its-name',
      'fragment-beside-an-interface-object',
      'impossible-fragment-beside-an-interface-object',
      'key-fields-beside-required-ones',
      'representation-without-a-key',
      'requirement-of-one-type-of-an-interface-object',
      'two-fields-under-one-name',
      'type-name-beside-an-interface-object',
    ],
    applies: ({ features }) => features.interfaceObject,
  },
]

/** The departures that can explain a response of stock; empty for a new departure. */
export function departuresOf(observation: Observation): readonly Departure[] {
  return DEPARTURES.filter((departure) => departure.applies(observation))
}

/** The value, with every number as JavaScript parses it. */
function rounded(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value)) as unknown
}
