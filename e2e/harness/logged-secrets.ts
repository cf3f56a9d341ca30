import { readdirSync, readFileSync } from 'node:fs'
import { PERSONAL_DATA } from './parties.ts'
import type { RunningNode } from './running-node.ts'

/** Names of the people in the inquiries of the demo counterparty. */
const COUNTERPARTY_DATA = ['Sommerfeld', 'demo-account-1']
/** The start of a token, either alone or in a header. */
const TOKEN_PREFIXES = ['Bearer ', 'eyJ']

/** Every occurrence of a customer's personal data, a token or a secret of the node in its logs. */
export function loggedSecrets(node: RunningNode): string[] {
  const forbidden = [...PERSONAL_DATA, ...COUNTERPARTY_DATA, ...TOKEN_PREFIXES, ...secretsOf(node)]
  return logsOf(node).flatMap((file) => {
    const log = readFileSync(file, 'utf8')
    return forbidden.filter((word) => log.includes(word)).map((word) => `${word} in ${file}`)
  })
}

/** The log files of every part and of the embedded PostgreSQL. */
export function logsOf({ dataDir }: RunningNode): string[] {
  const logs = readdirSync(`${dataDir}/logs`).map((name) => `${dataDir}/logs/${name}`)
  return [...logs, `${dataDir}/postgres/postgres.log`]
}

function secretsOf(node: RunningNode): string[] {
  const { clientSecret = '', people = [] } = node.read()
  const passwords = readValues(`${node.dataDir}/postgres/passwords.json`)
  const keys = readValues(`${node.dataDir}/secrets.json`).flatMap((value) => value.match(/[\w+/=-]{40,}/g) ?? [])
  return [clientSecret, ...people.map(({ password }) => password), ...passwords, ...keys]
}

function readValues(file: string): string[] {
  return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
}
