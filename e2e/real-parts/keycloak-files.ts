import { readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { javaHome } from './java.ts'
import { cachedPart, runTool, verifyFile } from './part-cache.ts'
import { unzip } from './unzip.ts'

/** Checksum of the release in `docker-compose.yml`; both must change together. */
const SHA256 = '27a6535553c3cdcd083872ba40629efafb3475e3b758e0c6f691395561dd0f1f'

export interface KeycloakFiles {
  /** Keycloak, built for its embedded database. Read-only: test runs share it. */
  readonly home: string
  readonly javaHome: string
}

/**
 * Keycloak in the version of `docker-compose.yml`, downloaded from Maven Central (180 MB) and built
 * once. Throws `UnavailablePartError` if this machine cannot have Keycloak or Java.
 */
export async function keycloakFiles(): Promise<KeycloakFiles> {
  const version = await versionInProduction()
  const java = await javaHome()
  const home = await cachedPart(`keycloak-${version}-${SHA256.slice(0, 8)}`, async (folder) => {
    const artifact = `org.keycloak:keycloak-quarkus-dist:zip:${version}`
    const archive = join(folder, 'keycloak.zip')
    // In a separate process, since the library has no timeout for a connection that stalls.
    const script = 'require("mvn-artifact-download").default(...process.argv.slice(1))'
    await runTool(process.execPath, ['--eval', script, artifact, folder, '', basename(archive)])
    await verifyFile(archive, SHA256)
    await unzip(archive, folder)
    await rm(archive)
    const unpacked = join(folder, `keycloak-${version}`)
    await runTool('sh', [join(unpacked, 'bin/kc.sh'), 'build', ...BUILD_OPTIONS], { JAVA_HOME: java })
    await rename(unpacked, join(folder, 'keycloak'))
  })
  return { home: join(home, 'keycloak'), javaHome: java }
}

/** Keycloak's build-time options from `docker-compose.yml`, with an embedded database. */
const BUILD_OPTIONS = ['--db=dev-file', '--http-relative-path=/auth', '--health-enabled=true', '--cache=local']

async function versionInProduction(): Promise<string> {
  const compose = await readFile(`${import.meta.dirname}/../../docker-compose.yml`, 'utf8')
  const [, version] = /image: quay\.io\/keycloak\/keycloak:([\d.]+)$/m.exec(compose) ?? []
  if (version === undefined) throw new Error('docker-compose.yml has no version of Keycloak')
  return version
}
