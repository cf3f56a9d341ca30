import { fileURLToPath } from 'node:url'
import type { Graph } from '@travel-rule/federation/planning/build-graph'
import type { HttpRequestHead, HttpResponse, Route } from '@travel-rule/http-host/http-host'
import {
  assetRoute,
  readStaticBuild,
  respondWithPage,
  type StaticBuild,
  type StaticPage,
  staticPage,
} from '@travel-rule/http-host/static-build'
import type { Logger } from '@travel-rule/service/logger'
import { readExamples, validExamples } from './examples.ts'
import { explorerPolicy, renderExplorerPage } from './explorer-page.ts'

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
