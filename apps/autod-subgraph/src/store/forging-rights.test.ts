import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type OwnedStore, type OwnedStores, openOwnedStores } from '../testing/open-owned-store.ts'
import { openTestStore } from '../testing/open-test-store.ts'
import { listForgingRights } from './forging-rights.ts'

let stores: OwnedStores
let store: OwnedStore
beforeAll(async () => {
  stores = await openOwnedStores()
})
afterAll(() => stores?.[Symbol.asyncDispose]())
beforeEach(async () => {
  store = await stores.open()
})
afterEach(() => store[Symbol.asyncDispose]())

describe('the rights with which a role could forge the audit log', () => {
  it('forging rights do not include those that the service needs', async () => {
    expect(await listForgingRights(store.database)).toEqual([])
  })

  it.each([
    ['grant update on audit_log to ROLE', ['UPDATE on audit_log']],
    ['grant update (detail) on audit_log to ROLE', ['UPDATE on audit_log']],
    ['grant delete on audit_checkpoint to public', ['DELETE on audit_checkpoint']],
    ['grant truncate, trigger on audit_log to ROLE', ['TRUNCATE on audit_log', 'TRIGGER on audit_log']],
    ['grant insert on audit_chain to ROLE', ['INSERT on audit_chain']],
    ['grant execute on function extend_audit_chain() to ROLE', ['EXECUTE on extend_audit_chain()']],
    [
      'alter function extend_audit_chain() owner to ROLE',
      ['owner of extend_audit_chain()', 'EXECUTE on extend_audit_chain()'],
    ],
    ['grant set on parameter session_replication_role to ROLE', ['SET on session_replication_role']],
    ['grant pg_write_server_files to ROLE', ['member of pg_write_server_files']],
    ['alter schema public owner to ROLE', ['owner of schema public']],
    ['alter database ROLE owner to ROLE', ['owner of schema public']],
  ])('forging rights are reported: %s', async (statement, rights) => {
    const { pool } = store.database
    const [{ role }] = (await pool.query('select current_user as role')).rows
    await store.tamper(statement.replaceAll('ROLE', role))
    expect(await listForgingRights(store.database)).toEqual(rights)
  })

  it('forging rights are reported for a member of the role that owns the tables, and for a superuser', async () => {
    const { pool } = store.database
    const [{ role }] = (await pool.query('select current_user as role')).rows
    await store.tamper(`grant ${role}_owner to ${role} with inherit false`)
    expect(await listForgingRights(store.database)).toEqual(
      expect.arrayContaining(['owner of audit_log', 'owner of audit_chain', 'owner of audit_checkpoint']),
    )
    await store.tamper(`alter role ${role} superuser`)
    expect(await listForgingRights(store.database)).toContain('superuser')
  })

  it('forging rights are reported for a role that owns its tables', async () => {
    await using own = await openTestStore()
    expect(await listForgingRights(own)).toEqual(expect.arrayContaining(['owner of audit_log', 'UPDATE on audit_log']))
  })
})
