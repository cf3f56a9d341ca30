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
invalid settings reports all of them and exits.
`

const target = fileURLToPath(new URL('../docs/settings.md', import.meta.url))
const parts = await Promise.all(
  PARTS.map(async ([title, folder]) => {
    const { settings } = (await import(`../${folder}/src/config.ts`)) as { settings: SettingsDescription }
    return { title, settings: [...settings] }
  }),
)
const [, ...partsOfNode] = parts
const inParts = new Set(partsOfNode.flatMap(({ settings }) => settings.map(({ variable }) => variable)))
const sections = parts.map(({ title, settings }, index) => {
  // A node has the ports of its parts as settings too: each is listed once, with its part.
  const own = index === 0 ? settings.filter(({ variable }) => !inParts.has(variable)) : settings
  return `\n## ${title}\n\n| variable | default | meaning |\n|---|---|---|\n${rows(own)}`
})
const text = INTRODUCTION + sections.join('')

if (!existsSync(target) || readFileSync(target, 'utf8') !== text) {
  if (process.argv.includes('--check')) {
    console.error('docs/settings.md is stale: run "npm run codegen"')
    process.exitCode = 1
  } else {
    writeFileSync(target, text)
    console.log(`wrote ${target}`)
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
