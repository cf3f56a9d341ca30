import {
  buildClientSchema,
  type GraphQLObjectType,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isScalarType,
  parse,
  validate,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { curlGraphql } from '../harness/curl.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { CONFIRM, INQUIRE } from '../harness/transfers.ts'

const node = await sharedNode()
const { token, execute } = await openApi(node)
const introspected = await curlGraphql<IntrospectionQuery>(node, { token, body: { query: getIntrospectionQuery() } })
const schema = buildClientSchema(introspected.json.data)
const fieldsOf = (type: GraphQLObjectType | null | undefined) => Object.keys(type?.getFields() ?? {}).sort()

describe('the public schema', () => {
  it('the public schema is served by POST {base_url}/graphql', async () => {
    const { status, headers, json } = await curlGraphql(node, {
      token,
      body: { query: '{ trpd { ownIdentity { name } } }' },
    })
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^application\/json/)
    expect(json).toEqual({ data: { trpd: { ownIdentity: { name: 'Example VASP' } } }, errors: [] })
  })

  it('graphql-js can build a client schema by introspection', () => {
    expect(introspected.status).toBe(200)
    expect(introspected.json.errors).toEqual([])
    expect(Object.keys(schema.getTypeMap())).toEqual(
      expect.arrayContaining(['Transaction', 'Vasp', 'SignatureProof', 'AuditLogEntry']),
    )
  })

  it('the public schema contains no federation types or fields', () => {
    expect(
      Object.keys(schema.getTypeMap()).filter(
        (name) => /^(_|join__|link__|federation__)/.test(name) && !name.startsWith('__'),
      ),
    ).toEqual([])
    expect(fieldsOf(schema.getQueryType())).not.toContain('_service')
    expect(fieldsOf(schema.getQueryType())).not.toContain('_entities')
  })

  it('Query has the root fields trpd, aopd and autod', () => {
    expect(fieldsOf(schema.getQueryType())).toEqual(['aopd', 'autod', 'trpd'])
  })

  it('Mutation has the root fields trpd, aopd and autod', () => {
    expect(fieldsOf(schema.getMutationType())).toEqual(['aopd', 'autod', 'trpd'])
  })

  it('Subscription has the fields trpdTransactions and aopdProofs', () => {
    expect(fieldsOf(schema.getSubscriptionType())).toEqual(['aopdProofs', 'trpdTransactions'])
  })

  it('one operation can query trpd, aopd and autod', async () => {
    const { data, errors } = await execute('{ trpd { vaspsCount } aopd { proofsCount } autod { me { clientId } } }')
    expect(errors).toEqual([])
    expect(data).toEqual({
      trpd: { vaspsCount: expect.any(Number) },
      aopd: { proofsCount: expect.any(Number) },
      autod: { me: { clientId: node.clientId } },
    })
  })

  it('the mutations trpd { inquire } and trpd { confirmTx } exist', () => {
    expect(validate(schema, parse(INQUIRE))).toEqual([])
    expect(validate(schema, parse(CONFIRM))).toEqual([])
  })

  it('root and mutation fields are nullable, so that a refusal does not null its siblings', () => {
    const namespaces = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    )
    const mutations = ['TrpdMutation', 'AopdMutation', 'AutodMutation'].flatMap((name) =>
      Object.values((schema.getType(name) as GraphQLObjectType).getFields()),
    )
    expect(namespaces).toHaveLength(6)
    expect(mutations.length).toBeGreaterThan(10)
    expect(
      [...namespaces, ...mutations].filter(({ type }) => String(type).endsWith('!')).map(({ name }) => name),
    ).toEqual([])
  })

  it('validateTravelAddress(travelAddress: String!): Boolean is declared', () => {
    const field = (schema.getType('TrpdQuery') as GraphQLObjectType).getFields().validateTravelAddress
    expect(String(field?.type)).toBe('Boolean')
    expect(isScalarType(field?.type)).toBe(true)
    expect(field?.args.map((arg) => `${arg.name}: ${arg.type}`)).toEqual(['travelAddress: String!'])
  })
})
