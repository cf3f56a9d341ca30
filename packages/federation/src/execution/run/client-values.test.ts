import { buildSchema, graphqlSync, isScalarType, parse, validate } from 'graphql'
import { Parser } from 'graphql/language/parser.js'
import { expect, test, vi } from 'vitest'
import { graphOf } from '../../testing/graph-of.ts'
import { type Responding, runOperation } from '../../testing/run-operation.ts'
import type { ExecutedResponse } from '../execute-plan.ts'
import { compileIsAboutLiteral } from './client-values.ts'

const A = 'scalar Colour type Query { paint(in: [Colour!], as: Kind, n: Int): Int other: Int } enum Kind { A B }'
const B = 'type Query { fine: Int }'
const graph = graphOf({ a: A, b: B })

/** A subgraph of another implementation, which checks the literals of its scalar. */
function vendor(sdl: string): Responding {
  const schema = buildSchema(sdl)
  const colour = schema.getType('Colour')
  if (isScalarType(colour)) {
    colour.parseLiteral = (node) => {
      if (!('value' in node) || node.value !== 'red') throw new Error('Red is the only colour.')
      return 'red'
    }
  }
  return ({ query }) => {
    const errors = validate(schema, parse(query))
    if (errors.length === 0) return graphqlSync({ schema, source: query, rootValue: { paint: 1, other: 1 } })
    const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' }
    return { errors: errors.map(({ message, locations }) => ({ message, locations, extensions })) }
  }
}

type ExecutedResult = Extract<ExecutedResponse, { kind: 'result' }>
const run = async (query: string, sdl = A) =>
  (await runOperation(graph, query, { a: vendor(sdl), b: () => ({ fine: 1 }) })).response as ExecutedResult

test('a literal that only the subgraph can check is a client error, at the field to which it was passed', async () => {
  const { data, errors } = (await run('{ paint(in: ["red", "loud"]) fine }')).result
  expect(data).toEqual({ paint: null, fine: 1 })
  expect(errors).toEqual([
    {
      message: 'Expected value of type "Colour!", found "loud"; Red is the only colour.',
      path: ['paint'],
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    },
  ])
})

test('a variable that only the subgraph can check is a client error, at the field to which it was passed', async () => {
  const refusal = { message: 'Red is the only colour.', extensions: { code: 'BAD_USER_INPUT' } }
  const a = () => ({ errors: [refusal] })
  const variables = { colour: 'loud' }
  const query = 'query ($colour: Colour!) { paint(in: [$colour]) fine }'
  const { response } = await runOperation(graph, query, { a, b: () => ({ fine: 1 }) }, { variables })
  expect(response).toMatchObject({
    result: { data: { paint: null, fine: 1 }, errors: [{ ...refusal, path: ['paint'] }] },
  })
})

test('a subgraph that does not know a field or an enum value is not a client error', async () => {
  const codes = async (query: string, sdl: string) =>
    (await run(query, sdl)).result.errors?.map(({ extensions }) => extensions?.code)
  expect(await codes('{ other }', A.replace('other: Int', ''))).toEqual(['INTERNAL_SERVER_ERROR'])
  expect(await codes('{ paint(as: B) }', A.replace('A B', 'A'))).toEqual(['INTERNAL_SERVER_ERROR'])
})

test('an error is about a literal only if its first location is', () => {
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' }
  const about = (locations: unknown) => compileIsAboutLiteral('{\n  a(b: [1])\n}')({ locations, extensions })
  expect(about([{ line: 2, column: 9 }])).toBe(true)
  expect(about([{ line: 2, column: 3 }])).toBe(false)
  for (const locations of [undefined, [], [{}], [null], 'x', [{ line: 90, column: 9 }]])
    expect(about(locations)).toBe(false)
})

test('a literal of an operation that passes through is found in the document that was sent', async () => {
  const query = 'query LongName($x: Int) { other p: paint(in: ["loud"], n: $x) }'
  const { response, sent } = await runOperation(graph, query, { a: vendor(A) })
  expect(sent[0]?.operationName).toBe('LongName')
  expect(response).toMatchObject({ result: { errors: [{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }, {}] } })
  expect(JSON.stringify(response)).not.toContain('INTERNAL_SERVER_ERROR')
})

test('the innermost value decides inside a list or an object', () => {
  const query = 'query ($v: Int) { a(b: { enum: RED, variable: $v, list: ["x", BLUE], n: 1 }) }'
  const isAboutLiteral = compileIsAboutLiteral(query)
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' }
  const about = (text: string) =>
    isAboutLiteral({ locations: [{ line: 1, column: query.indexOf(text) + 1 }], extensions })
  for (const text of ['{ enum', '["x"', '"x"', '1 }']) expect(about(text), text).toBe(true)
  for (const text of ['RED', '$v,', 'BLUE', 'enum', 'list']) expect(about(text), text).toBe(false)
})

test('many errors of one long operation cause it to be parsed only once', () => {
  const parsed = vi.spyOn(Parser.prototype, 'parseDocument')
  const isAboutLiteral = compileIsAboutLiteral('{ a(b: 1) }')
  isAboutLiteral({ locations: [{ line: 1, column: 8 }], extensions: { code: 'OTHER' } })
  expect(parsed).not.toHaveBeenCalled()
  const extensions = { code: 'GRAPHQL_VALIDATION_FAILED' }
  for (let count = 0; count < 100; count += 1) isAboutLiteral({ locations: [{ line: 1, column: 8 }], extensions })
  expect(parsed).toHaveBeenCalledTimes(1)
  parsed.mockRestore()
})
