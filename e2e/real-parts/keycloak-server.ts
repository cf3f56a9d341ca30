import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { eventually } from '../harness/eventually.ts'
import { keycloakFiles } from './keycloak-files.ts'

/** Access to the Keycloak that the stories of a test run share. */
export interface KeycloakAccess {
  /** The port of Keycloak itself, for operators: `http://localhost:<port>/auth`. */
  readonly adminUrl: string
  readonly adminPassword: string
  /** The URL of the gateway for which the realm was imported; nothing listens there yet. */
  readonly baseUrl: string
  /** Port of `baseUrl`. */
  readonly doorPort: number
  /** The secret of `travel-rule-client`. */
  readonly clientSecret: string
}

export interface RunningKeycloak extends AsyncDisposable {
  readonly access: KeycloakAccess
}

const REALM = `${import.meta.dirname}/../../deploy/keycloak/realm.json`
const PARTS_THAT_ARE_SHARED = ['lib', 'conf', 'providers', 'themes']
const START_MS_MAX = 1_200_000

/**
 * Starts Keycloak with the settings of `docker-compose.yml` and imports the realm like compose.
 *
 * Every start has a separate data folder, which is removed at the end. Throws `UnavailablePartError` if this machine
 * cannot run Keycloak.
 */
export async function openKeycloak(): Promise<RunningKeycloak> {
  const files = await keycloakFiles()
  const [port, managementPort, doorPort] = [await freePort(), await freePort(), await freePort()]
  const access: KeycloakAccess = {
    adminUrl: `http://localhost:${port}/auth`,
    adminPassword: 'first-administrator',
    baseUrl: `http://localhost:${doorPort}`,
    doorPort,
    clientSecret: 'secret-of-the-back-end',
  }
  const folder = await mkdtemp(join(tmpdir(), 'keycloak-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  // kc.sh uses the parent of its own folder as Keycloak's home.
  await cp(join(files.home, 'bin'), join(folder, 'bin'), { recursive: true })
  for (const part of PARTS_THAT_ARE_SHARED) await symlink(join(files.home, part), join(folder, part))
  await mkdir(join(folder, 'data/import'), { recursive: true })
  await copyFile(REALM, join(folder, 'data/import/realm.json'))

  const command = ['sh', join(folder, 'bin/kc.sh'), 'start', '--optimized', '--import-realm']
  const child = spawn('sh', ['-c', WITH_ITS_PARENT, 'sh', ...command], {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      JAVA_HOME: files.javaHome,
      JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1 -Xmx512m',
      BASE_URL: access.baseUrl,
      GATEWAY_URL: access.baseUrl,
      CLIENT_SECRET: access.clientSecret,
      KC_BOOTSTRAP_ADMIN_USERNAME: 'admin',
      KC_BOOTSTRAP_ADMIN_PASSWORD: access.adminPassword,
      KC_HOSTNAME: `${access.baseUrl}/auth`,
      KC_HOSTNAME_ADMIN: access.adminUrl,
      KC_HTTP_ENABLED: 'true',
      KC_HTTP_HOST: '127.0.0.1',
      KC_HTTP_MANAGEMENT_HOST: '127.0.0.1',
      KC_HTTP_MANAGEMENT_PORT: String(managementPort),
      KC_HTTP_PORT: String(port),
      KC_PROXY_HEADERS: 'xforwarded',
    },
  })
  let output = ''
  const exited = once(child, 'exit')
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  stack.defer(async () => {
    child.stdin.end()
    await exited
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output = (output + chunk).slice(-OUTPUT_CHARACTERS_MAX)
    })
  }
  // The realm is imported after Keycloak begins to listen, so an open port is not sufficient.
  const health = `http://localhost:${managementPort}/auth/health/ready`
  const isReady = () =>
    fetch(health)
      .then(({ ok }) => ok)
      .catch(() => false)
  await eventually(isReady, (ready) => ready || hasExited(), START_MS_MAX).catch(() => undefined)
  if (!(await isReady())) throw new Error(`Keycloak did not start:\n${output}`)
  const owned = stack.move()
  return { access, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/**
 * Runs a command, and kills its process group, including the Java process, when the command exits or standard input
 * closes: at the latest when this process ends for any reason.
 */
const WITH_ITS_PARENT = '("$@"; kill -KILL 0) & cat >/dev/null; kill -KILL 0'

const OUTPUT_CHARACTERS_MAX = 20_000
