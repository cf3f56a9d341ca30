import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeTrp2020, encodeV2023 } from './encode.ts'
import type { Field, Shape } from './field.ts'
import type { Ivms101, Person } from './model.ts'
import { parseIvms101 } from './parse.ts'
import { IVMS101_FIELDS } from './schema.ts'
import vectors from './vectors/ivms101.json' with { type: 'json' }

const reference: Ivms101 = parseIvms101(vectors.list2020).payload ?? { transferPath: [] }

function encodePerson(person: Person): string {
  const encoded = encodeTrp2020({ originatingVasp: person, transferPath: [] }, 'LONE')
  return JSON.stringify(Reflect.get(Object(encoded.originatingVASP), 'originatingVASP'))
}

/** Arbitrary values for the fields of the schema, valid or not. */
function modelOf(fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> {
  const parts = fields.filter(({ key }) => key !== 'payloadVersion')
  const entries = parts.map((field) => [
    field.key,
    field.many ? listOf(contentOf(field.shape)) : contentOf(field.shape),
  ])
  const requiredKeys = parts.filter(({ many }) => many).map(({ key }) => key)
  return fc.record(Object.fromEntries(entries), { requiredKeys, noNullPrototype: true })
}

function listOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.array(value, { maxLength: 2 })
}

function contentOf(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.kind === 'OBJECT') return modelOf(shape.fields).filter((model) => !isEmpty(model))
  if (shape.kind === 'INTEGER') return fc.nat(1_000)
  if (shape.kind === 'CODE') return fc.constantFrom(...shape.codes)
  return fc.string({ unit: 'grapheme', minLength: 1 })
}

function isEmpty(model: object): boolean {
  return Object.values(model).every((value) => Array.isArray(value) && value.length === 0)
}

describe('an encoded payload', () => {
  it('an encoded payload equals the published strings in the lone form', () => {
    const [natural, legal] = vectors.goldenLone
    const nameIdentifier = [
      { primaryIdentifier: 'Engels', secondaryIdentifier: 'Friedrich', nameIdentifierType: 'LEGL' },
    ]
    const name = { nameIdentifier, localNameIdentifier: [], phoneticNameIdentifier: [] }
    expect(encodePerson({ naturalPerson: { name, geographicAddress: [] } })).toBe(natural)
    const legalName = [{ legalPersonName: 'Company A', legalPersonNameIdentifierType: 'LEGL' }]
    expect(encodePerson({ legalPerson: { name: { ...name, nameIdentifier: legalName }, geographicAddress: [] } })).toBe(
      legal,
    )
  })

  it('an encoded payload equals the vectors in the list form, the lone form and the 2023 edition', () => {
    expect(encodeTrp2020(reference, 'LIST')).toEqual(vectors.list2020)
    expect(encodeTrp2020(reference, 'LONE')).toEqual(vectors.lone2020)
    expect(encodeV2023(reference)).toEqual(vectors.v2023)
  })

  it('an encoded payload nests its VASPs in objects of the same name', () => {
    expect(encodeTrp2020(reference, 'LIST')).toHaveProperty('originatingVASP.originatingVASP.legalPerson')
    expect(encodeTrp2020(reference, 'LIST')).toHaveProperty('beneficiaryVASP.beneficiaryVASP.legalPerson')
  })

  it('an encoded payload contains only what the 2020 edition defines', () => {
    const { payload } = parseIvms101(vectors.v2023)
    expect(payload && encodeTrp2020(payload, 'LIST')).toEqual(vectors.list2020)
  })

  it('an encoded payload is parsed back unchanged in every form', () => {
    fc.assert(
      fc.property(modelOf(IVMS101_FIELDS), (model) => {
        const payload = model as unknown as Ivms101
        const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
        const list = parseIvms101(json(encodeTrp2020(payload, 'LIST')))
        expect(list).toEqual({ payload, dialect: '2020', issues: [], loneLists: [] })
        const lone = parseIvms101(json(encodeTrp2020(payload, 'LONE')))
        expect(lone).toMatchObject({ payload, dialect: '2020', issues: [] })
        const v2023 = parseIvms101(json(encodeV2023(payload)))
        const transliterationMethod = payload.payloadMetadata?.transliterationMethod ?? []
        const stamped = { ...payload, payloadMetadata: { transliterationMethod, payloadVersion: '101.2023' } }
        expect(v2023).toEqual({ payload: stamped, dialect: '2023', issues: [], loneLists: [] })
      }),
      { numRuns: 200 },
    )
  })
})
