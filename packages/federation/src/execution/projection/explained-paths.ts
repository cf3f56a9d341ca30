import type { PlacedError } from '../plan-run.ts'

/** Paths by their steps. */
interface PathTree extends Map<string | number, PathTree> {}

/** Whether an error stands at or below the place to which the first steps of a path lead. */
export type IsExplained = (path: readonly (string | number)[], steps: number) => boolean

export function explainedPaths(placed: readonly PlacedError[]): IsExplained {
  const root: PathTree = new Map()
  for (const { path = [] } of placed) {
    let tree = root
    for (const key of path) {
      const next: PathTree = tree.get(key) ?? new Map()
      tree.set(key, next)
      tree = next
    }
  }
  return (path, steps) => {
    let tree: PathTree | undefined = root
    for (let step = 0; step < steps && tree !== undefined; step += 1) tree = tree.get(path[step] ?? '')
    return tree !== undefined
  }
}
