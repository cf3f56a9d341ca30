import { globSync, readFileSync } from 'node:fs'
import { buildSchema, Kind, parse, print } from 'graphql'
import { ROOT } from '../harness/running-node.ts'

/** A call in the documentation. */
export interface DocumentedCall {
  /** The file, or `schema` for a description. */
  readonly page: string
  readonly kind: 'graphql' | 'shell'
  readonly text: string
}

/** Files with documentation for users, except `CHANGELOG.md`, which shows calls of earlier versions. */
const PAGES = [
  '*.md',
  'docs/**/*.md',
  '{apps,packages,tools}/*/README.md',
  '{bench,conformance,deploy,e2e}/**/README.md',
]
const NOT_PAGES = ['CHANGELOG.md', 'THIRD_PARTY_LICENSES.md']

/**
 * All GraphQL operations and shell blocks with `curl` in the documentation and in the schema's descriptions, from code
 * blocks of any language and from inline code.
 */
export function documentedCalls(): readonly DocumentedCall[] {
  const files = globSync(PAGES, { cwd: ROOT, exclude: (path) => path === 'node_modules' }).sort()
  const pages = files.filter((path) => !NOT_PAGES.includes(path)).map((path) => [path, read(path)] as const)
  const calls = [...pages, ['schema', descriptions()] as const].flatMap(([page, text]) => callsOf(page, text))
  return [...new Map(calls.map((call) => [`${call.kind} ${call.text}`, call])).values()]
}

function callsOf(page: string, text: string): readonly DocumentedCall[] {
  const fenced = [...text.matchAll(/^```(\w*).*\n([\s\S]*?)^```$/gm)].map(([, language, code = '']) => ({
    language,
    code,
  }))
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  const indented = [...prose.matchAll(/(?:^ {4}.*\n?)+/gm)].map(([code]) => code.replace(/^ {4}/gm, ''))
  const shell = [...fenced.filter(({ language }) => language === 'sh').map(({ code }) => code), ...indented]
  const strings = fenced.flatMap(({ code }) => [...code.matchAll(/(['"`])([^'"`]*)\1/g)]).map(([, , code = '']) => code)
  const inline = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
  const graphql = [
    ...fenced.filter(({ language }) => language === 'graphql').map(({ code }) => code),
    ...[...strings, ...inline].filter((code) => OPERATION.test(code)),
  ]
  return [
    ...graphql.flatMap(operationsOf).map((call) => ({ page, kind: 'graphql', text: call }) as const),
    ...shell.filter((code) => /\bcurl\b/.test(code)).map((call) => ({ page, kind: 'shell', text: call }) as const),
  ]
}

/** The start of an operation with a selection; prose may contain the keyword alone. */
const OPERATION = /^\s*(\{ [a-z]|(query|mutation|subscription)\b.*\{)/

/** Each operation of a document with the fragments. An invalid document is returned unchanged, so that it fails. */
function operationsOf(code: string): readonly string[] {
  // JSON is not a call.
  if (isJson(code)) return []
  try {
    const { definitions } = parse(code)
    const fragments = definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
    return definitions
      .filter(({ kind }) => kind === Kind.OPERATION_DEFINITION)
      .map((operation) => print({ kind: Kind.DOCUMENT, definitions: [operation, ...fragments] }))
  } catch {
    return [code]
  }
}

function isJson(code: string): boolean {
  try {
    JSON.parse(code)
    return true
  } catch {
    return false
  }
}

/** All descriptions in the published schema. */
function descriptions(): string {
  const found: string[] = []
  const add = ({ description }: { readonly description?: string | null | undefined }) => {
    if (typeof description === 'string') found.push(description)
  }
  for (const type of Object.values(
    buildSchema(read('apps/gateway/supergraph.graphql'), { assumeValid: true }).getTypeMap(),
  )) {
    add(type)
    if ('getValues' in type) type.getValues().forEach(add)
    if (!('getFields' in type)) continue
    for (const field of Object.values(type.getFields())) {
      add(field)
      if ('args' in field) field.args.forEach(add)
    }
  }
  return found.join('\n\n')
}

function read(path: string): string {
  return readFileSync(`${ROOT}/${path}`, 'utf8')
}
