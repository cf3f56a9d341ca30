import { SealError } from '@travel-rule/database/sealed-bytes'
import { graphql, parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { buildSubgraph } from './subgraph-schema.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@requiresScopes"])`

interface Context {
  readonly identity?: { readonly scopes: readonly string[] }
}

test('a field or reference that reads a record while it is being erased reads it again, but a changing field does not', async () => {
  const typeDefs = parse(`${LINK}
    type Query { read: String, broken: String }
    type Mutation { shop: ShopMutation }
    type ShopMutation { put: String }
    type Item @key(fields: "id") { id: String }
  `)
  const calls = { read: 0, broken: 0, put: 0, item: 0 }
  const lose = async (name: keyof typeof calls, times: number) => {
    calls[name] += 1
    if (calls[name] <= times) throw new SealError('SEAL_KEY_ERASED', 'gone')
    return 'the erased form'
  }
  const schema = buildSubgraph({
    typeDefs,
    resolvers: {
      Query: { read: () => lose('read', 2), broken: () => lose('broken', 1_000) },
      Mutation: { shop: () => ({}) },
      ShopMutation: { put: () => lose('put', 1) },
      Item: { __resolveReference: async () => ({ id: await lose('item', 2) }) },
    },
    serialNamespaces: ['ShopMutation'],
  })
  const read = await graphql({ schema, source: '{ read broken }', contextValue: {} })
  expect(read.data).toEqual({ read: 'the erased form', broken: null })
  expect(read.errors?.map(({ path }) => path)).toEqual([['broken']])
  const put = await graphql({ schema, source: 'mutation { shop { put } }', contextValue: {} })
  expect(put.errors).toHaveLength(1)
  const source = '{ _entities(representations: [{ __typename: "Item", id: "1" }]) { ... on Item { id } } }'
  const items = await graphql({ schema, source, contextValue: {} })
  expect(items).toEqual({ data: { _entities: [{ id: 'the erased form' }] } })
  expect(calls).toEqual({ read: 3, broken: 4, put: 1, item: 3 })
})

describe('fields of a serial namespace', () => {
  const typeDefs = parse(`${LINK}
    type Query { ok: Boolean }
    type Mutation { shop: ShopMutation, other: OtherMutation }
    type ShopMutation { put(name: String!): Item, fail(name: String!): Item, strict: Item! }
    type OtherMutation { put(name: String!): Item }
    type Item { name: String!, slow: String, later: [String], parent: Item, plain: String }
  `)

  /** A shop that records what happens, and whose concurrent calls would finish in reverse order. */
  function openShop() {
    const seen: string[] = []
    let calls = 0
    const after = async (milliseconds: number): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
    }
    const put = async (_: unknown, { name }: { name: string }) => {
      seen.push(`${name} starts`)
      calls += 1
      await after(30 / calls)
      seen.push(`${name} ends`)
      return { name, plain: after(5).then(() => `${name} plain`) }
    }
    const fail = async (_: unknown, { name }: { name: string }) => {
      seen.push(`${name} starts`)
      await after(5)
      seen.push(`${name} fails`)
      throw new Error(name)
    }
    const slow = async ({ name }: { name: string }) => {
      await after(10)
      seen.push(`${name} shown`)
      return name
    }
    const item = {
      slow,
      parent: async ({ name }: { name: string }) => {
        await after(5)
        return { name: `parent of ${name}` }
      },
      later: ({ name }: { name: string }) => [after(15).then(() => void seen.push(`${name} listed`)), null],
    }
    const resolvers = {
      Mutation: { shop: () => ({}), other: () => ({}) },
      ShopMutation: { put, fail, strict: () => Promise.reject(new Error('strict')) },
      OtherMutation: { put },
      Item: item,
    }
    return { seen, schema: buildSubgraph({ typeDefs, resolvers, serialNamespaces: ['ShopMutation'] }) }
  }

  test('fields of a serial namespace run serially in document order', async () => {
    const { seen, schema } = openShop()
    const source =
      'mutation { shop { a: put(name: "a") { name } ...Rest } } fragment Rest on ShopMutation { b: put(name: "b") { name } c: put(name: "c") { name } }'
    const result = await graphql({ schema, source })
    expect(result).toMatchObject({ data: { shop: { a: { name: 'a' }, b: { name: 'b' }, c: { name: 'c' } } } })
    expect(seen).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends'])
  })

  test('fields of a serial namespace continue after one that throws', async () => {
    const { seen, schema } = openShop()
    const result = await graphql({
      schema,
      source: 'mutation { shop { fail(name: "a") { name } put(name: "b") { name } } }',
    })
    expect(result.data).toMatchObject({ shop: { fail: null, put: { name: 'b' } } })
    expect(result.errors?.[0]?.path).toEqual(['shop', 'fail'])
    expect(seen).toEqual(['a starts', 'a fails', 'b starts', 'b ends'])
  })

  test('a field of a serial namespace starts when everything selected below the previous one is resolved', async () => {
    const { seen, schema } = openShop()
    const source = 'mutation { shop { a: put(name: "a") { plain parent { slow } later } b: put(name: "b") { name } } }'
    expect((await graphql({ schema, source })).errors).toBeUndefined()
    expect(seen.indexOf('b starts')).toBeGreaterThan(seen.indexOf('parent of a shown'))
    expect(seen.indexOf('b starts')).toBeGreaterThan(seen.indexOf('a listed'))
  })

  test('fields of a serial namespace finish even when the namespace becomes null', async () => {
    const { schema } = openShop()
    const result = await graphql({ schema, source: 'mutation { shop { strict { name } put(name: "b") { name } } }' })
    expect(result.data).toEqual({ shop: null })
  })

  test('fields run in parallel in other namespaces and in queries', async () => {
    const { seen, schema } = openShop()
    await graphql({ schema, source: 'mutation { other { a: put(name: "a") { name } b: put(name: "b") { name } } }' })
    expect(seen.slice(0, 2)).toEqual(['a starts', 'b starts'])
    seen.length = 0
    const one = (name: string) => graphql({ schema, source: `mutation { shop { put(name: "${name}") { name } } }` })
    await Promise.all([one('a'), one('b')])
    expect(seen.slice(0, 2)).toEqual(['a starts', 'b starts'])
  })
})

describe('@requiresScopes', () => {
  const typeDefs = parse(`${LINK}
    type Query {
      shop: Shop @requiresScopes(scopes: [["shop:read"]])
      either: String @requiresScopes(scopes: [["a", "b"], ["c"]])
      vault: Vault
      named: Named
    }
    type Mutation { shop: ShopMutation @requiresScopes(scopes: [["shop:write"]]) }
    type ShopMutation { put: String }
    type Subscription { puts: String @requiresScopes(scopes: [["shop:read"]]) }
    type Shop { name: String }
    type Vault @key(fields: "id") @requiresScopes(scopes: [["vault"]]) { id: ID! }
    interface Named { name: String @requiresScopes(scopes: [["names"]]) }
    type Person implements Named @key(fields: "id") { id: ID!, name: String, secret: String @requiresScopes(scopes: [["pii"]]) }
  `)
  let touched: string[] = []
  const resolvers = {
    Query: {
      shop: () => void touched.push('shop'),
      either: () => 'either',
      vault: () => ({ id: '1' }),
      named: () => ({ __typename: 'Person', id: '1', name: 'Ann' }),
    },
    Mutation: { shop: () => ({ put: () => void touched.push('put') }) },
    Vault: { __resolveReference: () => void touched.push('vault') },
    Person: {
      __resolveReference: ({ id }: { id: string }) => ({ id, name: 'Ann' }),
      secret: () => {
        touched.push('secret')
        return 's'
      },
    },
  }
  const schema = buildSubgraph({ typeDefs, resolvers, serialNamespaces: ['ShopMutation'] })

  async function ask(source: string, scopes?: readonly string[]) {
    touched = []
    const contextValue: Context = scopes === undefined ? {} : { identity: { scopes } }
    const { data, errors } = await graphql({ schema, source, contextValue })
    return { data, refused: errors?.map((error) => [error.extensions.code, error.path?.join('.')]) }
  }

  test('a field without its scope is null with FORBIDDEN at its path, and its resolver does not run', async () => {
    expect(await ask('{ shop { name } }', ['other'])).toEqual({
      data: { shop: null },
      refused: [['FORBIDDEN', 'shop']],
    })
    expect(await ask('mutation { shop { put } }', ['shop:read'])).toMatchObject({ refused: [['FORBIDDEN', 'shop']] })
    expect(touched).toEqual([])
    expect(await ask('mutation { shop { put } }', ['shop:write'])).toMatchObject({ refused: undefined })
  })

  test('at least one of the lists of scopes must be granted completely', async () => {
    expect(await ask('{ either }', ['a'])).toMatchObject({ data: { either: null } })
    expect(await ask('{ either }', ['b', 'a'])).toMatchObject({ data: { either: 'either' } })
    expect(await ask('{ either }', ['c'])).toMatchObject({ data: { either: 'either' } })
  })

  test('a caller without an identity is refused', async () => {
    expect(await ask('{ either }')).toMatchObject({ data: { either: null }, refused: [['FORBIDDEN', 'either']] })
  })

  test('an entity field without its scope is refused', async () => {
    const source = '{ _entities(representations: [{ __typename: "Person", id: "1" }]) { ... on Person { id secret } } }'
    expect(await ask(source, ['names'])).toEqual({
      data: { _entities: [{ id: '1', secret: null }] },
      refused: [['FORBIDDEN', '_entities.0.secret']],
    })
    expect(touched).toEqual([])
    expect(await ask(source, ['pii'])).toMatchObject({ data: { _entities: [{ secret: 's' }] }, refused: undefined })
  })

  test('a scope on a type guards its references and all fields that return it', async () => {
    expect(await ask('{ vault { id } }', [])).toMatchObject({
      data: { vault: null },
      refused: [['FORBIDDEN', 'vault']],
    })
    const source = '{ _entities(representations: [{ __typename: "Vault", id: "1" }]) { __typename } }'
    expect(await ask(source, [])).toMatchObject({
      data: { _entities: [null] },
      refused: [['FORBIDDEN', '_entities.0']],
    })
    expect(touched).toEqual([])
  })

  test('a scope on an interface field guards the field of every implementation', async () => {
    expect(await ask('{ named { name } }', [])).toMatchObject({ refused: [['FORBIDDEN', 'named.name']] })
  })

  test('aliases and fragments do not bypass a scope', async () => {
    const source = '{ x: named { ... on Person { y: secret } } }'
    expect(await ask(source, [])).toMatchObject({ data: { x: { y: null } }, refused: [['FORBIDDEN', 'x.y']] })
  })
})

describe('building a subgraph fails early', () => {
  const build = (sdl: string, resolvers: object = {}, serialNamespaces: string[] = []) =>
    buildSubgraph({ typeDefs: parse(`${LINK} type Query { ok: Boolean } ${sdl}`), resolvers, serialNamespaces })

  test.each([
    ['a resolver of an unknown type', () => build('', { Nothing: {} }), /Nothing/],
    ['a resolver of an unknown field', () => build('', { Query: { okay: () => true } }), /Query\.okay/],
    ['a namespace that does not exist', () => build('', {}, ['ShopMutation']), /ShopMutation/],
    [
      'a policy',
      () =>
        buildSubgraph({
          typeDefs: parse(
            'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@policy"]) type Query { ok: Boolean @policy(policies: [["p"]]) }',
          ),
          resolvers: {},
          serialNamespaces: [],
        }),
      /@policy/,
    ],
    [
      'scopes under another name',
      () =>
        buildSubgraph({
          typeDefs: parse(
            'extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [{ name: "@requiresScopes", as: "@scopes" }]) type Query { ok: Boolean @scopes(scopes: [["s"]]) }',
          ),
          resolvers: {},
          serialNamespaces: [],
        }),
      /@requiresScopes/,
    ],
  ])('%s', (_name, make, problem) => {
    expect(make).toThrow(problem)
  })
})
