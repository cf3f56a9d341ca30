import { hash } from 'node:crypto'
import { type DocumentNode, Kind, visit } from 'graphql'
import type { SupergraphFacts } from '../supergraph/supergraph-facts.ts'

/**
 * Says if the `@override` with a label is active: its field is then resolved by the overriding subgraph, otherwise by
 * the overridden one.
 */
export type Overrides = (label: string) => boolean

/** No `@override` with a label is active. */
export const NO_OVERRIDES: Overrides = () => false

/**
 * The overrides of a caller.
 *
 * `percent(n)` is active for `n` percent of all callers, always the same ones; with a larger `n`
 * they remain among them. Other labels are active for every caller when `labels` names them.
 * Source: Apollo Federation, `@override`, "progressive override".
 */
export function overridesOf(caller: string, labels: ReadonlySet<string>): Overrides {
  let share: number | undefined
  return (label) => {
    const percent = PERCENT.exec(label)?.[1]
    if (percent === undefined) return labels.has(label)
    share ??= shareOf(caller)
    return share < Number(percent)
  }
}

const PERCENT = /^percent\((\d+(?:\.\d+)?)\)$/

/** A number from 0 to 100, excluding 100, evenly distributed over callers. */
function shareOf(caller: string): number {
  return (Number.parseInt(hash('sha256', caller, 'hex').slice(0, 12), 16) / 2 ** 48) * 100
}

/**
 * The labels that can decide which subgraphs an operation needs. A plan may also fetch key fields
 * and required fields, which the document does not name.
 */
export function overrideLabelsIn(
  document: DocumentNode,
  { overrideLabels, reservedNames }: Pick<SupergraphFacts, 'overrideLabels' | 'reservedNames'>,
): readonly string[] {
  if (overrideLabels.size === 0) return []
  const labels = new Set<string>()
  const add = (field: string) => {
    for (const label of overrideLabels.get(field) ?? []) labels.add(label)
  }
  for (const name of reservedNames) add(name)
  visit(document, { [Kind.FIELD]: ({ name }) => add(name.value) })
  return [...labels].sort()
}
