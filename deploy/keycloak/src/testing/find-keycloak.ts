import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'

const ROOT = `${import.meta.dirname}/../../../..`
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack'
const DOWNLOAD_MS_MAX = 600_000

/**
 * The folder of Keycloak: `KEYCLOAK_HOME`, or for `maven` the version of `docker-compose.yml` from
 * Maven Central (170 MB), unpacked once. `undefined`, which is said in one line, without either.
 */
export async function findKeycloak(setting = process.env.KEYCLOAK_HOME): Promise<string | undefined> {
  if (setting === undefined || setting === '') {
    process.stderr.write('Not tried with a real Keycloak: set KEYCLOAK_HOME to its folder, or to "maven"\n')
    return undefined
  }
  if (setting !== 'maven') return setting
  const compose = readFileSync(`${ROOT}/docker-compose.yml`, 'utf8')
  const [, version] = /image: quay\.io\/keycloak\/keycloak:([\d.]+)$/m.exec(compose) ?? []
  if (version === undefined) throw new Error('docker-compose.yml names no version of Keycloak')
  const cache = `${ROOT}/node_modules/.cache/keycloak`
  const folder = `${cache}/keycloak-${version}`
  if (!existsSync(`${folder}/bin/kc.sh`)) {
    const artifact = `org.keycloak:keycloak-quarkus-dist:${version}:zip`
    const options = ['-q', '-B', UNPACK, `-Dartifact=${artifact}`, `-DoutputDirectory=${cache}`]
    await promisify(execFile)('mvn', options, { cwd: import.meta.dirname, timeout: DOWNLOAD_MS_MAX })
  }
  return folder
}
