import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ComposedSubgraph, composeSubgraphs } from '@travel-rule/federation/supergraph/compose-subgraphs'
import { loadTypeDefs } from '@travel-rule/subgraph/load-schema'
import { readScriptOptions } from './script-options.ts'

/**
 * Composes the schemas of all `apps/*-subgraph` into `apps/gateway/supergraph.graphql`.
 *
 * `node scripts/compose.ts [--check]`; with `--check` it writes nothing, and exits with code 1 if
 * the file is stale. It also exits with code 1 if the schemas do not compose.
 */
const APPS = new URL('../apps/', import.meta.url)
const TARGET = fileURLToPath(new URL('gateway/supergraph.graphql', APPS))
const SUFFIX = '-subgraph'
/** Ports of the subgraphs on one machine; a deployment sets GATEWAY_SUBGRAPH_URLS. */
const LOCAL_PORTS: Readonly<Record<string, number>> = { trpd: 4001, aopd: 4002, autod: 4003 }

const USAGE = `npm run compose               composes the schemas of the subgraphs into apps/gateway/supergraph.graphql
npm run compose -- --check    exits with code 1 if that file is stale
`
const { check } = readScriptOptions(USAGE)

const composition = composeSubgraphs(subgraphs())
if (!composition.ok) {
  for (const problem of composition.problems) console.error(problem)
  console.error(`composition failed: ${composition.problems.length} problems`)
  process.exitCode = 1
} else if (existsSync(TARGET) && readFileSync(TARGET, 'utf8') === composition.sdl) {
  console.log('the supergraph is up to date')
} else if (check) {
  console.error(`${TARGET} is stale: run "npm run compose"`)
  process.exitCode = 1
} else {
  writeFileSync(TARGET, composition.sdl)
  console.log(`wrote ${TARGET}`)
}

function subgraphs(): ComposedSubgraph[] {
  return readdirSync(APPS)
    .filter((folder) => folder.endsWith(SUFFIX))
    .sort()
    .map((folder) => {
      const name = folder.slice(0, -SUFFIX.length)
      const port = LOCAL_PORTS[name]
      return {
        name,
        typeDefs: loadTypeDefs(new URL(`${folder}/src/`, APPS)),
        url: port === undefined ? `http://${name}/graphql` : `http://127.0.0.1:${port}/graphql`,
      }
    })
}
