import type { SupergraphFixture } from '../load-supergraph.ts'
import { readFacts } from './federation-facts.ts'
import { project } from './field-sets.ts'
import { canonicalJson } from './random.ts'
import { openShapes, type Shape } from './shapes.ts'
import type { Thing, World, WorldValue } from './world.ts'

/**
 * A world as JSON: fields by type and key. The key of `Query` and `Mutation` is `root`.
 *
 * `-> Type/key` refers to a thing. An object is a value, with `__typename` if its type is ambiguous. A field may have
 * values by argument, such as `price {"currency":"EUR"}`; other arguments are ignored. A field is null if its
 * `@requires` received different values.
 */
export type WrittenWorld = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

export function openWrittenWorld(fixture: SupergraphFixture, written: WrittenWorld): World {
  const facts = readFacts(fixture)
  const shapeOf = openShapes(fixture)
  const values = new Map<string, Readonly<Record<string, unknown>>>()
  for (const [type, things] of Object.entries(written)) {
    for (const [key, fields] of Object.entries(things)) values.set(`${type}/${key}`, fields)
  }

  const projectThing: World['project'] = (thing, selection) => project(fixture, read, thing, selection)

  function read(thing: Thing, field: string, args: unknown, required?: unknown): WorldValue {
    const fieldSet = required === undefined ? undefined : facts.requires.get(`${thing.type}.${field}`)
    const isExpected =
      fieldSet === undefined || canonicalJson(required) === canonicalJson(projectThing(thing, fieldSet))
    const fields = isExpected ? values.get(`${thing.type}/${thing.key}`) : undefined
    const value = fields?.[`${field} ${canonicalJson(args)}`] ?? fields?.[field]
    return toValue(value ?? null, shapeOf(thing.type, field), `${thing.key}.${field}`)
  }

  function toValue(value: unknown, shape: Shape, place: string): WorldValue {
    if (shape.kind === 'nonNull') return toValue(value, shape.of, place)
    if (value === null) return null
    if (Array.isArray(value) && shape.kind === 'list') {
      return value.map((item, index) => toValue(item, shape.of, `${place}.${index}`))
    }
    if (shape.kind !== 'object') return { leaf: value }
    if (typeof value === 'string') {
      const [type = '', key = ''] = value.replace('-> ', '').split('/')
      return { type, key }
    }
    const fields = value as Readonly<Record<string, unknown>>
    const thing = { type: String(fields.__typename ?? shape.types[0]), key: place }
    values.set(`${thing.type}/${thing.key}`, fields)
    return thing
  }

  return {
    facts,
    shapeOf,
    read,
    project: projectThing,
    all: (type) => Object.keys(written[type] ?? {}).map((key) => ({ type, key })),
  }
}
