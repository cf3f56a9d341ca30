import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import { OperatorError } from '@travel-rule/service/operator-error'
import { readSettings } from '@travel-rule/service/settings'
import { applyRealms } from './apply.ts'
import { settings } from './config.ts'

/** `npm run keycloak:apply`: compares the running realms with their files; `--apply` changes them. */
const USAGE = `npm run keycloak:apply               lists what differs between the realms of a running Keycloak and their files
npm run keycloak:apply -- --apply    and changes the realms

Settings: docs/settings.md, "Keycloak".
`
if (asksForHelp(process.argv.slice(2))) {
  process.stdout.write(USAGE)
  process.exit()
}

const fromRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The secrets of `npm run secrets`, unless the environment names others. */
function withSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const filled = { ...env }
  for (const [variable, file] of [
    ['CLIENT_SECRET', 'secrets/client_secret'],
    ['KEYCLOAK_ADMIN_PASSWORD', 'secrets/keycloak_admin_password'],
  ] as const) {
    const given = env[variable] ?? env[`${variable}_FILE`]
    if (given === undefined && existsSync(fromRoot(file))) filled[`${variable}_FILE`] = fromRoot(file)
  }
  return filled
}

try {
  const { values } = parseArgs({ options: { apply: { type: 'boolean', default: false } } })
  const config = readSettings(settings, withSecretFiles(process.env))
  if (config.apiClientSecret === undefined) {
    throw new OperatorError('CLIENT_SECRET: set it, or run "npm run secrets" first')
  }
  const files = ['realm.json', 'master.json'].map((name) => readFileSync(fromRoot(`deploy/keycloak/${name}`), 'utf8'))
  await applyRealms({ config, files, apply: values.apply, print: (line) => process.stdout.write(`${line}\n`) })
} catch (error) {
  if (!(error instanceof OperatorError) && !isArgumentError(error)) throw error
  process.stderr.write(`${error.message}\n${isArgumentError(error) ? USAGE : ''}`)
  process.exitCode = 1
}

function isArgumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}
