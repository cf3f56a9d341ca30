import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { asksForHelp } from '@travel-rule/service/asks-for-help'

/**
 * Writes the missing secrets of `docker-compose.yml` to `secrets/`, or to the folder in the first
 * argument.
 *
 * Existing files are kept. Only the owner can enter the folder; the files are readable, because
 * containers run as other users.
 */
const USAGE = `npm run secrets -- [<folder>]   writes the missing secrets of docker-compose.yml to secrets/, or to this folder
`
const args = process.argv.slice(2)
const isUsed = args.length <= 1 && !args[0]?.startsWith('-')
if (!isUsed) {
  const isHelp = asksForHelp(args)
  process[isHelp ? 'stdout' : 'stderr'].write(USAGE)
  process.exit(isHelp ? 0 : 1)
}
const folder = args[0] ?? fileURLToPath(new URL('../secrets', import.meta.url))
const password = () => randomBytes(24).toString('base64url')
const databaseUrl =
  (name: string, role = name) =>
  () =>
    `postgres://${role}:${password()}@postgres:5432/${name}`
const keys = async () => JSON.stringify(await generateAssertionKeys())

const SECRETS: Readonly<Record<string, () => string | Promise<string>>> = {
  gateway_assertion_keys: keys,
  autod_signing_keys: keys,
  trpd_signing_keys: keys,
  autod_checkpoint_keys: keys,
  trpd_sealing_keys: generateSealingKeys,
  aopd_sealing_keys: generateSealingKeys,
  autod_sealing_keys: generateSealingKeys,
  gateway_database_url: databaseUrl('gateway'),
  trpd_database_url: databaseUrl('trpd'),
  aopd_database_url: databaseUrl('aopd'),
  autod_database_url: databaseUrl('autod'),
  autod_migration_database_url: databaseUrl('autod', 'autod_owner'),
  postgres_password: password,
  keycloak_database_password: password,
  keycloak_admin_password: password,
  client_secret: password,
}

mkdirSync(folder, { recursive: true, mode: 0o700 })
for (const [name, make] of Object.entries(SECRETS)) {
  const file = `${folder}/${name}`
  if (existsSync(file)) continue
  writeFileSync(file, await make(), { mode: 0o644, flag: 'wx' })
  console.log(`wrote ${file}`)
}

// All that a verifier of the audit log needs.
const publicFile = `${folder}/autod_checkpoint_public_keys`
if (!existsSync(publicFile)) {
  const { keys } = JSON.parse(readFileSync(`${folder}/autod_checkpoint_keys`, 'utf8'))
  const publicKeys = keys.map(({ d: _private, ...rest }: { d: string }) => rest)
  writeFileSync(publicFile, JSON.stringify({ keys: publicKeys }), { mode: 0o644, flag: 'wx' })
  console.log(`wrote ${publicFile}`)
}
