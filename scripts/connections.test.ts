import { readFileSync } from 'node:fs'
import { settings as aopd } from '@travel-rule/aopd-subgraph/config'
import { settings as autod } from '@travel-rule/autod-subgraph/config'
import type { SettingsDescription } from '@travel-rule/service/settings'
import { settings as trpd } from '@travel-rule/trpd-subgraph/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const REPLICAS = 2
/** PostgreSQL's defaults: `max_connections`, and `superuser_reserved_connections`. */
const SERVER = { connections: 100, forSuperusers: 3 }
/** Connections outside the pools: one for each listener and each lease. */
const BESIDE_POOLS = { trpd: 3, aopd: 2, autod: 3 }
/** A gateway listens for logouts, and writes them. */
const GATEWAY = 2
/** For an upgrade, a backup, an operator, and the check of a server that is silent. */
const SPARE = 10

const defaults = { trpd: poolsOf(trpd), aopd: poolsOf(aopd), autod: poolsOf(autod) }

function poolsOf(settings: SettingsDescription): number {
  return Number([...settings].find(({ variable }) => variable === 'DATABASE_CONNECTIONS')?.default)
}

test('two replicas of each app and Keycloak fit the connections that PostgreSQL has by default', () => {
  const apps = Object.entries(defaults).map(([name, pools]) => pools + BESIDE_POOLS[name as keyof typeof BESIDE_POOLS])
  const replicas = REPLICAS * apps.reduce((sum, connections) => sum + connections, GATEWAY)
  const { services } = parse(readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8'))
  const keycloak = Number(services.keycloak.environment.KC_DB_POOL_MAX_SIZE)
  expect(replicas + keycloak).toBeLessThanOrEqual(SERVER.connections - SERVER.forSuperusers - SPARE)
  const manual = readFileSync(new URL('../docs/production.md', import.meta.url), 'utf8').replaceAll('\n', ' ')
  const list = Object.entries(defaults).map(([name, pools]) => `${name} ${pools}`)
  expect(manual).toContain(`\`DATABASE_CONNECTIONS\` (by default ${list.join(', ')})`)
  expect(manual).toContain(`Two replicas of each take ${replicas}`)
})
