import { isObject } from '@travel-rule/federation/subgraph-client/data-object'

/** A path in a response. */
export type Path = readonly (string | number)[]

/** The differences between `response` and `truth`, including the order of keys. */
export interface TreeDifference {
  /** Places where only the response is null. */
  readonly holes: readonly Path[]
  /** Places with a different value. */
  readonly wrong: readonly Path[]
}

export function compareTrees(response: unknown, truth: unknown): TreeDifference {
  const holes: Path[] = []
  const wrong: Path[] = []
  walk(response, truth, [])
  return { holes, wrong }

  function walk(mine: unknown, theirs: unknown, path: Path): void {
    if (mine === null && theirs !== null) {
      holes.push(path)
    } else if (Array.isArray(mine) && Array.isArray(theirs)) {
      if (mine.length !== theirs.length) wrong.push(path)
      else for (const [index, item] of mine.entries()) walk(item, theirs[index], [...path, index])
    } else if (isObject(mine) && isObject(theirs)) {
      const [keys, others] = [Object.keys(mine), Object.keys(theirs)]
      if (keys.join() !== others.join()) wrong.push(path)
      else for (const key of keys) walk(mine[key], theirs[key], [...path, key])
    } else if (JSON.stringify(mine) !== JSON.stringify(theirs)) {
      wrong.push(path)
    }
  }
}

/** All places that are null. */
export function nullsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || value === undefined) return [path]
  if (Array.isArray(value)) return value.flatMap((item, index) => nullsOf(item, [...path, index]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => nullsOf(inner, [...path, key]))
}

/** The place of the null that replaced `path` or a parent; `undefined` when the value exists. */
export function holeOf(data: unknown, path: Path): Path | undefined {
  let value = data
  for (const [depth, key] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, depth)
    value = Array.isArray(value) ? value[Number(key)] : isObject(value) ? value[key] : undefined
  }
  return value === null || value === undefined ? path : undefined
}

export function isWithin(path: Path, place: Path): boolean {
  return place.every((key, index) => path[index] === key)
}
