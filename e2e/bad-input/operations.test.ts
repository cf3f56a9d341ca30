import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { sharedNode } from '../harness/shared-node.ts'

const api = await openApi(await sharedNode())

interface Case {
  readonly what: string
  readonly query: string
  readonly variables?: object
  readonly names: RegExp
  /** Default: `GRAPHQL_VALIDATION_FAILED`. */
  readonly code?: string
}

const CASES: readonly Case[] = [
  { what: 'an unknown field', query: '{ trpd { vasps { name shoeSize } } }', names: /"shoeSize".*"Vasp"/ },
  { what: 'an unknown root field', query: '{ bank { id } }', names: /"bank"/ },
  { what: 'an unknown argument', query: '{ trpd { vasps(colour: "red") { name } } }', names: /"colour".*vasps/ },
  {
    what: 'a missing argument',
    query: '{ trpd { validateTravelAddress } }',
    names: /"validateTravelAddress".*"travelAddress"/,
  },
  { what: 'a literal of the wrong type', query: '{ trpd { vasps(limit: "ten") { name } } }', names: /Int.*"ten"/ },
  {
    what: 'an enum value that does not exist',
    query: '{ trpd { vasps(trust: SOMEWHAT) { name } } }',
    names: /"SOMEWHAT".*"Trust"/,
  },
  {
    what: 'a selection of a scalar',
    query: '{ trpd { validateTravelAddress(travelAddress: "x") { ok } } }',
    names: /"validateTravelAddress"/,
  },
  { what: 'no selection of an object', query: '{ trpd { vasps } }', names: /"vasps"/ },
  {
    what: 'a variable of the wrong type for its position',
    query: 'query ($limit: String) { trpd { vasps(limit: $limit) { name } } }',
    names: /"\$limit".*"String".*"Int"/,
  },
  { what: 'a variable that is not declared', query: '{ trpd { vasps(limit: $limit) { name } } }', names: /"\$limit"/ },
  {
    what: 'a missing variable',
    query: 'query ($id: ID!) { trpd { vasp(id: $id) { name } } }',
    names: /"\$id".*"ID!"/,
    code: 'BAD_USER_INPUT',
  },
  {
    what: 'a variable of the wrong type',
    query: 'query ($limit: Int) { trpd { vasps(limit: $limit) { name } } }',
    variables: { limit: 'ten' },
    names: /"\$limit"/,
    code: 'BAD_USER_INPUT',
  },
  {
    what: 'a missing field of an input',
    query: 'mutation ($input: InquireInput!) { trpd { inquire(input: $input) { id } } }',
    variables: { input: { travelAddress: 'x', asset: 'btc' } },
    names: /"amount"|amount/,
    code: 'BAD_USER_INPUT',
  },
  {
    what: 'an unknown field of an input',
    query: 'mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }',
    variables: { vasp: { name: 'x', trust: 'TRUSTED' } },
    names: /"trust".*VaspInput/,
    code: 'BAD_USER_INPUT',
  },
  { what: 'a syntax error', query: '{ trpd { vasps { name } }', names: /Syntax Error/, code: 'GRAPHQL_PARSE_FAILED' },
  {
    what: 'the _entities field of federation',
    query: '{ _entities(representations: []) { __typename } }',
    names: /"_entities"/,
  },
  { what: 'the schema of a subgraph', query: '{ _service { sdl } }', names: /"_service"/ },
]

describe('an invalid operation is refused with an error that names the invalid part', () => {
  it.each(CASES)('$what', async ({ query, variables, names, code = 'GRAPHQL_VALIDATION_FAILED' }) => {
    const { data, errors } = await api.execute(query, variables)
    expect(data).toBeNull()
    expect(errors.map(({ message }) => message).join('\n')).toMatch(names)
    expect(errors[0]?.extensions).toEqual({ code })
    expect(errors[0]?.locations?.[0]).toEqual({ line: 1, column: expect.any(Number) })
  })

  it('no part of an invalid mutation is executed', async () => {
    const name = `half-${randomUUID()}`
    const { data } = await api.execute(
      `mutation { trpd { registerOrUpdateVasp(vasp: { name: "${name}", url: "https://${name}.example" }) { id shoeSize } } }`,
    )
    expect(data).toBeNull()
    expect(await api.request(`{ trpd { vaspsCount(search: "${name}") } }`)).toEqual({ trpd: { vaspsCount: 0 } })
  })

  it('an operation with too many tokens is refused', async () => {
    const { data, errors } = await api.execute(`{ ${'__typename '.repeat(10_001)} }`)
    expect(data).toBeNull()
    expect(errors).toMatchObject([{ extensions: { code: 'OPERATION_LIMIT_EXCEEDED' } }])
  })
})

describe('values that the schema allows but the domain does not', () => {
  it.each([
    { query: '{ trpd { vasp(id: "no-such-id") { name } } }', data: { trpd: { vasp: null } } },
    {
      query: '{ trpd { transaction(id: "\'; drop table transfer; --") { id } } }',
      data: { trpd: { transaction: null } },
    },
    { query: '{ aopd { proof(id: "no-such-id") { id } } }', data: { aopd: { proof: null } } },
    { query: '{ trpd { vasps(search: "%\' or 1=1 --") { name } } }', data: { trpd: { vasps: [] } } },
  ])('a value that no record has matches nothing, without an error: $query', async ({ query, data }) => {
    expect(await api.execute(query)).toEqual({ data, errors: [] })
  })

  it.each([
    ['INPUT_INVALID', '{ trpd { transactions(first: -1) { nodes { id } } } }'],
    ['INPUT_INVALID', '{ trpd { transactions(first: 501) { nodes { id } } } }'],
    ['TRANSACTION_CURSOR_INVALID', '{ trpd { transactions(after: "x") { nodes { id } } } }'],
    ['INPUT_INVALID', '{ trpd { vasps(limit: -1) { name } } }'],
    ['INPUT_INVALID', '{ trpd { vasps(limit: 501) { name } } }'],
    ['INPUT_INVALID', '{ trpd { vasps(offset: -1) { name } } }'],
    ['INPUT_INVALID', '{ trpd { addressBook(limit: 501) { id } } }'],
    ['INPUT_INVALID', '{ aopd { proofs(limit: -1) { id } } }'],
    ['INPUT_INVALID', '{ aopd { proofs(limit: 501) { id } } }'],
    ['INPUT_INVALID', '{ aopd { proofs(offset: 1000001) { id } } }'],
    ['AUDIT_CURSOR_INVALID', '{ autod { auditLogs(after: "x") { nodes { id } } } }'],
    ['INPUT_INVALID', '{ autod { auditLogs(first: 501) { nodes { id } } } }'],
    ['INPUT_INVALID', '{ autod { users(limit: 501) { id } } }'],
    ['INPUT_INVALID', '{ autod { users(offset: -1) { id } } }'],
  ])('a page out of range is refused with %s: %s', async (code, query) => {
    const { errors } = await api.execute(query)
    expect(errors.map(({ extensions }) => extensions?.code)).toEqual([code])
  })

  it('a limit of 0 returns an empty page', async () => {
    const query =
      '{ trpd { vasps(limit: 0) { id } } aopd { proofs(limit: 0) { id } } autod { users(limit: 0) { id } } }'
    expect(await api.execute(query)).toEqual({
      data: { trpd: { vasps: [] }, aopd: { proofs: [] }, autod: { users: [] } },
      errors: [],
    })
  })
})
