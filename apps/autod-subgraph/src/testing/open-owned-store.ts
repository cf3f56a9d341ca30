import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { type Database, openDatabase } from '@travel-rule/database/database'
import { openEmbeddedCluster } from '@travel-rule/embedded-postgres/embedded-cluster'
import pg from 'pg'
import { type Signing, signCheckpoint } from '../checkpoints/actions/sign-checkpoint.ts'
import { type CheckpointKeys, openCheckpointKeys } from '../checkpoints/checkpoint-keys.ts'
import type { Checkpoint } from '../checkpoints/domain/checkpoint.ts'
import { migrations, privileges } from '../store/migrations.ts'
import type { Tables } from '../store/tables.ts'
import { appendAll, auditRecord } from './open-test-store.ts'

/** A database of autod owned by another role, on its own server, with a superuser. */
export interface OwnedStore extends AsyncDisposable {
  /** Connected with the role of the service. */
  readonly database: Database<Tables>
  /** Connects as the owner of the tables. */
  readonly ownerUrl: string
  readonly keys: CheckpointKeys
  /** The signed checkpoints, oldest first. */
  readonly signed: readonly Checkpoint[]
  append(count: number): Promise<void>
  /** Signs new entries. `known` are the checkpoints that the signer knows from outside the database. */
  sign(known?: readonly Checkpoint[]): Promise<Signing>
  /** Runs statements as a superuser, without the triggers of the audit log. */
  tamper(...statements: readonly string[]): Promise<void>
}

/** A server, and the stores on it. */
export interface OwnedStores extends AsyncDisposable {
  open(): Promise<OwnedStore>
}

export async function openOwnedStores(): Promise<OwnedStores> {
  await using stack = new AsyncDisposableStack()
  const folder = await mkdtemp(path.join(tmpdir(), 'owned-store-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const cluster = stack.use(await openEmbeddedCluster({ dataDir: path.join(folder, 'cluster'), durable: false }))
  const keys = await openCheckpointKeys((await generateAssertionKeys()).keys)
  const owned = stack.move()
  let count = 0

  async function open(): Promise<OwnedStore> {
    count += 1
    const name = `autod_${count}`
    const { url, ownerUrl } = await cluster.ensureSharedDatabase(name)
    const applicationName = 'owned-store'
    const options = { url, migrationUrl: ownerUrl, migrations, privileges, applicationName }
    const database = await openDatabase<Tables>(options)
    const superuserUrl = new URL(cluster.superuserUrl)
    superuserUrl.pathname = `/${name}`
    const signed: Checkpoint[] = []
    return {
      database,
      ownerUrl,
      keys,
      signed,
      async append(entries) {
        const records = Array.from({ length: entries }, () => auditRecord())
        await appendAll(database, records)
      },
      async sign(known = []) {
        const rules = { entriesMax: 1, intervalMs: 0 }
        const newEpoch = crypto.randomUUID()
        const signing = await signCheckpoint({ db: database.db, signer: keys, known, rules, now: new Date(), newEpoch })
        if (signing.outcome === 'signed') signed.push(signing.checkpoint)
        return signing
      },
      async tamper(...statements) {
        const client = new pg.Client({ connectionString: superuserUrl.href })
        await client.connect()
        try {
          await client.query(`set session_replication_role = 'replica'`)
          for (const statement of statements) await client.query(statement)
        } finally {
          await client.end()
        }
      },
      [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
    }
  }
  return { open, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
