import type { Graph } from '@travel-rule/federation/planning/build-graph'
import type { HttpRequestHead, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import type { Authenticator } from '../identity/authenticator.ts'
import { chooseEncoding } from '../transport/http/negotiate.ts'
import { callerRoute } from './caller-route.ts'
import { readExamples, validExamples } from './examples.ts'
import { assetRoute, type BuiltExplorer, EXPLORER_FOLDER, readBuiltExplorer } from './explorer-assets.ts'
import { type ExplorerPage, explorerPolicy, renderExplorerPage } from './explorer-page.ts'

export interface ExplorerParts {
  readonly baseUrl: string
  /** The issuer of access tokens; `undefined` when no token is needed. */
  readonly issuer: string | undefined
  /** Id of the public client through which people sign in. */
  readonly clientId: string
  readonly authenticator: Authenticator
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
  const built = await readBuiltExplorer(folder).catch((error: unknown) => {
    parts.logger.warn({ err: error, folder }, 'the build of the explorer cannot be read')
    return undefined
  })
  if (built === undefined) {
    parts.logger.warn({ folder }, 'the explorer is not built: browsers get a plain page')
    return undefined
  }
  const policy = explorerPolicy(baseUrl, issuer)
  let last: { readonly graph: Graph; readonly page: Promise<ExplorerPage> } | undefined

  async function render({ schema }: Graph, build: BuiltExplorer): Promise<ExplorerPage> {
    const examples = validExamples(await readExamples(), schema)
    const fields = schema.getQueryType()?.getFields() ?? {}
    const groups = [...new Set(examples.map(({ group }) => group))].map((name) => ({
      name,
      description: fields[name]?.description ?? '',
    }))
    const signIn = issuer === undefined ? {} : { signIn: { issuer, clientId } }
    return renderExplorerPage(build, { baseUrl, ...signIn, groups, examples })
  }

  function pageOf(graph: Graph, build: BuiltExplorer): Promise<ExplorerPage> {
    if (last?.graph === graph) return last.page
    const page = render(graph, build)
    last = { graph, page }
    page.catch(() => {
      if (last?.page === page) last = undefined
    })
    return page
  }

  return {
    async page({ headers }) {
      const { html, etag, compressed } = await pageOf(parts.graph(), built)
      const common = {
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
        vary: 'accept, accept-encoding',
        etag,
      }
      if (matches(headers['if-none-match'], etag)) return { status: 304, headers: common }
      const encoding = chooseEncoding(Buffer.byteLength(html), headers['accept-encoding'])
      return {
        status: 200,
        headers: {
          ...common,
          'content-type': 'text/html; charset=utf-8',
          ...(encoding !== undefined && { 'content-encoding': encoding }),
        },
        body: encoding === undefined ? html : await compressed(encoding),
      }
    },
    routes: [assetRoute(folder, built), callerRoute(parts)],
  }
}

function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')
}
