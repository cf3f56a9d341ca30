import { type Database, openDatabase } from '@travel-rule/database/database'
import { OperatorError } from '@travel-rule/service/operator-error'
import { migrations } from '../store/migrations.ts'
import type { Tables } from '../store/tables.ts'

/** Time to wait for a server that does not respond, in milliseconds. */
const CONNECT_TIMEOUT_MS = 10_000

/** Opens the database of `AUTOD_DATABASE_URL` for a command, without ever migrating it. Throws an `OperatorError`. */
export async function openAuditDatabase(url: string, applicationName: string): Promise<Database<Tables>> {
  const connectTimeoutMs = CONNECT_TIMEOUT_MS
  const options = { url, migrations, migrates: false, applicationName, poolMax: 2, connectTimeoutMs }
  return await openDatabase<Tables>(options).catch((cause: Error) => {
    throw new OperatorError(`AUTOD_DATABASE_URL: ${cause.message}`, { cause })
  })
}
