import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import type { HttpRequestHead, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import {
  assetRoute,
  connectSources,
  readStaticBuild,
  respondWithPage,
  type StaticBuild,
  type StaticPage,
  staticPage,
} from '@travel-rule/http-host/static-build'
import { escapeHtml } from '@travel-rule/service/escape-html'
import type { Logger } from '@travel-rule/service/logger'
import { type GraphQLSchema, getOperationAST, parse, validate } from 'graphql'
import { renderUsage } from '../transport/http/usage-page.ts'

/** Where the explorer's build puts its files. */
const EXPLORER_FOLDER = fileURLToPath(new URL('../../../../packages/explorer/dist/', import.meta.url))

export interface ExplorerParts {
  readonly baseUrl: string
  /** The issuer of access tokens; `undefined` when no token is needed. */
  readonly issuer: string | undefined
  /** Id of the public client through which people sign in. */
  readonly clientId: string
  /** The graph that is currently served. */
  readonly graph: () => Graph
  readonly logger: Logger
  /** The folder of the build; tests set another one. */
  readonly folder?: string
}

/** The explorer, ready to be served. */
export interface Explorer {
  /** The response to a browser that visits `/graphql`. */
  readonly page: (head: HttpRequestHead) => Promise<HttpResponse>
  /** The routes that the page needs. */
  readonly routes: readonly Route[]
}

/**
 * Returns `undefined` and logs a warning when the explorer has not been built. Reads one small
 * file, and the others on demand.
 */
export async function openExplorer(parts: ExplorerParts): Promise<Explorer | undefined> {
  const { baseUrl, issuer, clientId, folder = EXPLORER_FOLDER } = parts
  const built = await readStaticBuild(`${folder}explorer.json`).catch((error: unknown) => {
    parts.logger.warn({ err: error, folder }, 'the build of the explorer cannot be read')
    return undefined
  })
  if (built === undefined) {
    parts.logger.warn({ folder }, 'the explorer is not built: browsers get a plain page')
    return undefined
  }
  const policy = explorerPolicy(baseUrl, issuer)
  let last: { readonly graph: Graph; readonly page: Promise<StaticPage> } | undefined

  async function render({ schema }: Graph, build: StaticBuild): Promise<StaticPage> {
    const examples = validExamples(await readExamples(), schema)
    const fields = schema.getQueryType()?.getFields() ?? {}
    const groups = [...new Set(examples.map(({ group }) => group))].map((name) => ({
      name,
      description: fields[name]?.description ?? '',
    }))
    const signIn = issuer === undefined ? {} : { signIn: { issuer, clientId } }
    return staticPage(renderExplorerPage(build, { baseUrl, ...signIn, groups, examples }))
  }

  function pageOf(graph: Graph, build: StaticBuild): Promise<StaticPage> {
    if (last?.graph === graph) return last.page
    const page = render(graph, build)
    last = { graph, page }
    page.catch(() => {
      if (last?.page === page) last = undefined
    })
    return page
  }

  return {
    page: async (head) => respondWithPage(await pageOf(parts.graph(), built), policy, head),
    routes: [assetRoute('/graphql/assets', folder, built)],
  }
}

/** Passed to the page as JSON in an attribute. */
interface PageSettings {
  /** The gateway's public URL; after sign-in the provider redirects to `<baseUrl>/graphql`. */
  readonly baseUrl: string
  /** Absent when no token is needed. */
  readonly signIn?: { readonly issuer: string; readonly clientId: string }
  readonly groups: readonly { readonly name: string; readonly description: string }[]
  readonly examples: readonly Example[]
}

/** The HTML of the explorer. Its URLs are relative, so that it works under any host name. */
function renderExplorerPage(built: StaticBuild, settings: PageSettings): string {
  const asset = (name: string) => `graphql/assets/${name}`
  const usage = renderUsage(settings.baseUrl, settings.signIn?.issuer)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Travel Rule API explorer</title>
<link rel="icon" type="image/svg+xml" href="${asset(built.icon)}">
${built.styles.map((name) => `<link rel="stylesheet" href="${asset(name)}">\n`).join('')}<script type="module" src="${asset(built.script)}"></script>
</head>
<body>
<div id="explorer" data-settings="${escapeHtml(JSON.stringify(settings))}"></div>
<noscript><main class="usage"><h1>Travel Rule API</h1>${usage}</main></noscript>
<template id="usage">${usage}</template>
</body>
</html>
`
}

/**
 * The page's content security policy: its own scripts, workers and fonts only, and requests only to
 * the gateway and the issuer. The editors create style elements, hence `unsafe-inline` for styles.
 */
function explorerPolicy(baseUrl: string, issuer: string | undefined): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    `connect-src ${connectSources(baseUrl, baseUrl, issuer)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

const EXAMPLES_FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url))

/** An example operation. */
export interface Example {
  /** The root field that the operation selects. */
  readonly group: string
  readonly title: string
  readonly type: 'query' | 'mutation' | 'subscription'
  readonly query: string
  /** The variables as JSON; empty without variables. */
  readonly variables: string
}

/**
 * The examples in `folder`, sorted by name. A file `<order>-<group>/<order>-<name>.graphql` starts
 * with a comment that holds the title; its variables are in an optional `.json` of the same name.
 */
export async function readExamples(folder = EXAMPLES_FOLDER): Promise<readonly Example[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.graphql')).sort()
  return Promise.all(
    names.map(async (name): Promise<Example> => {
      const [title = '', ...lines] = (await readFile(`${folder}${name}`, 'utf8')).split('\n')
      const query = lines.join('\n')
      const variables = await readFile(`${folder}${name.replace(/graphql$/, 'json')}`, 'utf8').catch(() => '')
      const type = getOperationAST(parse(query), null)?.operation ?? 'query'
      const group = name.split(/[\\/]/)[0]?.replace(/^\d+-/, '') ?? ''
      return { group, title: title.replace(/^#\s*/, ''), type, query, variables }
    }),
  )
}

/** The examples that are valid for this schema. */
export function validExamples(examples: readonly Example[], schema: GraphQLSchema): readonly Example[] {
  return examples.filter(({ query }) => validate(schema, parse(query)).length === 0)
}
