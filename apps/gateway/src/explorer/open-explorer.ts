import type { ScopeRules } from '@travel-rule/auth/scopes'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import type { HttpRequestHead, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import type { Logger } from '@travel-rule/service/logger'
import type { Authenticator } from '../identity/authenticator.ts'
import { chooseEncoding, compress } from '../transport/http/content-encoding.ts'
import { assetRoute } from './asset-route.ts'
import { EXPLORER_FOLDER, readBuiltExplorer } from './built-explorer.ts'
import { callerRoute } from './caller-route.ts'
import { readExamples, validExamples } from './examples.ts'
import { type ExplorerPage, explorerPolicy, renderExplorerPage } from './explorer-page.ts'

export interface ExplorerParts {
  readonly baseUrl: string
  /** Who gives out tokens; `undefined` where none is asked for. */
  readonly issuer: string | undefined
  /** The public client that people sign in with. */
  readonly clientId: string
  readonly authenticator: Authenticator
  readonly rules: ScopeRules
  /** The one that is served now. */
  readonly graph: () => Graph
  readonly logger: Logger
  /** Where the build is; another one in tests. */
  readonly folder?: string
}

/** The explorer as the gateway serves it. */
export interface Explorer {
  /** The answer to a browser that visits `/graphql`. */
  readonly page: (head: HttpRequestHead) => Promise<HttpResponse>
  /** What the page asks for besides. */
  readonly routes: readonly Route[]
}

/** `undefined`, with a warning in the log, when the explorer was not built. Reads one small file; the rest once somebody visits. */
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
  const pages = new WeakMap<Graph, Promise<ExplorerPage>>()

  async function render({ schema }: Graph): Promise<ExplorerPage> {
    const examples = validExamples(await readExamples(), schema)
    const fields = schema.getQueryType()?.getFields() ?? {}
    const groups = [...new Set(examples.map(({ group }) => group))].map((name) => ({
      name,
      description: fields[name]?.description ?? '',
    }))
    const signIn = issuer === undefined ? {} : { signIn: { issuer, clientId } }
    return renderExplorerPage(built as NonNullable<typeof built>, { baseUrl, ...signIn, groups, examples })
  }

  function pageOf(graph: Graph): Promise<ExplorerPage> {
    const known = pages.get(graph)
    if (known !== undefined) return known
    const fresh = render(graph)
    pages.set(graph, fresh)
    fresh.catch(() => pages.delete(graph))
    return fresh
  }

  return {
    async page({ headers }) {
      const { html, etag } = await pageOf(parts.graph())
      const shown = {
        'content-security-policy': policy,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
        vary: 'accept, accept-encoding',
        etag,
      }
      if (isKnown(headers['if-none-match'], etag)) return { status: 304, headers: shown }
      const encoding = chooseEncoding(Buffer.byteLength(html), headers['accept-encoding'])
      return {
        status: 200,
        headers: {
          ...shown,
          'content-type': 'text/html; charset=utf-8',
          ...(encoding !== undefined && { 'content-encoding': encoding }),
        },
        body: encoding === undefined ? html : await compress(html, encoding),
      }
    },
    routes: [assetRoute(folder, built), callerRoute(parts)],
  }
}

function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((known) => known.trim() === etag || known.trim() === '*')
}
