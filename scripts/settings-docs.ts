import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DescribedSetting, SettingsDescription } from '@travel-rule/service/settings'

/**
 * Writes `docs/settings.md` from every `config.ts`; with `--check` it exits with code 1 if the file
 * is stale.
 */
const PARTS = [
  ['A node on one machine (`npm start`)', 'tools/node'],
  ['gateway', 'apps/gateway'],
  ['trpd', 'apps/trpd-subgraph'],
  ['aopd', 'apps/aopd-subgraph'],
  ['autod', 'apps/autod-subgraph'],
  ['dashboard', 'apps/dashboard-host'],
  ['Embedded identity provider (development only)', 'tools/identity-provider'],
  ['Keycloak (`npm run keycloak:apply`)', 'deploy/keycloak'],
] as const

const INTRODUCTION = `# Settings

Generated from the \`config.ts\` of each part by \`npm run codegen\`. Every setting is an environment variable. For each one
\`<NAME>_FILE\` may give the path of a file with the value, as container platforms mount secrets. A process that starts with
invalid settings reports all of them and exits. Those under "Shared" have the same name in each part that reads them.
`

const target = fileURLToPath(new URL('../docs/settings.md', import.meta.url))
const parts = await Promise.all(
  PARTS.map(async ([title, folder]) => {
    const { settings } = (await import(`../${folder}/src/config.ts`)) as { settings: SettingsDescription }
    return { title, settings: [...settings] }
  }),
)
const [node, ...partsOfNode] = parts
const byVariable = Map.groupBy(
  partsOfNode.flatMap(({ title, settings }) => settings.map((setting) => ({ ...setting, title }))),
  ({ variable }) => variable,
)
// A node has the ports of its parts as settings too: each is listed once, with its part.
const ofNode = node?.settings.filter(({ variable }) => !byVariable.has(variable)) ?? []
const shared = [...byVariable.values()].filter((uses) => uses.length > 1).map(describeShared)
const sections = partsOfNode.map(({ title, settings }) =>
  section(
    title,
    settings.filter(({ variable }) => byVariable.get(variable)?.length === 1),
  ),
)
const text = [INTRODUCTION, section(node?.title ?? '', ofNode), section('Shared', shared), ...sections].join('')

if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  if (process.argv.includes('--check')) {
    console.error('docs/settings.md is stale: run "npm run codegen"')
    process.exitCode = 1
  } else {
    writeFileSync(target, text)
    console.log(`wrote ${target}`)
  }
}

function section(title: string, settings: readonly DescribedSetting[]): string {
  return `\n## ${title}\n\n| variable | default | meaning |\n|---|---|---|\n${rows(settings)}`
}

/** One row for a variable that several parts read: which ones, and the default of each where they differ. */
function describeShared(uses: readonly (DescribedSetting & { readonly title: string })[]): DescribedSetting {
  const [first] = uses
  if (first === undefined) throw new Error('a shared setting has no part')
  const defaults = new Set(uses.map((use) => use.default))
  return {
    ...first,
    default: defaults.size === 1 ? first.default : uses.map((use) => `${use.title} ${use.default ?? '–'}`).join(', '),
    required: uses.some(({ required }) => required),
    description: `${first.description} Read by ${uses.map(({ title }) => title.replace(/ \(.*/, '')).join(', ')}.`,
  }
}

function rows(settings: readonly DescribedSetting[]): string {
  return settings
    .map(({ variable, default: fallback, description, example, secret, required }) => {
      const shown = fallback === undefined ? (required ? '**required**' : '–') : `\`${fallback}\``
      const notes = [description, secret ? 'Secret.' : '', example ? `Example: \`${example}\`.` : '']
      return `| \`${variable}\` | ${cell(shown)} | ${cell(notes.filter(Boolean).join(' '))} |\n`
    })
    .join('')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}
