// Installs the locked dependencies, generates code from the GraphQL files and, with `pages`, builds
// the pages for browsers, each once, so that `npm start` and `npm test` work on a fresh clone. It runs
// on the machine's own Node (20 or newer) before anything is installed, so it is plain JavaScript and
// imports node: modules only.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR_MIN = 20
const NODE_MAJOR_TO_RUN = 24
const LOCK_STALE_MS = 15 * 60_000

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

const major = Number(process.versions.node.split('.')[0])
if (major < NODE_MAJOR_MIN) fail(`Node ${process.versions.node} is too old: install Node ${NODE_MAJOR_MIN} or newer.`)

const lockFile = readFileSync('package-lock.json')
const stampFile = 'node_modules/.installed'
const stamp = createHash('sha256').update(lockFile).update(`${process.platform}-${process.arch}`).digest('hex')

const generatedStampFile = 'node_modules/.generated'
const generators = [
  'scripts/codegen.ts',
  'scripts/generate-operations.ts',
  'scripts/generate-resolvers.ts',
  'packages/subgraph/src/load-schema.ts',
].filter((path) => existsSync(path))

/** Sources that every page uses. */
const shared = 'packages/web-app'
const pages = [
  { name: 'explorer', folder: 'packages/explorer', without: '/graphql shows a plain page' },
  { name: 'dashboard', folder: 'apps/dashboard', without: 'there is no page at /' },
].filter(({ folder }) => process.argv.includes('pages') && existsSync(folder))

if (!installed() || !isGenerated() || !pages.every(isBuilt)) {
  const release = takeLock()
  try {
    if (!installed()) install()
    if (release !== undefined) {
      if (!isGenerated()) generate()
      for (const page of pages) if (!isBuilt(page)) build(page)
    }
  } finally {
    release?.()
  }
}
nodeToRun()

function installed() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
}

function install() {
  process.stderr.write('Installing the locked dependencies (once; takes about a minute) …\n')
  const startedAt = Date.now()
  const npm = process.env.npm_execpath
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--no-progress']
  const run = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { encoding: 'utf8' })
    : spawnSync('npm', args, { encoding: 'utf8' })
  if (run.error) fail(`npm could not be run: ${run.error.message}`)
  if (run.status !== 0) fail(`The installation failed:\n${run.stdout}${run.stderr}`)
  writeFileSync(stampFile, stamp)
  process.stderr.write(`Installed in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.\n`)
}

/** The Node that runs TypeScript: the installed one, or else the machine's. */
function nodeToRun() {
  if (existsSync('node_modules/.bin/node')) return `${root}node_modules/.bin/node`
  if (major >= NODE_MAJOR_TO_RUN) return process.execPath
  fail(
    `No Node ${NODE_MAJOR_TO_RUN} package exists for ${process.platform}-${process.arch}: install Node ${NODE_MAJOR_TO_RUN} or newer.`,
  )
}

function isGenerated() {
  if (!existsSync(generatedStampFile)) return false
  const sources = sourcesIn('apps')
  return readFileSync(generatedStampFile, 'utf8') === generatedStamp(sources, generatorInputs(sources))
}

/** Covers the generated files, too: a file that was changed or removed is generated again. */
function generatedStamp(sources, inputs) {
  return `${inputs} ${hashOf(sources.filter((path) => path.endsWith('.generated.ts')))}`
}

function generatorInputs(sources) {
  return hashOf([...generators, ...sources.filter((path) => /\.graphql$|\/codegen\.json$/.test(path))])
}

/** A failure is only reported: the service runs without these types, and `npm run check` refuses what lacks them. */
function generate() {
  process.stderr.write('Generating code from the GraphQL files (once; takes some seconds) …\n')
  const startedAt = Date.now()
  const inputs = generatorInputs(sourcesIn('apps'))
  const failures = [
    ['resolver types', generateFor('trpd-subgraph', 'aopd-subgraph', 'autod-subgraph')],
    ['operations of the dashboard', generateFor('dashboard')],
  ].filter(([, failure]) => failure !== undefined)
  for (const [what, failure] of failures) process.stderr.write(`The ${what} could not be generated:\n${failure}\n`)
  if (failures.length > 0) return
  writeFileSync(generatedStampFile, generatedStamp(sourcesIn('apps'), inputs))
  process.stderr.write(`Generated in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.\n`)
}

/** The reason if it fails. */
function generateFor(...apps) {
  const run = spawnSync(nodeToRun(), ['scripts/codegen.ts', ...apps], { encoding: 'utf8' })
  return run.status === 0 ? undefined : (run.error?.message ?? `${run.stdout}${run.stderr}`)
}

function isBuilt({ folder }) {
  const file = `${folder}/dist/.built`
  return existsSync(file) && readFileSync(file, 'utf8') === pageStamp(folder)
}

function pageStamp(folder) {
  return hashOf([...sourcesIn(folder), ...sourcesIn(shared)])
}

/** A hash of these files and the lock file. */
function hashOf(paths) {
  const hash = createHash('sha256').update(lockFile)
  for (const path of paths.sort()) hash.update(`\0${path}\0`).update(readFileSync(path))
  return hash.digest('hex')
}

/** The files below `folder`, without tests and builds. */
function sourcesIn(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^(dist|node_modules|\..*)$/.test(entry.name) || /\.test\.tsx?$/.test(entry.name)) return []
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? sourcesIn(path) : [path]
  })
}

/** A failure is only reported: the gateway works without the page. */
function build({ name, folder, without }) {
  process.stderr.write(`Building the ${name} (once; takes some seconds) …\n`)
  const warn = (reason) => {
    process.stderr.write(`The ${name} could not be built; without it, ${without}:\n${reason}\n`)
  }
  const startedAt = Date.now()
  const stamp = pageStamp(folder)
  const args = [`${root}node_modules/vite/bin/vite.js`, 'build', '--configLoader', 'native', '--outDir', '.build']
  const env = { ...process.env, NODE_ENV: 'production' }
  const run = spawnSync(nodeToRun(), args, { cwd: folder, env, encoding: 'utf8' })
  if (run.error || run.status !== 0) return warn(run.error?.message ?? `${run.stdout}${run.stderr}`)
  try {
    writeFileSync(`${folder}/.build/.built`, stamp)
    rmSync(`${folder}/dist`, { recursive: true, force: true })
    renameSync(`${folder}/.build`, `${folder}/dist`)
  } catch (error) {
    return warn(error.message)
  }
  process.stderr.write(`Built in ${((Date.now() - startedAt) / 1000).toFixed(0)} s.\n`)
}

/**
 * Takes the installation lock, so that two commands on a fresh clone install one after the other; returns its release.
 * `undefined` in a read-only checkout that is already installed.
 */
function takeLock() {
  const lock = '.install-lock'
  for (let reported = false; ; ) {
    try {
      // One call creates the file with its content: the process that holds the lock.
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      const release = () => rmSync(lock, { force: true })
      process.once('exit', release)
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
      return release
    } catch (error) {
      if (error.code !== 'EEXIST') {
        const reason = `Cannot write to ${root}: ${error.message}`
        if (!installed()) fail(reason)
        process.stderr.write(`${reason}: nothing is generated, and no pages for browsers are built.\n`)
        return undefined
      }
      if (isAbandoned(lock)) {
        rmSync(lock, { recursive: true, force: true })
        continue
      }
      if (!reported) process.stderr.write(`Waiting for another installation here (${root}${lock}) …\n`)
      reported = true
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    }
  }
}

/** Whether the process that holds the lock has died. */
function isAbandoned(lock) {
  try {
    const { mtimeMs } = statSync(lock)
    const pid = Number(readFileSync(lock, 'utf8'))
    if (Date.now() - mtimeMs > LOCK_STALE_MS) return true
    return pid > 0 && !isRunning(pid)
  } catch (error) {
    return error.code === 'EISDIR'
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
