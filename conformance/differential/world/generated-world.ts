import type { SupergraphFixture } from '../load-supergraph.ts'
import { type FederationFacts, readFacts } from './federation-facts.ts'
import { project } from './field-sets.ts'
import { responseLeaf } from './leaf-values.ts'
import { canonicalJson, hashOf, randomOf } from './random.ts'
import { openShapes, type Shape } from './shapes.ts'
import type { Thing, World, WorldValue } from './world.ts'

/** Few, so that a response contains the same entity several times. */
const entitiesPerType = 5
const listLengthMax = 3

/** A generated world, equal for equal seeds. */
export function openGeneratedWorld(fixture: SupergraphFixture, seed: number, facts = readFacts(fixture)): World {
  const shapeOf = openShapes(fixture)
  const rootTypes = [...fixture.graph.facts.rootTypes]

  const projectThing: World['project'] = (thing, selection) => project(fixture, read, thing, selection)

  function read(thing: Thing, field: string, args: Readonly<Record<string, unknown>>, required?: unknown): WorldValue {
    const coordinate = `${thing.type}.${field}`
    const shape = shapeOf(thing.type, field)
    const identity = identityValue(facts, thing, field, shape)
    if (identity !== undefined) return { leaf: identity }
    const fieldSet = facts.requires.get(coordinate)
    const basis = fieldSet === undefined ? '' : canonicalJson(required ?? projectThing(thing, fieldSet))
    return make(shape, [seed, coordinate, thing.key, canonicalJson(args), basis].join(' '))
  }

  function make(shape: Shape, place: string, mayBeNull = true): WorldValue {
    if (shape.kind === 'nonNull') return make(shape.of, place, false)
    const random = randomOf(place, shape.kind)
    if (mayBeNull && random.chance(0.12)) return null
    if (shape.kind === 'list') {
      const length = random.int(listLengthMax + 1)
      return Array.from({ length }, (_, index) => make(shape.of, `${place} ${index}`))
    }
    if (shape.kind === 'object') {
      const type = random.pick(shape.types)
      if (rootTypes.includes(type)) return { type, key: 'root' }
      const key = facts.entities.has(type) ? String(random.int(entitiesPerType)) : String(hashOf(place))
      return { type, key }
    }
    return { leaf: shape.values === undefined ? responseLeaf(shape.type, random) : random.pick(shape.values) }
  }

  const all = (type: string) => Array.from({ length: entitiesPerType }, (_, index) => ({ type, key: String(index) }))
  return { facts, shapeOf, read, project: projectThing, all }
}

/** The values of ids and keys, which are unique; other values may repeat. */
function identityValue({ keyFields }: FederationFacts, { type, key }: Thing, field: string, shape: Shape): unknown {
  const leaf = shape.kind === 'nonNull' ? shape.of : shape
  if (shape.kind !== 'nonNull' || leaf.kind !== 'leaf') return undefined
  const isKey = keyFields.has(`${type}.${field}`)
  if (leaf.type === 'ID') return `${type}-${key}${field === 'id' ? '' : `-${field}`}`
  if (isKey && leaf.type === 'String') return `${field} ü\u2028 of ${type}-${key}`
  if (isKey && leaf.type === 'Int') return hashOf(`${type} ${key}`) >> 1
  return undefined
}
