import { readFileSync } from 'node:fs'
import { buildGraph } from '@travel-rule/federation/planning/build-graph'
import { buildSchema, getOperationAST, getVariableValues, parse, validate } from 'graphql'
import { expect, test } from 'vitest'
import { readExamples, validExamples } from './open-explorer.ts'

const { schema } = buildGraph(readFileSync(new URL('../../supergraph.graphql', import.meta.url), 'utf8'))
const examples = await readExamples()

test.each(examples.map((example) => [`${example.group}: ${example.title}`, example] as const))(
  'the example %s and its variables are valid for the API schema',
  (_, { query, variables, title, type }) => {
    const document = parse(query)
    expect(validate(schema, document)).toEqual([])
    const operation = getOperationAST(document)
    expect(operation).toMatchObject({ operation: type, name: { value: expect.any(String) } })
    const values = JSON.parse(variables || '{}') as Record<string, unknown>
    const definitions = operation?.variableDefinitions ?? []
    expect(getVariableValues(schema, definitions, values).errors).toBeUndefined()
    expect(Object.keys(values)).toEqual(definitions.map(({ variable }) => variable.name.value))
    expect(title).not.toBe('')
  },
)

test('every domain has an example query, mutation and subscription', () => {
  const kinds = (group: string) => new Set(examples.filter((one) => one.group === group).map(({ type }) => type))
  expect(kinds('trpd')).toEqual(new Set(['query', 'mutation', 'subscription']))
  expect(kinds('aopd')).toEqual(new Set(['query', 'mutation', 'subscription']))
  expect(kinds('autod')).toEqual(new Set(['query', 'mutation']))
})

test('examples that are invalid for the schema are omitted', () => {
  expect(validExamples(examples, schema)).toHaveLength(examples.length)
  expect(validExamples(examples, buildSchema('type Query { hello: String }'))).toEqual([])
})
