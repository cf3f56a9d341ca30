import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'

const README = new URL('README.md', import.meta.url)
const INTRODUCTION = `# Benchmarks

\`npm run bench -- gateway\` compares the gateway with stock Apollo Server and Apollo Gateway, and with a bare Node reverse proxy, in one run over
the same subgraphs. \`npm run bench -- subscriptions\` compares its live updates with a plain graphql-ws server. The ratios are meaningful; the
absolute numbers depend on the machine. \`npm run bench -- cost\` compares the price of fields, by \`@cost\` and \`@listSize\`, with their CPU time.
\`npm run bench -- trpd\` measures inquiries from other VASPs, and lists and counts of a million transactions.
\`npm run bench -- dashboard\` measures the inbox of the dashboard in Chromium with 10,000 transactions and a thousand live changes a minute.
\`npm run bench -- desk\` measures what officers wait for: the checks of an inquiry, the summary of the desk, and filters by case.
\`npm run bench -- upstream\` compares ways to carry requests between the gateway and a subgraph.
\`npm run bench -- processes\` compares a gateway of two processes with one of one process.
\`npm run bench -- live-distance\` measures live updates when PostgreSQL is on another machine, and draws them.
\`npm run bench -- pools\` compares pools of connections to PostgreSQL.
\`npm run bench -- soak\` loads the gateway for half an hour and draws its memory.
\`npm run bench\` alone lists the settings of each. A benchmark needs nothing but the repository: it starts its own PostgreSQL and processes, and prints each result as it is measured.
`

/** Writes `bench/results/<name>.json` and replaces the section `name` of `bench/README.md`. */
export async function writeReport(name: string, results: object, table: string): Promise<void> {
  const machine = {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1e9),
    node: process.version,
  }
  const date = new Date().toISOString().slice(0, 10)
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(new URL(`results/${name}.json`, import.meta.url), `${encodeRows({ date, machine, ...results })}\n`)
  const heading = `## ${name}`
  const section = `${heading}\n${date}, ${machine.cores} × ${machine.cpu}, ${machine.memoryGb} GB, Node ${machine.node}\n\n${table}\n`
  const before = existsSync(README) ? readFileSync(README, 'utf8') : INTRODUCTION
  const parts = before.split(/\n(?=## )/)
  const kept = parts.filter((part) => !part.startsWith(heading))
  writeFileSync(README, `${[...kept.map((part) => part.trimEnd()), section.trimEnd()].join('\n\n')}\n`)
}

const LINE_LENGTH_MAX = 120

/** JSON with each row of measurements on one line, if it fits. */
function encodeRows(results: object): string {
  const expanded = JSON.stringify(results, null, 2)
  return expanded.replace(/^( *(?:".*": )?)([{[])\n([^{}[\]]*)\n *([}\]],?)$/gm, (whole, name, open, fields, close) => {
    const content = fields.trim().replace(/\n */g, ' ')
    const row = open === '{' ? `${name}{ ${content} ${close}` : `${name}[${content}${close}`
    return row.length <= LINE_LENGTH_MAX ? row : whole
  })
}
