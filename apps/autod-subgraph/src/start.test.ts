import { terminateConnections } from '@travel-rule/database/testing/terminate-connections'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { officer, openTestAutod } from './testing/open-test-autod.ts'
import { openTestSource, transferEvent } from './testing/open-test-source.ts'

let stack: AsyncDisposableStack
beforeEach(() => {
  stack = new AsyncDisposableStack()
})
afterEach(() => stack.disposeAsync())

async function openWithFeeds() {
  const trpd = stack.use(await openTestSource())
  const aopd = stack.use(await openTestSource())
  const feeds = `trpd=${trpd.url},aopd=${aopd.url}`
  const autod = stack.use(await openTestAutod({ feeds }))
  for (const source of [trpd, aopd]) source.trust(`${autod.url}/.well-known/jwks.json`)
  return { trpd, aopd, autod, feeds }
}
const COUNT = '{ autod { auditLogsCount } }'
const TRAIL = `query ($representations: [_Any!]!) {
  _entities(representations: $representations) {
    ... on Transaction { id auditTrail { source type actor { name user { id name } } transaction { id } vasp { id } } }
    ... on Vasp { id auditTrail(first: 1) { type detail { name value } } }
    ... on User { id name firstSeenAt lastSeenAt }
  }
}`

describe('the audit log', () => {
  it('the audit log follows the feeds of other services with assertions of its own, and contains each event once', async () => {
    const { trpd, aopd, autod } = await openWithFeeds()
    await trpd.append(transferEvent({ type: 'transfer.inquired' }), transferEvent())
    await autod.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 2)
    const proof = { type: 'proof', id: 'p-1' }
    const customer = { type: 'CUSTOMER', id: 'c-1' } as const
    await aopd.append(
      transferEvent({ type: 'proof.verified', subject: proof, actor: customer, detail: { transactionId: 't-1' } }),
    )
    await autod.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 3)
    const representations = [
      { __typename: 'Transaction', id: 't-1' },
      { __typename: 'Transaction', id: 'unknown' },
      { __typename: 'Vasp', id: 'v-1' },
      { __typename: 'User', id: 'u-1' },
      { __typename: 'User', id: 'unknown' },
    ]
    const { data } = await autod.graphql(TRAIL, { representations })
    const ada = { name: 'Ada', user: { id: 'u-1', name: 'Ada' } }
    const entry = { source: 'trpd', actor: ada, transaction: { id: 't-1' }, vasp: { id: 'v-1' } }
    expect(data._entities).toEqual([
      {
        id: 't-1',
        auditTrail: [
          {
            source: 'aopd',
            type: 'proof.verified',
            actor: { name: null, user: null },
            transaction: { id: 't-1' },
            vasp: null,
          },
          { ...entry, type: 'transfer.approved' },
          { ...entry, type: 'transfer.inquired' },
        ],
      },
      { id: 'unknown', auditTrail: [] },
      {
        id: 'v-1',
        auditTrail: [
          {
            type: 'transfer.approved',
            detail: [
              { name: 'status', value: 'APPROVED' },
              { name: 'vaspId', value: 'v-1' },
              { name: 'version', value: '2' },
            ],
          },
        ],
      },
      { id: 'u-1', name: 'Ada', firstSeenAt: '2025-01-01T10:00:00.000Z', lastSeenAt: '2025-01-01T10:00:00.000Z' },
      { id: 'unknown', name: null, firstSeenAt: null, lastSeenAt: null },
    ])
  })

  it('the audit log shows the detail of an event only to callers who may read its service', async () => {
    const { trpd, autod } = await openWithFeeds()
    await trpd.append(transferEvent())
    await autod.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 1)
    const query = `query ($representations: [_Any!]!) {
      autod { auditLogs { nodes { ...Entry } } }
      _entities(representations: $representations) {
        ... on Transaction { auditTrail { ...Entry } }
        ... on Vasp { auditTrail { ...Entry } }
      }
    }
    fragment Entry on AuditLogEntry { subjectId detail { name } isDetailWithheld transaction { id } vasp { id } }`
    const representations = [
      { __typename: 'Transaction', id: 't-1' },
      { __typename: 'Vasp', id: 'v-1' },
    ]
    const { data } = await autod.graphql(
      query,
      { representations },
      { ...officer, scopes: ['autod:read', 'aopd:read'] },
    )
    const bare = { subjectId: 't-1', detail: [], isDetailWithheld: true, transaction: { id: 't-1' }, vasp: null }
    expect(data.autod.auditLogs.nodes).toEqual([bare])
    expect(data._entities).toEqual([{ auditTrail: [bare] }, { auditTrail: [] }])
    const full = { isDetailWithheld: false, vasp: { id: 'v-1' } }
    const { data: visible } = await autod.graphql(query, { representations })
    expect(visible.autod.auditLogs.nodes).toMatchObject([full])
    expect(visible._entities).toMatchObject([{ auditTrail: [full] }, { auditTrail: [full] }])
  })

  it('the audit log cannot be read by a caller without a scope, who still sees itself', async () => {
    const autod = stack.use(await openTestAutod())
    const visitor = { ...officer, roles: [], scopes: [] }
    const { data, errors } = await autod.graphql('{ autod { me { id name roles scopes } } }', {}, visitor)
    expect([data, errors]).toEqual([
      { autod: { me: { id: 'officer-1', name: 'Olga Officer', roles: [], scopes: [] } } },
      undefined,
    ])
    for (const field of [
      'users { id }',
      'usersCount',
      'user(id: "u-1") { id }',
      'settings { version }',
      'auditLogs { nodes { id } }',
      'auditLogsCount',
      'verifyAuditLog { isIntact }',
    ]) {
      const refused = await autod.graphql(`{ autod { ${field} } }`, {}, visitor)
      expect(refused.errors?.map(({ extensions }) => extensions.code)).toEqual(['FORBIDDEN'])
    }
  })

  it('the audit log is read in pages, newest first', async () => {
    const { trpd, autod } = await openWithFeeds()
    await trpd.append(...['a', 'b', 'c', 'd', 'e'].map((type) => transferEvent({ type })))
    await autod.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 5)
    const query = `query ($after: String) { autod { auditLogs(first: 2, after: $after) {
      nodes { type } edges { cursor node { sequence } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`
    const types = []
    let after: string | null = null
    do {
      const { data } = await autod.graphql(query, { after })
      const { nodes, edges, pageInfo } = data.autod.auditLogs
      expect(pageInfo).toMatchObject({ hasPreviousPage: after !== null, startCursor: edges[0].cursor })
      types.push(nodes.map(({ type }: { type: string }) => type))
      after = pageInfo.hasNextPage ? pageInfo.endCursor : null
    } while (after !== null)
    expect(types).toEqual([['e', 'd'], ['c', 'b'], ['a']])
  })

  it.each(['', 'nonsense', 'YXVkaXQ6MA', 'YXVkaXQ6LTE'])('the audit log refuses the cursor "%s"', async (after) => {
    const autod = stack.use(await openTestAutod())
    const query = 'query ($after: String) { autod { auditLogs(after: $after) { nodes { id } } } }'
    const { data, errors } = await autod.graphql(query, { after })
    expect([data, errors?.[0]?.extensions.code]).toEqual([{ autod: { auditLogs: null } }, 'AUDIT_CURSOR_INVALID'])
  })

  it('the audit log is reported as intact', async () => {
    const { trpd, autod } = await openWithFeeds()
    await trpd.append(transferEvent(), transferEvent())
    await autod.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 2)
    const query = `query ($from: String, $first: Int) { autod { verifyAuditLog(from: $from, first: $first) {
      from to checked isComplete isIntact problems { kind sequence message } } } }`
    const { verifyAuditLog } = (await autod.until(query, (data) => data.autod.verifyAuditLog.isComplete)).autod
    expect(verifyAuditLog).toEqual({
      from: '1',
      to: '2',
      checked: 2,
      isComplete: true,
      isIntact: true,
      problems: [],
    })
    const { data, errors } = await autod.graphql(query, { from: '-1' })
    expect([data.autod.verifyAuditLog, errors?.[0]?.extensions.code]).toEqual([null, 'AUDIT_SEQUENCE_INVALID'])
    const part = (await autod.graphql(query, { first: 1 })).data.autod.verifyAuditLog
    expect(part).toMatchObject({ from: '1', to: '1', checked: 1, isComplete: false, isIntact: true })
    const none = await autod.graphql(query, { first: 0 })
    expect(none.errors?.[0]?.extensions.code).toBe('INPUT_INVALID')
  })

  it('autod does not start with a checkpoint file that cannot be written', async () => {
    const env = { AUTOD_CHECKPOINT_FILE: '/dev/null/checkpoints' }
    await expect(openTestAutod({ env })).rejects.toThrow(
      /^AUTOD_CHECKPOINT_FILE: \/dev\/null\/checkpoints cannot be written: ENOTDIR/,
    )
  })

  it('the audit log is signed, and the public keys for verifying it are published', async () => {
    const { trpd, autod } = await openWithFeeds()
    await trpd.append(transferEvent(), transferEvent())
    const { verifyAuditLog } = (
      await autod.until(
        '{ autod { verifyAuditLog { isIntact newestCheckpoint { sequence hash keyId } } } }',
        ({ autod: { verifyAuditLog } }) => verifyAuditLog.newestCheckpoint?.sequence === '2',
      )
    ).autod
    const { auditLogs } = (await autod.graphql('{ autod { auditLogs(first: 1) { nodes { hash } } } }')).data.autod
    const { keys } = (await (await fetch(`${autod.url}/audit-keys.json`)).json()) as { keys: { kid: string }[] }
    expect(verifyAuditLog).toEqual({
      isIntact: true,
      newestCheckpoint: { sequence: '2', hash: auditLogs.nodes[0].hash, keyId: keys[0]?.kid },
    })
    expect(keys).toEqual([expect.not.objectContaining({ d: expect.anything() })])
  })

  it('the audit log has the same entries after a restart, and the next event continues their chain', async () => {
    const { trpd, aopd, feeds } = await openWithFeeds()
    const databaseUrl = await createTestDatabase(stack)
    const first = await openTestAutod({ feeds, databaseUrl })
    for (const source of [trpd, aopd]) source.trust(`${first.url}/.well-known/jwks.json`)
    await trpd.append(transferEvent({ type: 'transfer.inquired' }), transferEvent())
    await first.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 2)
    const query = `{ autod {
      auditLogs { nodes {
        id sequence source type subjectType subjectId actor { type id name } at detail { name value } hash previousHash
      } }
      verifyAuditLog { checked isComplete isIntact problems { message } }
    } }`
    const before = (await first.graphql(query)).data.autod.auditLogs.nodes
    await first[Symbol.asyncDispose]()

    await trpd.append(transferEvent({ type: 'transfer.confirmed' }))
    const second = stack.use(await openTestAutod({ feeds, databaseUrl }))
    for (const source of [trpd, aopd]) source.trust(`${second.url}/.well-known/jwks.json`)
    const { autod } = await second.until(
      query,
      (data) => data.autod.auditLogs.nodes.length === 3 && data.autod.verifyAuditLog.isComplete,
    )
    const { auditLogs, verifyAuditLog } = autod
    const [newest, ...rest] = auditLogs.nodes
    expect(rest).toEqual(before)
    expect(before.map(({ type }: { type: string }) => type)).toEqual(['transfer.approved', 'transfer.inquired'])
    expect(newest).toMatchObject({ type: 'transfer.confirmed', sequence: '3', previousHash: before[0].hash })
    expect(verifyAuditLog).toEqual({ checked: 3, isComplete: true, isIntact: true, problems: [] })
  })

  it('the audit log is rebuilt from zero to the same chain and the same users', async () => {
    const trpd = stack.use(await openTestSource())
    const events = Array.from({ length: 250 }, (_, index) =>
      transferEvent({
        subject: { type: 'transfer', id: `t-${index % 7}` },
        actor: { type: 'USER', id: `u-${index % 3}` },
      }),
    )
    await trpd.append(...events)
    const rebuild = async () => {
      await using autod = await openTestAutod({ feeds: `trpd=${trpd.url}` })
      trpd.trust(`${autod.url}/.well-known/jwks.json`)
      await autod.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 250)
      const { data } = await autod.graphql(`{ autod {
        auditLogs(first: 500) { nodes { id sequence hash at type subjectId actor { id } detail { name value } } }
        users { id name firstSeenAt } } }`)
      const users = data.autod.users.filter(({ id }: { id: string }) => id !== officer.subject)
      return { nodes: data.autod.auditLogs.nodes, users: users.sort(byId) }
    }
    expect(await rebuild()).toEqual(await rebuild())
  })
})

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

describe('the caller', () => {
  it('the caller is the one in the assertion, and is recorded as seen', async () => {
    const autod = stack.use(await openTestAutod())
    const query = '{ autod { me { id name clientId roles scopes user { name roles firstSeenAt } } usersCount } }'
    const { data } = await autod.graphql(query)
    const { subject: id, name, clientId, roles, scopes } = officer
    expect(data.autod).toEqual({
      me: { id, name, clientId, roles, scopes, user: { name, roles, firstSeenAt: expect.any(String) } },
      usersCount: 1,
    })
    const changed = { ...officer, roles: ['administrator'] }
    await autod.graphql('{ autod { usersCount } }', {}, changed)
    const again = await autod.graphql(
      `{ autod { user(id: "${id}") { roles } none: user(id: "x") { id } } }`,
      {},
      changed,
    )
    expect(again.data.autod).toEqual({ user: { roles: ['administrator'] }, none: null })
  })

  it('the caller may query strings that no database can store, and finds nothing', async () => {
    const autod = stack.use(await openTestAutod())
    const query = `query ($text: String!, $id: ID!) { autod {
      user(id: $id) { id }
      auditLogs(filter: { subjectType: $text, subjectId: $text, actorId: $text, types: [$text] }) { nodes { id } }
      auditLogsCount(filter: { subjectId: $text }) } }`
    for (const text of ['a\0b', '\ud800']) {
      const { data, errors } = await autod.graphql(query, { text, id: text })
      expect(errors ?? []).toEqual([])
      expect(data.autod).toEqual({ user: null, auditLogs: { nodes: [] }, auditLogsCount: 0 })
    }
    const representations = ['Transaction', 'Vasp', 'User'].map((__typename) => ({ __typename, id: 'a\0b' }))
    const { data } = await autod.graphql(
      `query ($representations: [_Any!]!) { _entities(representations: $representations) {
        ... on Transaction { auditTrail { id } } ... on Vasp { auditTrail { id } } ... on User { name } } }`,
      { representations },
    )
    expect(data._entities).toEqual([{ auditTrail: [] }, { auditTrail: [] }, { name: null }])
  })

  it('the caller is refused fields that need autod:read or autod:write if it lacks the scope', async () => {
    const autod = stack.use(await openTestAutod())
    const reader = { ...officer, scopes: ['trpd:read'] }
    for (const [query, autodData] of [
      ['{ autod { usersCount } }', null],
      ['mutation { autod { updateSettings(input: {}) { version } } }', { updateSettings: null }],
    ] as const) {
      const { data, errors } = await autod.graphql(query, {}, reader)
      expect([data, errors?.[0]?.extensions.code]).toEqual([{ autod: autodData }, 'FORBIDDEN'])
    }
    const representations = [{ __typename: 'Transaction', id: 't-1' }]
    const trail = await autod.graphql(TRAIL, { representations }, reader)
    expect(trail.errors?.[0]?.extensions.code).toBe('FORBIDDEN')
  })

  it('the caller gets 401 without an assertion for this service, even for _entities and _service', async () => {
    const autod = stack.use(await openTestAutod())
    const assertions = [undefined, 'nonsense', await autod.assertion(officer, 'trpd')]
    for (const assertion of assertions) {
      for (const query of [
        '{ autod { usersCount } }',
        '{ _service { sdl } }',
        '{ _entities(representations: []) { __typename } }',
      ]) {
        const response = await fetch(`${autod.url}/graphql`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            ...(assertion === undefined ? {} : { 'x-identity-assertion': assertion }),
          },
          body: JSON.stringify({ query }),
        })
        expect(response.status).toBe(401)
      }
    }
  })
})

describe('the settings', () => {
  it('the settings are changed by mutations in order, and audited', async () => {
    const autod = stack.use(await openTestAutod())
    const { data } = await autod.graphql(`mutation { autod {
      a: updateSettings(input: { displayName: "Example VASP", expectedVersion: 1 }) { version displayName }
      b: updateSettings(input: { timeZone: "Europe/Zurich", expectedVersion: 2 }) { version timeZone updatedBy { name } }
    } }`)
    expect(data.autod).toEqual({
      a: { version: 2, displayName: 'Example VASP' },
      b: { version: 3, timeZone: 'Europe/Zurich', updatedBy: { name: 'Olga Officer' } },
    })
    const log = await autod.graphql(
      '{ autod { settings { version locale } auditLogs { nodes { type actor { id } } } } }',
    )
    expect(log.data.autod).toEqual({
      settings: { version: 3, locale: 'en' },
      auditLogs: {
        nodes: [
          { type: 'settings.changed', actor: { id: 'officer-1' } },
          { type: 'settings.changed', actor: { id: 'officer-1' } },
        ],
      },
    })
  })

  it('the settings are refused with the name of an invalid field', async () => {
    const autod = stack.use(await openTestAutod())
    const { data, errors } = await autod.graphql(
      'mutation { autod { updateSettings(input: { timeZone: "Mars" }) { version } } }',
    )
    expect(data).toEqual({ autod: { updateSettings: null } })
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('timeZone'),
      extensions: { code: 'SETTINGS_INVALID', field: 'timeZone' },
    })
  })
})

describe('the port', () => {
  it('autod publishes public keys and the progress of the feeds', async () => {
    const { trpd, autod } = await openWithFeeds()
    const { keys } = (await (await fetch(`${autod.url}/.well-known/jwks.json`)).json()) as { keys: object[] }
    expect(keys).toEqual([expect.not.objectContaining({ d: expect.anything() })])
    await trpd.append(transferEvent())
    await autod.until(COUNT, ({ autod: { auditLogsCount } }) => auditLogsCount === 1)
    const { feeds } = (await (await fetch(`${autod.url}/feeds`)).json()) as { feeds: object[] }
    expect(feeds[0]).toMatchObject({ source: 'trpd', lastEventAt: '2025-01-01T10:00:00.000Z' })
  })

  it('autod is ready without its feeds, because the audit log can be read', async () => {
    const autod = stack.use(await openTestAutod())
    expect((await fetch(`${autod.url}/readyz`)).status).toBe(200)
  })

  it('autod is not ready while its database cannot be written', async () => {
    const autod = stack.use(await openTestAutod())
    const readiness = async () => {
      const response = await fetch(`${autod.url}/readyz`)
      const { checks } = (await response.json()) as { checks: { database: string } }
      return [response.status, checks.database]
    }
    const change = async (...statements: readonly string[]) => {
      const client = new pg.Client({ connectionString: autod.databaseUrl })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      await client.end()
      await terminateConnections(autod.databaseUrl)
    }
    const name = new URL(autod.databaseUrl).pathname.slice(1)
    expect(await readiness()).toEqual([200, 'ok'])
    await change(`alter database ${name} set default_transaction_read_only = on`)
    await expect.poll(readiness).toEqual([503, 'the database is read-only'])
    await change(
      'set default_transaction_read_only = off',
      `alter database ${name} reset default_transaction_read_only`,
    )
    await expect.poll(readiness).toEqual([200, 'ok'])
  })
})
