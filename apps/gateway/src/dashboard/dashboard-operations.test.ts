import { readdirSync, readFileSync } from 'node:fs'
import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { checkedIn } from '@travel-rule/federation/testing/graph-of'
import {
  type DefinitionNode,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  valueFromASTUntyped,
  visit,
} from 'graphql'
import { expect, test } from 'vitest'

const folder = new URL('../../../dashboard/src/api/', import.meta.url)
const definitions = readdirSync(folder)
  .filter((name) => name.endsWith('.graphql'))
  .flatMap((name) => parse(readFileSync(new URL(name, folder), 'utf8')).definitions)
const graph = buildGraph(readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8'))

/** Number of rows on the largest page that the dashboard requests. */
const PAGE_ROWS = 100
/** 60 points are about a millisecond of CPU time. */
const COST_MAX = 3_000
/** Operations that evaluate many transactions at a person's request. */
const COST_MAX_OF: ReadonlyMap<string, number> = new Map([
  ['DryRunRules', 50_000],
  ['PreviewScreeningThresholds', 50_000],
])

const operations = definitions.flatMap((definition) =>
  definition.kind === Kind.OPERATION_DEFINITION ? [[definition.name?.value ?? '', definition] as const] : [],
)

test.each(operations)('the dashboard operation %s stays below the maximum cost of its page', (name, operation) => {
  const document = [operation, ...fragmentsOf(operation)].map(print).join('\n')
  const everything = { withTexts: true, withPersons: true, withLinks: true }
  const variables = { ...defaultsOf(operation), limit: PAGE_ROWS, first: PAGE_ROWS, offset: 0, ...everything }
  expect(checkedIn(graph, document).cost.of(variables)).toBeLessThanOrEqual(COST_MAX_OF.get(name) ?? COST_MAX)
})

/** Default values of the operation's variables. */
function defaultsOf({ variableDefinitions = [] }: OperationDefinitionNode): Readonly<Record<string, unknown>> {
  const pairs = variableDefinitions.map(({ variable, defaultValue }) => [variable.name.value, defaultValue] as const)
  return Object.fromEntries(
    pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, valueFromASTUntyped(value)]])),
  )
}

/** The fragments that a definition uses, directly or through other fragments. */
function fragmentsOf(definition: DefinitionNode, known: Set<DefinitionNode> = new Set()): Set<DefinitionNode> {
  visit(definition, {
    FragmentSpread({ name }) {
      const fragment = definitions.find(
        (each) => each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === name.value,
      )
      if (fragment === undefined || known.has(fragment)) return
      known.add(fragment)
      fragmentsOf(fragment, known)
    },
  })
  return known
}
