import type { ScopeChoice } from '@travel-rule/federation/supergraph/read-requirements'
import type { Explanation } from './explain-operation.ts'

/** An explanation for people: one line per property, then the plan. */
export function printExplanation(explanation: Explanation): string {
  const { operation, graph, subgraphs, fetches, cost, needs, overrides, passThrough, passThroughModes, plan } =
    explanation
  const lines = [
    ['operation', `${operation.type} ${operation.name ?? '(without a name)'}`],
    ['graph', graph],
    ['subgraphs', subgraphs.length === 0 ? 'none' : subgraphs.join(', ')],
    ['fetches', `${fetches.atMost ? 'at most ' : ''}${fetches.count}`],
    ['cost', String(cost)],
    ['pass-through', passThrough.possible ? "yes: the subgraph's bytes are the response" : `no: ${passThrough.reason}`],
    ...passThroughModes.map(({ subgraph, mode }, index) => [index === 0 ? 'trust' : '', `${subgraph}: ${mode}`]),
    ...overrides.map(({ label, active }, index) => [
      index === 0 ? 'overrides' : '',
      `${label}: ${active ? 'active' : 'not active'}`,
    ]),
    ...needsLines(needs),
  ]
  const width = Math.max(...lines.map(([name = '']) => name.length))
  return `${lines.map(([name = '', value]) => `${name.padEnd(width)}  ${value}`).join('\n')}\n\n${plan}\n`
}

function needsLines(needs: Explanation['needs']): string[][] {
  if (needs.length === 0) return [['needs', 'nothing but a valid token']]
  return needs.map(({ field, scopes, policies, authenticated }, index) => {
    const parts = [
      ...scopes.map(printChoice),
      ...policies.map((choice) => `policy ${printChoice(choice)}`),
      ...(authenticated === true ? ['a known caller'] : []),
    ]
    return [index === 0 ? 'needs' : '', `${parts.join('; and ')} (${field})`]
  })
}

function printChoice(choice: ScopeChoice): string {
  return choice.map((every) => every.join(' and ')).join(', or ')
}
