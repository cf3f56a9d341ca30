import { generateSealingKeys } from '@travel-rule/database/seal'
import { type GraphQLDirective, type GraphQLObjectType, getDirectiveValues } from 'graphql'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { buildSchema } from '../../schema.ts'
import { officer, openTestAutod, sealingKeys, type TestAutod } from '../../testing/open-test-autod.ts'

const stack = new AsyncDisposableStack()
let autod: TestAutod
beforeAll(async () => {
  autod = stack.use(await openTestAutod())
})
afterAll(() => stack.disposeAsync())

const FIELDS = '{ id name query isDefault }'
interface View {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly isDefault: boolean
}

/** A person without saved views, with read access only. */
function newPerson() {
  return { ...officer, subject: crypto.randomUUID(), roles: ['observer'], scopes: ['autod:read'] }
}

async function openClient(): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ connectionString: autod.databaseUrl })
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

async function views(person: typeof officer, from = autod): Promise<readonly View[]> {
  return (await from.graphql(`{ autod { me { savedViews ${FIELDS} } } }`, {}, person)).data.autod.me.savedViews
}

/** The views after a mutation such as `setDefaultView(id: null)`, or the code of its refusal. */
async function change(
  person: typeof officer,
  mutation: string,
  variables?: { readonly name: string; readonly query: string },
): Promise<readonly View[] | string | undefined> {
  const declared = variables === undefined ? '' : '($name: String!, $query: String!)'
  const document = `mutation ${declared} { autod { done: ${mutation} { savedViews ${FIELDS} } } }`
  const { data, errors } = await autod.graphql(document, variables, person)
  return data.autod?.done?.savedViews ?? errors?.[0]?.extensions.code
}

const save = (person: typeof officer, name: string, query = '') =>
  change(person, 'saveView(name: $name, query: $query)', { name, query })

test('autod reports its version to callers who may read it', async () => {
  const versionFor = async (scopes: string[]) =>
    (await autod.graphql('{ autod { programVersion } }', {}, { ...newPerson(), scopes })).data.autod?.programVersion
  expect(await versionFor(['autod:read'])).toMatch(/^\d+\.\d+\.\d+$/)
  expect(await versionFor([])).toBeUndefined()
})

describe('saved views', () => {
  it('saved views are listed by name, and a view saved again under its name keeps its id and remains the default', async () => {
    const person = newPerson()
    await save(person, 'b', 'due=overdue')
    await save(person, 'C')
    const [first] = (await save(person, ' a ', 'priority=HIGH')) as View[]
    expect(await views(person)).toMatchObject([
      { name: 'a', query: 'priority=HIGH', isDefault: false },
      { name: 'b', query: 'due=overdue', isDefault: false },
      { name: 'C', query: '', isDefault: false },
    ])
    await change(person, `setDefaultView(id: "${first?.id}")`)
    const changed = (await save(person, 'a', 'priority=LOW')) as View[]
    expect(changed).toHaveLength(3)
    expect(changed[0]).toEqual({ id: first?.id, name: 'a', query: 'priority=LOW', isDefault: true })
  })

  it('saved views have at most one default, which the person can change and remove', async () => {
    const person = newPerson()
    await save(person, 'a')
    const [a, b] = (await save(person, 'b')) as View[]
    const defaults = (of: unknown) => (of as View[]).filter(({ isDefault }) => isDefault).map(({ name }) => name)
    expect(defaults(await change(person, `setDefaultView(id: "${a?.id}")`))).toEqual(['a'])
    expect(defaults(await change(person, `setDefaultView(id: "${b?.id}")`))).toEqual(['b'])
    expect(defaults(await change(person, 'setDefaultView(id: null)'))).toEqual([])
    expect(await change(person, `setDefaultView(id: "${crypto.randomUUID()}")`)).toBe('SAVED_VIEW_NOT_FOUND')
  })

  it('saved views can be renamed to an unused name, and deleted', async () => {
    const person = newPerson()
    await save(person, 'a', 'due=overdue')
    const [a, b] = (await save(person, 'b')) as View[]
    expect(await change(person, `renameSavedView(id: "${a?.id}", name: "b")`)).toBe('SAVED_VIEW_EXISTS')
    expect(await change(person, `renameSavedView(id: "${a?.id}", name: " ")`)).toBe('SAVED_VIEW_INVALID')
    expect(await change(person, `renameSavedView(id: "${a?.id}", name: "c")`)).toMatchObject([
      { id: b?.id, name: 'b' },
      { id: a?.id, name: 'c', query: 'due=overdue' },
    ])
    expect(await change(person, `deleteSavedView(id: "${b?.id}")`)).toMatchObject([{ name: 'c' }])
    expect(await change(person, `deleteSavedView(id: "${b?.id}")`)).toBe('SAVED_VIEW_NOT_FOUND')
  })

  it('saved views of another person can neither be read nor changed', async () => {
    const [owner, other] = [newPerson(), newPerson()]
    const [view] = (await save(owner, 'mine', 'due=overdue')) as View[]
    await save(other, 'mine', 'priority=LOW')
    for (const mutation of ['deleteSavedView(id: $)', 'setDefaultView(id: $)', 'renameSavedView(id: $, name: "x")']) {
      expect(await change(other, mutation.replace('$', `"${view?.id}"`))).toBe('SAVED_VIEW_NOT_FOUND')
    }
    expect(await views(owner)).toEqual([view])
    expect(await views(other)).toMatchObject([{ name: 'mine', query: 'priority=LOW' }])
  })

  it.each([
    ['an empty name', ' ', ''],
    ['a name of 61 characters', '𝔘'.repeat(61), ''],
    ['a name of two lines', 'a\nb', ''],
    ['a name that changes the direction of writing', 'a\u202eb', ''],
    ['a name with a lone surrogate', 'a\ud800', ''],
    ['a query of 1,001 characters', 'a', 'x'.repeat(1_001)],
    ['a query with a NUL character', 'a', 'x\0'],
  ])('saved views are refused with %s', async (_what, name, query) => {
    expect(await save(newPerson(), name, query)).toBe('SAVED_VIEW_INVALID')
  })

  it('saved views are limited to 50 per person, even if they are saved at the same moment', async () => {
    const person = newPerson()
    const saved = await Promise.all(Array.from({ length: 53 }, (_, index) => save(person, `view ${index}`)))
    expect(saved.filter((result) => result === 'SAVED_VIEWS_TOO_MANY')).toHaveLength(3)
    const stored = await views(person)
    expect(stored).toHaveLength(50)
    expect(await save(person, stored[0]?.name ?? '', 'due=overdue')).toHaveLength(50)
    expect(await save(newPerson(), '𝔘'.repeat(60), 'x'.repeat(1_000))).toHaveLength(1)
  })

  it('saved views are sealed in the database, including those of an older version, and resealed when the sealing key changes', async () => {
    const person = newPerson()
    const stored = (await save(person, 'Cases of Karl Marx', 'assignee=beeblebrox')) as View[]
    const older = { name: 'Older of Karl Marx', query: 'q=beeblebrox' }
    await using client = await openClient()
    await client.query(`insert into saved_view values ($1, $2, $3, $4, false, now())`, [
      crypto.randomUUID(),
      person.subject,
      older.name,
      older.query,
    ])
    const rows = async () =>
      (
        await client.query<{ row: string; view_sealed: Buffer | null }>(
          'select saved_view::text as row, view_sealed from saved_view',
        )
      ).rows
    const untilSealed = async (keys: string) => {
      const [id = ''] = keys.split(':')
      await expect
        .poll(async () => (await rows()).every(({ view_sealed }) => view_sealed?.includes(id)), { timeout: 60_000 })
        .toBe(true)
    }
    const again = (keys: string) => openTestAutod({ databaseUrl: autod.databaseUrl, env: { AUTOD_SEALING_KEYS: keys } })

    const next = generateSealingKeys()
    {
      await using _rotated = await again(`${next},${sealingKeys}`)
      await untilSealed(next)
      expect(JSON.stringify(await rows())).not.toMatch(/Marx|beeblebrox/)
    }
    {
      await using withoutOld = await again(next)
      expect(await views(person, withoutOld)).toMatchObject([...stored, older])
    }
    // Restores what the other tests expect.
    await using _back = await again(`${sealingKeys},${next}`)
    await untilSealed(sealingKeys)
  })

  it('saved views that name a customer are erased for all people by an administrator, and only their number is recorded', async () => {
    const [one, other] = [newPerson(), newPerson()]
    await save(one, 'MARX, Këvin: late')
    await save(one, 'Market of Kevin')
    await save(other, 'mine', 'q=kevin+marx')
    const erase = (text: string, caller = officer) =>
      autod.graphql('mutation($text: String!) { autod { eraseSavedViews(text: $text) { views } } }', { text }, caller)
    expect((await erase('Kevin Marx', newPerson())).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    expect((await erase(' a-b ')).errors?.[0]?.extensions.code).toBe('SAVED_VIEW_INVALID')
    expect(await erase('Kevin Marx')).toEqual({ data: { autod: { eraseSavedViews: { views: 2 } } } })
    expect(await views(one)).toMatchObject([{ name: 'Market of Kevin' }])
    expect(await views(other)).toEqual([])
    const log = '{ autod { auditLogs(first: 1) { nodes { type actor { id } detail } } } }'
    const { data } = await autod.graphql(log.replace('detail', 'detail { name value }'))
    expect(data.autod.auditLogs.nodes).toMatchObject([{ type: 'saved-views.erased' }])
    expect(JSON.stringify(data)).not.toMatch(/marx/i)
  })

  it('saved views need only autod:read, which is not enough to change the organisation', async () => {
    const stranger = { ...newPerson(), scopes: ['trpd:read', 'trpd:write'] }
    expect(await save(stranger, 'a')).toBe('FORBIDDEN')
    expect(await change(stranger, 'setDefaultView(id: null)')).toBe('FORBIDDEN')
    const { errors } = await autod.graphql('{ autod { me { savedViews { id } } } }', {}, stranger)
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN')
    const query = 'mutation { autod { updateSettings(input: {}) { version } } }'
    expect((await autod.graphql(query, {}, newPerson())).errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })
})

test('every mutation of autod requires a scope, and only those of saved views require less than autod:write', () => {
  const schema = buildSchema()
  const directive = schema.getDirective('requiresScopes') as GraphQLDirective
  const fields = Object.values((schema.getType('AutodMutation') as GraphQLObjectType).getFields())
  const required = fields.map(({ name, astNode }) => [name, astNode && getDirectiveValues(directive, astNode)?.scopes])
  const views = ['saveView', 'renameSavedView', 'deleteSavedView', 'setDefaultView']
  for (const [name, scopes] of required) {
    expect([name, scopes]).toEqual([name, [[views.includes(String(name)) ? 'autod:read' : 'autod:write']]])
  }
})
