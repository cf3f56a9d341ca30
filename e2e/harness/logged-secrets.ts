import { readdirSync, readFileSync } from 'node:fs'
import { PERSONAL_TEXTS } from './parties.ts'
import type { RunningNode } from './running-node.ts'

/** Names of the people in the inquiries of the demo counterparty. */
const COUNTERPARTY_TEXTS = ['Mustermann', 'demo-account-1']
/** What a token looks like, alone or in a header. */
const TOKEN_TEXTS = ['Bearer ', 'eyJ']

/** Every place where a log of the node holds personal data of the stories' customers, a token or a secret of the node. */
export function loggedSecrets(node: RunningNode): string[] {
  const forbidden = [...PERSONAL_TEXTS, ...COUNTERPARTY_TEXTS, ...TOKEN_TEXTS, ...secretsOf(node)]
  return logsOf(node).flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    return forbidden.filter((word) => text.includes(word)).map((word) => `${word} in ${file}`)
  })
}

/** The logs of every part and of the embedded PostgreSQL. */
export function logsOf({ dataDir }: RunningNode): string[] {
  const logs = readdirSync(`${dataDir}/logs`).map((name) => `${dataDir}/logs/${name}`)
  return [...logs, `${dataDir}/postgres/postgres.log`]
}

function secretsOf(node: RunningNode): string[] {
  const { clientSecret = '', people = [] } = node.read()
  const passwords = readTexts(`${node.dataDir}/postgres/passwords.json`)
  const keys = readTexts(`${node.dataDir}/secrets.json`).flatMap((text) => text.match(/[\w+/=-]{40,}/g) ?? [])
  return [clientSecret, ...people.map(({ password }) => password), ...passwords, ...keys]
}

function readTexts(file: string): string[] {
  return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
}
