/** A place in an answer. */
export type Path = readonly (string | number)[]

/** Where `answer` differs from `truth`, the order of keys included. */
export interface TreeDifference {
  /** Places where the answer has null and the truth more. */
  readonly holes: readonly Path[]
  /** Places where the answer says something else. */
  readonly wrong: readonly Path[]
}

export function compareTrees(answer: unknown, truth: unknown): TreeDifference {
  const holes: Path[] = []
  const wrong: Path[] = []
  walk(answer, truth, [])
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

/** Every place with a null. */
export function nullsOf(value: unknown, path: Path = []): Path[] {
  if (value === null || value === undefined) return [path]
  if (Array.isArray(value)) return value.flatMap((item, index) => nullsOf(item, [...path, index]))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => nullsOf(inner, [...path, key]))
}

/** The null in which a place has vanished; `undefined` when the place is there. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
