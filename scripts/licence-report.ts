import type { ThirdPartyPackage } from './third-party.ts'

/** The licence information of an installed package. */
export interface LicenceNotice {
  /** The contents of its licence and notice files, in the order of their names. */
  readonly files: readonly string[]
  /** Its `author`, or else its repository. Named if the package has no licence file. */
  readonly author: string
}

interface LicenceText {
  readonly body: string
  /** The licence of each package with this text. */
  readonly licences: string[]
  /** One line for each package: name, version, copyright. */
  readonly lines: string[]
  readonly names: string[]
}

const INTRODUCTION = `# Third-party licences

Generated from \`package-lock.json\` and the installed packages by \`npm run licences\`. It covers the production
dependencies of every workspace and what is bundled into the explorer and the dashboard. Each licence text is printed
once, below the packages that carry it and their copyright lines. \`NOTICE\` explains the Elastic License 2.0.
`
const PLATFORM = `
## Packages for one platform

npm installs the ones that fit the machine, for \`npm start\` and for development; the container images omit them. Each
carries the licences of its binaries: Node.js in \`LICENSE\`; PostgreSQL (PostgreSQL Licence) and the libraries beside it.

`
const WITHOUT_FILE = `
## Packages without a licence file

Their \`package.json\` declares the licence; its text is printed above.

`
/** Lines before the body of a licence that name it or hold a copyright. */
const TITLE = /^\W*(the )?(\w+[ -])?([\w-]+ )?licen[sc]e\b.{0,12}$/i
const COPYRIGHT = /^\W*copyright|©|^\(c\) |^all rights reserved/i

/**
 * The Markdown of `THIRD_PARTY_LICENSES.md`, the same on every machine: packages for one platform
 * are listed without their files.
 */
export function licenceReport(
  packages: readonly ThirdPartyPackage[],
  noticeOf: (path: string) => LicenceNotice,
): string {
  const texts = new Map<string, LicenceText>()
  const withoutFile: string[] = []
  for (const { name, version, licence = '', path, platform } of packages) {
    if (platform) continue
    const { files, author } = noticeOf(path)
    if (files.length === 0) withoutFile.push(`- ${name} ${version}: ${licence}, ${author}\n`)
    for (const file of files) {
      const { copyright, body } = split(file)
      const text = upsert(texts, fingerprint(body), { body, licences: [], lines: [], names: [] })
      text.licences.push(licence)
      text.names.push(name)
      text.lines.push(`- ${[`${name} ${version}`, ...copyright].join(' · ')}\n`)
    }
  }
  const platforms = packages.filter((it) => it.platform)
  return [
    INTRODUCTION,
    ...sections([...texts.values()]),
    ...(withoutFile.length > 0 ? [WITHOUT_FILE, ...withoutFile] : []),
    ...(platforms.length > 0 ? [PLATFORM] : []),
    ...platforms.map(({ name, version, licence }) => `- ${name} ${version}: ${licence}\n`),
  ].join('')
}

function sections(texts: readonly LicenceText[]): string[] {
  const titled = texts.map((text) => ({ ...text, title: mostFrequent(text.licences) }))
  titled.sort((a, b) => compare(a.title, b.title) || b.names.length - a.names.length || compare(a.body, b.body))
  return titled.map(({ title, names, lines, body }, index) => {
    const heading = titled[index - 1]?.title === title ? `${title}: ${[...new Set(names)].join(', ')}` : title
    return `\n## ${heading}\n\n${lines.join('')}\n~~~text\n${body}\n~~~\n`
  })
}

/** The copyright lines at the beginning of a licence file, and what follows them. */
function split(file: string): { readonly copyright: readonly string[]; readonly body: string } {
  const lines = file
    .replaceAll('\r', '')
    .split('\n')
    .map((line) => line.trimEnd())
  const start = lines.findIndex((line) => line !== '' && !TITLE.test(line) && !COPYRIGHT.test(line.trim()))
  const copyright = lines.slice(0, start).filter((line) => COPYRIGHT.test(line.trim()))
  return { copyright: copyright.map((line) => line.trim()), body: lines.slice(start).join('\n').trim() }
}

function mostFrequent(licences: readonly string[]): string {
  const count = (licence: string) => licences.filter((it) => it === licence).length
  return [...licences].sort((a, b) => count(b) - count(a) || compare(a, b))[0] ?? ''
}

/** A string that is equal for texts that differ only in line breaks, quotes and case. */
function fingerprint(body: string): string {
  return body.toLowerCase().replace(/[^a-z0-9]+/g, ' ')
}

function upsert<K, V>(map: Map<K, V>, key: K, initial: V): V {
  const value = map.get(key) ?? initial
  map.set(key, value)
  return value
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
