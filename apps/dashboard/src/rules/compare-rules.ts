/** The differences of the current rules from a former version, one entry per rule. */
export type RuleDifference<Rule> =
  | { readonly kind: 'ADDED'; readonly name: string; readonly present: Rule }
  | { readonly kind: 'REMOVED'; readonly name: string; readonly former: Rule }
  | { readonly kind: 'CHANGED'; readonly name: string; readonly former: Rule; readonly present: Rule }
  /** The same rule at a different position, counted from 1. */
  | { readonly kind: 'MOVED'; readonly name: string; readonly place: number }

/**
 * The rules that differ, in the order of the current ones, followed by removed ones. A rule is identified by its name.
 * It has moved if its position among the rules of both versions differs.
 */
export function compareRules<Rule extends { readonly name: string }>(
  former: readonly Rule[],
  present: readonly Rule[],
): readonly RuleDifference<Rule>[] {
  const before = new Map(former.map((rule) => [rule.name, rule]))
  const after = new Set(present.map(({ name }) => name))
  const kept = former.filter(({ name }) => after.has(name)).map(({ name }) => name)
  const still = present.filter(({ name }) => before.has(name)).map(({ name }) => name)
  const differences = present.flatMap((rule): RuleDifference<Rule>[] => {
    const { name } = rule
    const known = before.get(name)
    if (known === undefined) return [{ kind: 'ADDED', name, present: rule }]
    if (JSON.stringify(known) !== JSON.stringify(rule)) return [{ kind: 'CHANGED', name, former: known, present: rule }]
    if (kept.indexOf(name) === still.indexOf(name)) return []
    return [{ kind: 'MOVED', name, place: present.indexOf(rule) + 1 }]
  })
  const removed = former.filter(({ name }) => !after.has(name))
  return [...differences, ...removed.map((rule) => ({ kind: 'REMOVED' as const, name: rule.name, former: rule }))]
}
