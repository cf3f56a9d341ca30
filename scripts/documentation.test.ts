import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema, isEnumType, parse, validate } from 'graphql'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { scripts, workspaces } = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  workspaces: string[]
}
const folders = globSync(
  workspaces.map((pattern) => `${pattern}/package.json`),
  { cwd: root },
)
  .map(dirname)
  .sort()
const readmes = ['README.md', ...folders.map((folder) => `${folder}/README.md`)]
const pages = [
  ...new Set([
    ...globSync(['*.md', 'docs/**/*.md'], { cwd: root }),
    ...readmes.filter((path) => existsSync(join(root, path))),
  ]),
].filter((path) => path !== 'THIRD_PARTY_LICENSES.md')

test('every workspace has a README, a description and a repository', () => {
  expect(readmes.filter((path) => !existsSync(join(root, path)))).toEqual([])
  const incomplete = folders.filter((folder) => {
    const { description, license, repository } = JSON.parse(read(`${folder}/package.json`))
    return !description || !license || repository?.directory !== folder
  })
  expect(incomplete).toEqual([])
})

test('every link in the documentation leads to an existing file and heading', () => {
  const broken = pages.flatMap((page) =>
    [...withoutCode(read(page)).matchAll(/\]\((?!https?:)([^)\s#]*)(#[^)\s]*)?\)/g)].flatMap(
      ([link, path = '', anchor]) => {
        const target = path === '' ? page : join(dirname(page), path)
        if (!existsSync(join(root, target))) return [`${page}: ${link}`]
        if (anchor === undefined || !target.endsWith('.md')) return []
        return anchorsOf(read(target)).has(anchor) ? [] : [`${page}: ${link}`]
      },
    ),
  )
  expect(broken).toEqual([])
})

test('every decision has a number, a date and a state, and the index lists it by its title', () => {
  const index = read('docs/decisions.md')
  const listed = new Map(
    [...index.matchAll(/^- \[\d{4}\]\(decisions\/([\w-]+\.md)\) (.+)$/gm)].map(([, file = '', title = '']) => [
      file,
      title,
    ]),
  )
  const files = globSync('docs/decisions/*.md', { cwd: root }).map((path) => basename(path))
  expect(files.toSorted()).toEqual([...listed.keys()].toSorted())
  expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length)
  for (const [file, title] of listed) {
    const [heading, , state] = read(`docs/decisions/${file}`).split('\n')
    expect(heading, file).toBe(`# ${title}`)
    expect(state, file).toMatch(/^\d{4}-\d\d-\d\d · (accepted|replaced by \d{4})$/)
  }
})

test('every npm script and test folder that the documentation names exists', () => {
  const missing = pages.flatMap((page) => {
    const text = read(page)
    const named = [...text.matchAll(/npm run ([a-z][a-z:-]*[a-z])(?! --workspace)\b/g)].map(([, name = '']) => name)
    const tested = [...text.matchAll(/npm test -- (?:--project \w+ )?([\w./-]+\/[\w./-]+)/g)].map(
      ([, path = '']) => path,
    )
    return [
      ...named.filter((name) => !Object.hasOwn(scripts, name)).map((name) => `${page}: npm run ${name}`),
      ...tested.filter((path) => !existsSync(join(root, path))).map((path) => `${page}: ${path}`),
    ]
  })
  expect(missing).toEqual([])
})

test('every npm script that a person runs installs what is missing first', () => {
  const steps = Object.entries(scripts).filter(([name]) => !name.startsWith('check:'))
  const installs = (step: string) => /^node scripts\/bootstrap\.mjs( pages)? && /.test(step)
  expect(steps.filter(([, step]) => !installs(step)).map(([name]) => name)).toEqual([])
  // The shell remembers where it found Node before the installation brought another one.
  expect(steps.filter(([, step]) => / && (?!(exec )?env )/.test(step)).map(([name]) => name)).toEqual([])
})

test('every path that the documentation names exists', () => {
  const missing = pages.flatMap((page) =>
    [...read(page).matchAll(/`((?:apps|packages|tools|e2e|bench|conformance|docs|scripts|deploy)\/[\w./-]*)`/g)]
      .filter(([, path = '']) => !existsSync(join(root, path)))
      .map(([, path = '']) => `${page}: ${path}`),
  )
  expect(missing).toEqual([])
})

test('every path in CODEOWNERS exists', () => {
  const paths = [...read('CODEOWNERS').matchAll(/^\/(\S+)/gm)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(5)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('every check is described in the documentation', () => {
  const checks = buildSchema(read('apps/gateway/supergraph.graphql'), { assumeValid: true }).getType('CheckName')
  const described = [...read('docs/compliance.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const names = isEnumType(checks) ? checks.getValues().map(({ name }) => name) : []
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter((name) => !described.includes(name))).toEqual([])
})

test('every operation in a README is valid against the composed schema', () => {
  const schema = buildSchema(read('apps/gateway/supergraph.graphql'), { assumeValid: true })
  const operations = readmes.flatMap((page) => blocksOf(page, 'graphql'))
  expect(operations.length).toBeGreaterThan(2)
  expect(
    operations.flatMap(({ page, code }) => validate(schema, parse(code)).map((error) => `${page}: ${error}`)),
  ).toEqual([])
})

test('every TypeScript example in a README compiles', () => {
  const folder = join(root, 'node_modules/.cache/readme-examples')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const examples = readmes.flatMap((page) => blocksOf(page, 'ts'))
  expect(examples.length).toBeGreaterThan(3)
  const files = examples.map(({ page, code }, index) => {
    const name = `${index}-${dirname(page).replaceAll('/', '-')}.ts`
    writeFileSync(join(folder, name), code)
    return name
  })
  const tsconfig = { extends: '../../../tsconfig.base.json', compilerOptions: { noUnusedLocals: false }, files }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  expect(stdout).toBe('')
})

interface Block {
  readonly page: string
  readonly code: string
}

function blocksOf(page: string, language: string): Block[] {
  if (!existsSync(join(root, page))) return []
  const blocks = [...read(page).matchAll(/^```(\w+)\n([\s\S]*?)^```/gm)]
  return blocks.filter(([, written]) => written === language).map(([, , code = '']) => ({ page, code }))
}

function withoutCode(markdown: string): string {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
}

/** The anchors that GitHub generates for the headings. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const headings = [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = '']) => heading,
  )
  return new Set(
    headings.map(
      (it) =>
        `#${it
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s_-]/gu, '')
          .replaceAll(' ', '-')}`,
    ),
  )
}
