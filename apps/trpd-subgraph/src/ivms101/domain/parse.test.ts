import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseJson } from '../../foundation/domain/json.ts'
import { IVMS101_DEPTH_MAX, IVMS101_LIST_MAX, IVMS101_VALUES_MAX, parseIvms101 } from './parse.ts'
import { validateIvms101 } from './validate.ts'
import vectors from './vectors/ivms101.json' with { type: 'json' }

const at = new Date('2026-01-01T00:00:00Z')
const { payload: reference } = parseIvms101(vectors.list2020)

/** The payload of the vectors with one part replaced. */
function withPart(part: string, value: unknown): Record<string, unknown> {
  return { ...vectors.list2020, [part]: value }
}

function found(json: unknown): string[] {
  return parseIvms101(json).issues.map(({ path, constraint }) => `${constraint} ${path}`)
}

describe('one payload in three dialects', () => {
  it.each([
    ['2020', vectors.list2020],
    ['2020', vectors.lone2020],
    ['2023', vectors.v2023],
    ['TRISA', vectors.trisa],
  ])('a payload in the dialect %s is recognized and parsed without an issue', (dialect, json) => {
    const reading = parseIvms101(json)
    expect(reading).toMatchObject({ dialect, issues: [] })
    const { payloadMetadata, ...rest } = reading.payload ?? { transferPath: [] }
    expect({ ...rest, payloadMetadata: { transliterationMethod: payloadMetadata?.transliterationMethod } }).toEqual(
      reference,
    )
    expect(reading.payload && validateIvms101(reading.payload, at)).toEqual([])
  })

  it('a payload is parsed the same from losslessly parsed JSON', () => {
    const json = parseJson(JSON.stringify(vectors.list2020))
    expect(json.ok && parseIvms101(json.value)).toEqual(parseIvms101(vectors.list2020))
  })

  it('parsing keeps every value of the payload', () => {
    expect(leavesOf(parseIvms101(vectors.list2020).payload)).toEqual(leavesOf(vectors.list2020))
    expect(reference).toMatchObject({
      originator: { originatorPersons: [{ naturalPerson: { dateAndPlaceOfBirth: { placeOfBirth: 'Wuppertal' } } }] },
      beneficiary: { beneficiaryPersons: [{ legalPerson: { customerIdentification: '5610' } }] },
      originatingVasp: { legalPerson: { nationalIdentification: { nationalIdentifierType: 'LEIX' } } },
      transferPath: [{ sequence: 1 }],
    })
  })
})

describe('a deviation is recorded, and the rest of the payload is parsed', () => {
  it.each<[string, unknown, string[]]>([
    [
      'a flattened VASP',
      withPart('originatingVASP', vectors.list2020.originatingVASP.originatingVASP),
      ['SHAPE originatingVASP'],
    ],
    [
      'a bare transfer path',
      withPart('transferPath', vectors.list2020.transferPath.transferPath),
      ['SHAPE transferPath'],
    ],
    ['a string for an object', withPart('beneficiary', 'Friedrich Engels'), ['SHAPE beneficiary']],
    [
      'a list for a single value',
      withPart('payloadMetadata', [{ transliterationMethod: ['cyrl'] }]),
      ['SHAPE payloadMetadata'],
    ],
    [
      'a null in a list',
      withPart('originator', { originatorPersons: [null] }),
      ['SHAPE originator.originatorPersons[0]'],
    ],
    ['a number for a string', withPart('originator', { accountNumber: [12] }), ['SHAPE originator.accountNumber[0]']],
    [
      'a boolean for a string',
      withPart('originator', { accountNumber: [true] }),
      ['SHAPE originator.accountNumber[0]'],
    ],
    ['unknown fields', { ...vectors.list2020, extra: 1, more: 2 }, ['UNKNOWN_FIELD ']],
    [
      'a name of another dialect',
      withPart('originator', { originatorPerson: [] }),
      ['DIALECT originator.originatorPersons'],
    ],
  ])('%s', (_, json, issues) => {
    const reading = parseIvms101(json)
    expect(found(json)).toEqual(issues)
    expect(reading.payload?.beneficiaryVasp).toEqual(reference?.beneficiaryVasp)
  })

  it('a misspelled post code is parsed', () => {
    const person = { naturalPerson: { geographicAddress: [{ postcode: 8000 }] } }
    const reading = parseIvms101({ originator: { originatorPersons: [person] } })
    expect(reading.payload?.originator?.originatorPersons[0]?.naturalPerson?.geographicAddress[0]?.postCode).toBe(
      '8000',
    )
    expect(reading.issues.map(({ constraint }) => constraint)).toEqual(['DIALECT', 'SHAPE'])
  })

  it('of two values under two names of a field, the one under the proper name is kept', () => {
    const twice = { beneficiaryPersons: [{ legalPerson: { customerNumber: '1', customerIdentification: '2' } }] }
    const reading = parseIvms101({ beneficiary: twice })
    expect(reading.payload?.beneficiary?.beneficiaryPersons[0]?.legalPerson?.customerIdentification).toBe('1')
    expect(reading.issues.map(({ constraint }) => constraint)).toEqual(['SHAPE'])
  })

  it('an unknown code is kept and reported by validation', () => {
    const name = { nameIdentifier: [{ primaryIdentifier: 'X', nameIdentifierType: 'NICK' }] }
    const reading = parseIvms101({ originator: { originatorPersons: [{ naturalPerson: { name } }] } })
    expect(reading.issues).toEqual([])
    expect(reading.payload && validateIvms101(reading.payload, at)).toContainEqual({
      path: 'originator.originatorPersons[0].naturalPerson.name.nameIdentifier[0].nameIdentifierType',
      constraint: 'CODE',
      message: 'nameIdentifierType is not a known code: use one of ALIA, BIRT, MAID, LEGL, MISC.',
    })
  })
})

describe('a payload is not parsed', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { originator: deep(levels - 1) })
  /** A payload with this number of values: three around the persons, and 50 in each person. */
  const wide = (values: number) => {
    const person = (size: number) => ({ naturalPerson: { geographicAddress: Array(size - 3).fill({}) } })
    const persons = Array.from({ length: Math.floor((values - 3) / 50) }, () => person(50))
    return { originator: { originatorPersons: [...persons, person((values - 3) % 50)] } }
  }

  it.each<[string, unknown, string]>([
    ['when it is a list', [vectors.list2020], 'SHAPE'],
    ['when it is a string', 'Friedrich Engels', 'SHAPE'],
    ['when it is null', null, 'SHAPE'],
    ['when it is nested too deeply', deep(IVMS101_DEPTH_MAX + 1), 'LIMIT'],
    ['when it is nested far too deeply', deep(5_000), 'LIMIT'],
    ['when a list is too long', { originator: { accountNumber: Array(IVMS101_LIST_MAX + 1).fill('x') } }, 'LIMIT'],
    ['when it has too many values', wide(IVMS101_VALUES_MAX + 1), 'LIMIT'],
    ['when it contains the key __proto__', JSON.parse('{"originator":{"__proto__":{"accountNumber":["x"]}}}'), 'KEY'],
    ['when it contains the key constructor', { constructor: { prototype: { polluted: 1 } } }, 'KEY'],
  ])('%s', (_, json, constraint) => {
    const reading = parseIvms101(json)
    expect(reading.payload).toBeUndefined()
    expect(reading.issues).toMatchObject([{ path: '', constraint }])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
  })

  it('a payload with the maximum number of values is parsed', () => {
    expect(parseIvms101(wide(IVMS101_VALUES_MAX)).payload).toBeDefined()
  })

  it('a payload is rejected only for a limit or a forbidden key, regardless of the JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (json) => {
        const { payload, issues } = parseIvms101(json)
        const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
        const mayBeRead = isObject && !hasForbiddenKey(json)
        expect({ json, isRead: payload !== undefined }).toEqual({ json, isRead: mayBeRead })
        if (!mayBeRead) expect(issues).toMatchObject([{ path: '' }])
      }),
    )
  })

  it('a payload is rejected only for a limit or a forbidden key, with any content in the IVMS101 fields', () => {
    const keys = fc.constantFrom(
      'originator',
      'originatingVASP',
      'originatorPersons',
      'naturalPerson',
      'name',
      'transferPath',
      'sequence',
    )
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 8 },
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(keys, tie('tree')),
      ),
    }))
    fc.assert(
      fc.property(fc.dictionary(keys, tree), (json) => {
        const { payload } = parseIvms101(json)
        expect(payload).toMatchObject({ transferPath: expect.any(Array) })
        const breaches = payload === undefined ? [] : validateIvms101(payload, at)
        // A payload without an originator and a beneficiary always violates the standard.
        expect(breaches.every(({ path, message }) => typeof path === 'string' && message !== '')).toBe(true)
        expect(breaches).not.toEqual([])
      }),
    )
  })
})

it('no issue quotes the payload', () => {
  const secret = 'Friedrich Engels'
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.constant(secret),
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(
        fc.constantFrom(secret, 'originator', 'originatorPersons', 'legalPerson', 'name', 'addressType', 'country'),
        tie('tree'),
      ),
    ),
  }))
  fc.assert(
    fc.property(tree, (json) => {
      const { payload, issues } = parseIvms101({ originator: json, originatingVASP: json })
      const all = [...issues, ...(payload === undefined ? [] : validateIvms101(payload, at))]
      expect(JSON.stringify(all)).not.toContain('Engels')
    }),
  )
})

/** The scalars in a JSON value as strings, sorted. */
function leavesOf(json: unknown): string[] {
  if (typeof json !== 'object' || json === null) return json === undefined ? [] : [String(json)]
  return Object.values(json)
    .flatMap((inner) => leavesOf(inner))
    .toSorted()
}

function hasForbiddenKey(json: unknown): boolean {
  if (typeof json !== 'object' || json === null) return false
  const keys = Array.isArray(json) ? [] : Object.keys(json)
  return (
    keys.some((key) => ['__proto__', 'constructor', 'prototype'].includes(key)) ||
    Object.values(json).some((inner) => hasForbiddenKey(inner))
  )
}
