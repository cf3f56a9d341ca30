import type { DataObject } from '../../subgraph-client/data-object.ts'

/** Entities to be fetched together. */
export interface EntityBatch {
  /** What is sent: no two are the same. */
  readonly representations: readonly DataObject[]
  /** Objects of the answer that an entity's data belongs to, */
  readonly targets: readonly DataObject[]
  /** and for each of them which of the representations is its own. */
  readonly indexes: readonly number[]
  add(target: DataObject, representation: DataObject): void
}

export function openBatch(): EntityBatch {
  const representations: DataObject[] = []
  const targets: DataObject[] = []
  const indexes: number[] = []
  const known = new Map<string, number>()
  return {
    representations,
    targets,
    indexes,
    add(target, representation) {
      const text = keyOf(representation)
      let index = known.get(text)
      if (index === undefined) {
        index = representations.push(representation) - 1
        known.set(text, index)
      }
      targets.push(target)
      indexes.push(index)
    },
  }
}

/** The same for the same representation only. Most are a few texts: writing those down is half the work of writing JSON. */
function keyOf(representation: DataObject): string {
  let key = ''
  for (const name of Object.keys(representation)) {
    const value = representation[name]
    if (typeof value !== 'string') return JSON.stringify(representation)
    key += `${name}:${value.length}:${value}`
  }
  return key
}
