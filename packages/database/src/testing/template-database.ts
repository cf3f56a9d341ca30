import pg from 'pg'
import { openDatabase } from '../database.ts'
import type { Migration } from '../migrate.ts'

/** A migrated database to copy for tests, which is quicker than migrating each. */
export interface TemplateDatabase {
  /** A plain identifier, different for different migrations. */
  readonly name: string
  readonly migrations: Readonly<Record<string, Migration>>
}

/** The lock under which one process of a test run creates a template. */
const LOCK = 7_316_027

/** SQLSTATE of a statement that waited 5 s for the connections of a database to end. */
const OBJECT_IN_USE = '55006'
const ATTEMPTS_MAX = 12

/** Templates that this process has created or found, by name. */
const templates = new Map<string, Promise<void>>()

/** The name of the database to copy. The first test of the run that needs it creates it. */
export async function ensureTemplate(adminUrl: string, template: TemplateDatabase): Promise<string> {
  const name = `template_${template.name}`
  const created = templates.get(name) ?? createOnce(adminUrl, name, template)
  templates.set(name, created)
  await created
  return name
}

async function createOnce(adminUrl: string, name: string, { migrations }: TemplateDatabase): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  admin.on('error', () => {})
  await admin.connect()
  try {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    const { rows } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rows.length > 0) return
    // Renamed when complete, so that no test copies a database whose migrations failed.
    const unfinished = `${name}_unfinished`
    await admin.query(`drop database if exists ${unfinished}`)
    await admin.query(`create database ${unfinished} template template0 strategy file_copy`)
    const url = new URL(adminUrl)
    url.pathname = `/${unfinished}`
    const database = await openDatabase({ url: url.href, migrations, applicationName: 'template' })
    await database[Symbol.asyncDispose]()
    await admin.query(`alter database ${unfinished} allow_connections false`)
    await onceUnused(() => admin.query(`alter database ${unfinished} rename to ${name}`))
  } finally {
    await admin.end()
  }
}

/** Repeats a statement on a database while connections to it or its template are still closing. */
export async function onceUnused(statement: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await statement()
      return
    } catch (error) {
      const isInUse = error instanceof pg.DatabaseError && error.code === OBJECT_IN_USE
      if (!isInUse || attempt === ATTEMPTS_MAX) throw error
    }
  }
}
