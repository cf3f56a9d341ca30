import { existsSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cachedPart, runTool, UnavailablePartError } from './part-cache.ts'

/** A Chromium in an npm package, for machines without one; with its libraries and a font. */
const PACKAGE = { name: '@sparticuz/chromium', version: '153.0.0' }
const SYSTEM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export interface Chromium {
  readonly executablePath: string
  /** Variables that the browser needs. */
  readonly env: Readonly<Record<string, string>>
}

/**
 * CHROMIUM_PATH, the system's Chromium, or one that npm installs into the cache; `undefined` if
 * this machine cannot have one.
 */
export async function findChromium(): Promise<Chromium | undefined> {
  const path = [process.env.CHROMIUM_PATH, ...SYSTEM].find((candidate) => candidate && existsSync(candidate))
  if (path !== undefined) return { executablePath: path, env: {} }
  try {
    const folder = await cachedPart(`chromium-${PACKAGE.version}`, install)
    return {
      executablePath: join(folder, 'chromium'),
      env: { LD_LIBRARY_PATH: join(folder, 'al2023/lib'), FONTCONFIG_PATH: join(folder, 'fonts') },
    }
  } catch (error) {
    if (error instanceof UnavailablePartError) return undefined
    throw error
  }
}

async function install(folder: string): Promise<void> {
  const { name, version } = PACKAGE
  const source = join(folder, 'source')
  await runTool('npm', ['install', '--silent', '--ignore-scripts', '--prefix', source, `${name}@${version}`])
  // The package unpacks its libraries only where it believes that it runs on AWS, and into TMPDIR.
  const entry = createRequire(`${source}/`).resolve(name)
  const script = `import(${JSON.stringify(entry)}).then((chromium) => chromium.default.executablePath())`
  const env = { AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x', TMPDIR: folder }
  await runTool(process.execPath, ['--input-type=module', '--eval', script], env)
  const fonts = join(folder, 'fonts/fonts.conf')
  const text = await readFile(fonts, 'utf8')
  await writeFile(fonts, text.replace(/<dir>.*<\/dir>/s, '<dir prefix="relative">fonts</dir>'))
  await rm(source, { recursive: true })
}
