/** How the current rules differ from those of a former version, one entry for each rule. */
export type RuleDifference<Rule> =
  | { readonly kind: 'ADDED'; readonly name: string; readonly present: Rule }
  | { readonly kind: 'REMOVED'; readonly name: string; readonly former: Rule }
  | { readonly kind: 'CHANGED'; readonly name: string; readonly former: Rule; readonly present: Rule }
  /** The same rule, now at another place among the others: its place from 1. */
  | { readonly kind: 'MOVED'; readonly name: string; readonly place: number }

/**
 * The rules that differ, in the order of the current ones; those that were removed are last. A rule is known by its
 * name. It counts as moved if its place among the rules of both versions is another one.
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
