import { parseArgs } from 'node:util'
import { playScenario } from './play-scenario.ts'
import { readScenarios } from './scenario.ts'
import { openScriptedSubgraphs } from './scripted-subgraph.ts'
import { composeScripted } from './supergraph.ts'

const USAGE = `node conformance/relay/main.ts --print-supergraph > supergraph.graphql
node conformance/relay/main.ts --url http://localhost:4000/graphql [--socket-url ws://…] [--token …] [--only part-of-an-id]

Plays every scenario against the gateway at --url, which serves the printed supergraph: its subgraphs
are at port 24801, or at --port of both commands.`

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    'socket-url': { type: 'string' },
    token: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    port: { type: 'string', default: '24801' },
    'print-supergraph': { type: 'boolean' },
  },
})
const port = Number(values.port)

if (values['print-supergraph']) process.stdout.write(composeScripted(port))
else if (values.url === undefined) print(USAGE)
else process.exitCode = await playAll(values.url)

/** The exit code: 1 if a scenario fails. */
async function playAll(url: string): Promise<number> {
  const socketUrl = values['socket-url'] ?? url.replace(/^http/, 'ws').replace(/\/graphql$/, '/graphql-ws')
  const gateway = { url, socketUrl, token: values.token }
  await using subgraphs = await openScriptedSubgraphs(port)
  const failed: string[] = []
  const scenarios = readScenarios().filter(({ id }) => id.includes(values.only))
  for (const scenario of scenarios) {
    const deviations = await playScenario(scenario, gateway, subgraphs)
    if (deviations.length > 0) failed.push(scenario.id)
    print(`${deviations.length === 0 ? 'ok  ' : 'FAIL'} ${scenario.id}: ${scenario.what}`)
    for (const deviation of deviations) print(`       ${deviation}`)
  }
  print(`${scenarios.length - failed.length} passed, ${failed.length} failed`)
  return failed.length === 0 ? 0 : 1
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
