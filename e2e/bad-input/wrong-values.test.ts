import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLFormattedError,
  type GraphQLObjectType,
  isInputObjectType,
  isInputType,
} from 'graphql'
import { afterAll, describe, expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { openLiveClient } from '../harness/live-client.ts'
import { ROOT } from '../harness/running-node.ts'
import { sharedNode } from '../harness/shared-node.ts'
import { fieldWith, type WrongValue, wrongValues } from './wrong-values.ts'

const schema = buildSchema(readFileSync(`${ROOT}/apps/gateway/supergraph.graphql`, 'utf8'), { assumeValid: true })
const api = await openApi(await sharedNode())
const live = openLiveClient(api.node, 'graphql-transport-ws', { bearer_token: api.token })
afterAll(async () => live[Symbol.asyncDispose]())

const TYPES = ['query', 'mutation', 'subscription'] as const
type Type = (typeof TYPES)[number]
interface Operation {
  readonly query: string
  readonly variables: Record<string, unknown>
}
type Send = (operation: Operation) => Promise<readonly GraphQLFormattedError[]>

const TRANSPORTS: Readonly<Record<string, Send>> = {
  HTTP: async ({ query, variables }) => {
    const { data, errors } = await api.execute(query, variables)
    expect(data ?? null).toBeNull()
    return errors
  },
  // The client rejects with the payload of an `error` message, which only a refusal has.
  WebSocket: (operation) =>
    live.execute(operation).then(
      ({ data }) => Promise.reject(new Error(`the operation ran: ${JSON.stringify(data)}`)),
      (errors: readonly GraphQLFormattedError[]) => errors,
    ),
}

/** Maximum number of errors that the gateway lists for one operation. */
const BATCH = 20
const marker = randomUUID()
const markersSeen = async () => {
  const query = 'query ($search: String) { trpd { vasps(search: $search) { name } } }'
  return (await api.request<{ trpd: { vasps: unknown[] } }>(query, { search: marker })).trpd.vasps
}

/** Fields that would change something before the wrong one, on separate lines. A subscription has only one field. */
const firstOf = (type: Type) =>
  type === 'mutation'
    ? `first: trpd { registerOrUpdateVasp(vasp: {name: "${marker}", url: "https://${marker}.example"}) { id } }\n`
    : ''

const casesOf = (type: Type) => wrongValues(schema, rootOf(type))
function rootOf(type: Type): GraphQLObjectType {
  const root = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  }[type]
  if (root === null || root === undefined) throw new Error(`the schema has no ${type}`)
  return root
}

function batchesOf(type: Type): readonly (readonly WrongValue[])[] {
  const cases = casesOf(type)
  const size = type === 'subscription' ? 1 : BATCH
  return Array.from({ length: Math.ceil(cases.length / size) }, (_, at) => cases.slice(at * size, (at + 1) * size))
}

it('every scalar, enum and input type that an operation can send has wrong values here', () => {
  const covered = new Set(TYPES.flatMap((type) => casesOf(type).flatMap(({ types }) => types)))
  const sent = Object.values(schema.getTypeMap()).filter(
    (type) => !/^(__|join__|link__|requiresScopes__)/.test(type.name) && isInputType(type) && isSent(type.name),
  )
  expect(sent.map(({ name }) => name).filter((name) => !covered.has(name))).toEqual([])
})

/** True if an argument or an input field has this type. Other types occur only in responses. */
function isSent(name: string): boolean {
  const isOf = (type: { toString(): string }) => type.toString().replaceAll(/[[\]!]/g, '') === name
  return Object.values(schema.getTypeMap()).some((type) => {
    if (isInputObjectType(type)) return Object.values(type.getFields()).some((field) => isOf(field.type))
    if (!('getFields' in type)) return false
    return Object.values(type.getFields()).some(
      (field) => 'args' in field && field.args.some((argument) => isOf(argument.type)),
    )
  })
}

describe.each(Object.keys(TRANSPORTS))('over %s', (transport) => {
  const send = TRANSPORTS[transport] as Send

  it.each(TYPES)('each wrong literal in a %s is refused with its location, and nothing is executed', async (type) => {
    for (const batch of batchesOf(type)) {
      const lines = batch.map((wrong, at) => fieldWith(wrong, `f${at}`, wrong.value.graphql))
      const errors = await send({ query: `${type} {\n${firstOf(type)}${lines.join('\n')}\n}`, variables: {} })
      const line = 1 + firstOf(type).split('\n').length
      const refused = batch.map(({ title }, at) => ({ title, code: 'GRAPHQL_VALIDATION_FAILED', line: line + at }))
      expect(
        errors.map(({ extensions, locations }, at) => ({
          title: batch[at]?.title,
          code: extensions?.code,
          line: locations?.[0]?.line,
        })),
        JSON.stringify(errors),
      ).toEqual(refused)
    }
    expect(await markersSeen()).toEqual([])
  })

  it.each(TYPES)('each wrong variable of a %s is refused with its location, and nothing is executed', async (type) => {
    for (const batch of batchesOf(type)) {
      const lines = batch.map((wrong, at) => fieldWith(wrong, `f${at}`, `$v${at}`))
      const declared = batch.map(({ argumentType }, at) => `$v${at}: ${argumentType}`)
      const variables = Object.fromEntries(batch.map(({ value }, at) => [`v${at}`, value.json]))
      const query = `${type} (\n${declared.join('\n')}\n) {\n${firstOf(type)}${lines.join('\n')}\n}`
      const errors = await send({ query, variables })
      expect(
        errors.map(({ extensions, locations, message }, at) => ({
          title: batch[at]?.title,
          code: extensions?.code,
          line: locations?.[0]?.line,
          isNamed: message.includes(batch[at]?.within === '' ? `"$v${at}"` : `"v${at}${batch[at]?.within}"`),
        })),
        JSON.stringify(errors),
      ).toEqual(batch.map(({ title }, at) => ({ title, code: 'BAD_USER_INPUT', line: 2 + at, isNamed: true })))
    }
    expect(await markersSeen()).toEqual([])
  })
})

it('the first part of these mutations is visible once it has been executed', async () => {
  await api.request(`mutation { ${firstOf('mutation')} }`)
  expect(await markersSeen()).toEqual([{ name: marker }])
})
