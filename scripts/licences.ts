import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type LicenceNotice, licenceReport } from './licence-report.ts'
import { readScriptOptions } from './script-options.ts'
import { type Lock, licenceProblems, productionPackages } from './third-party.ts'

/**
 * Writes `THIRD_PARTY_LICENSES.md`; exits with code 1 if a licence has not been accepted.
 *
 * `node scripts/licences.ts [--check]`; with `--check` it writes nothing, and also exits with code
 * 1 if the file is stale.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const target = `${root}THIRD_PARTY_LICENSES.md`
const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense|third-?party-?notices)/i

const USAGE = `npm run licences               writes THIRD_PARTY_LICENSES.md
npm run licences -- --check    exits with code 1 if that file is stale
`
const { check } = readScriptOptions(USAGE)

const packages = productionPackages(JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as Lock)
const problems = licenceProblems(packages)
const report = licenceReport(packages, readNotice)

if (problems.length === 0 && (!existsSync(target) || readFileSync(target, 'utf8') !== report)) {
  if (check) {
    problems.push('THIRD_PARTY_LICENSES.md is stale: run "npm run licences"')
  } else {
    writeFileSync(target, report)
    console.log(`wrote ${target}`)
  }
}
for (const problem of problems) console.error(problem)
console.log(`licences: ${packages.length} packages, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

function readNotice(path: string): LicenceNotice {
  const folder = `${root}${path}`
  if (!existsSync(folder)) throw new Error(`${path} is not installed: run "npm ci --ignore-scripts"`)
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENCE_FILE.test(entry.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
  return { files, author: authorOf(JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))) }
}

function authorOf(manifest: { author?: unknown; repository?: unknown }): string {
  const { author, repository } = manifest
  const named = typeof author === 'object' ? (author as { name?: string } | null)?.name : author
  const place = typeof repository === 'object' ? (repository as { url?: string } | null)?.url : repository
  return String(named ?? place ?? 'no author named')
}
