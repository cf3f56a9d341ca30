import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import download from 'mvn-artifact-download'
import { javaHome } from './java.ts'
import { cachedPart, composeImageVersion, runTool, TOOL_MS_MAX, verifyFile } from './part-cache.ts'
import { unzip } from './unzip.ts'

/** Of the release that `docker-compose.yml` runs: both change together. */
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
  const version = await composeImageVersion('quay.io/keycloak/keycloak')
  const java = await javaHome()
  const home = await cachedPart(`keycloak-${version}-${SHA256.slice(0, 8)}`, async (folder) => {
    const artifact = `org.keycloak:keycloak-quarkus-dist:zip:${version}`
    // The default export of a CommonJS module that Node.js wraps once more.
    const fetchArtifact = typeof download === 'function' ? download : (download as { default: typeof download }).default
    const archive = await fetchArtifact(artifact, folder, undefined, 'keycloak.zip', { timeout: TOOL_MS_MAX })
    await verifyFile(archive, SHA256)
    await unzip(archive, folder)
    await rm(archive)
    const unpacked = join(folder, `keycloak-${version}`)
    await runTool('sh', [join(unpacked, 'bin/kc.sh'), 'build', ...BUILD_OPTIONS], { JAVA_HOME: java })
    await rename(unpacked, join(folder, 'keycloak'))
  })
  return { home: join(home, 'keycloak'), javaHome: java }
}

/** The options of `docker-compose.yml` that Keycloak reads when it is built, with an embedded database. */
const BUILD_OPTIONS = ['--db=dev-file', '--http-relative-path=/auth', '--health-enabled=true', '--cache=local']
