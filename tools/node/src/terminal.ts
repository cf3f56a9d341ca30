import { styleText } from 'node:util'
import type { PartChange } from './keep-running.ts'
import type { NodeFile } from './node-file.ts'

const TITLE_WIDTH = 20

export interface Terminal {
  title(): void
  usage(): void
  /** Prints the step of the start that begins. */
  step(text: string): void
  progress(title: string, detail: string, change: PartChange | 'ready'): void
  ready(summary: ReadySummary): void
  stopping(): void
  stopped(): void
  failed(message: string): void
}

/** The facts that a person needs to use a node that has just started. */
export interface ReadySummary {
  readonly file: NodeFile
  readonly dataDir: string
  /** The command that runs the demo against this node. */
  readonly demoCommand: string
  /** Time from the start of the supervisor until every part was ready. */
  readonly tookMs: number
}

/** The output of `npm start`; coloured only when `out` supports colours. */
export function openTerminal(out: NodeJS.WriteStream): Terminal {
  // If the output is closed, such as a broken pipe, the node continues and can still be stopped in order.
  for (const stream of [out, process.stderr]) stream.on('error', () => {})
  const style = (format: Parameters<typeof styleText>[0], text: string) => styleText(format, text, { stream: out })
  const line = (text = '') => out.write(`${text}\n`)
  const heading = (text: string) => line(`\n${style('bold', text)}`)

  return {
    title: () => line(style('bold', 'Travel Rule service')),
    usage: () => {
      line('npm start                   the complete service on this machine, with a demo counterparty')
      line('npm start -- --no-demo      without the demo counterparty')
      line('PORT_BASE=5000 npm start    a second node beside the first: ports from 5000, data in .data-5000')
      line('\nDATA_DIR sets the data folder, and every port has a variable: see docs/settings.md.')
    },
    step: (text) => line(style('dim', `  … ${text}`)),
    progress: (title, detail, change) => {
      const warning = style('yellow', '!')
      const mark = {
        ready: style('green', '✓'),
        ended: warning,
        failed: warning,
        waiting: warning,
        restarted: style('green', '↻'),
      }[change]
      const text = {
        ready: detail,
        ended: `ended ${detail}, restarting`,
        failed: `restart failed, retrying: ${detail}`,
        waiting: `waiting: ${detail}`,
        restarted: `restarted, ${detail}`,
      }[change]
      line(`  ${mark} ${title.padEnd(TITLE_WIDTH)}${style('dim', text)}`)
    },
    ready: ({ file, dataDir, demoCommand, tookMs }) => {
      line(style('bold', `\nReady in ${(tookMs / 1000).toFixed(1)} s.`))
      for (const [title, lines] of blocks(file)) {
        heading(title)
        for (const text of lines) line(`  ${text}`)
      }
      line(
        style(
          'dim',
          `\nData and logs: ${dataDir}. Stop with Ctrl-C. The whole story in another terminal: ${demoCommand}`,
        ),
      )
    },
    stopping: () => line('\nStopping …'),
    stopped: () => line('Stopped.'),
    failed: (message) => process.stderr.write(`\n${styleText('red', message, { stream: process.stderr })}\n`),
  }
}

function* blocks(file: NodeFile): Generator<readonly [title: string, lines: readonly string[]]> {
  const tokenUrl = `${file.baseUrl}/auth/realms/${file.realm}/protocol/openid-connect/token`
  yield [
    'Where',
    [
      `Dashboard      ${file.baseUrl}, in a browser`,
      `API            ${file.baseUrl}/graphql`,
      `Explorer       ${file.baseUrl}/graphql, in a browser`,
      `Live updates   ${file.baseUrl.replace(/^http/, 'ws')}/graphql-ws`,
      ...(file.clientId ? [`Client         ${file.clientId}`, `Secret         ${file.clientSecret}`] : []),
    ],
  ]
  if (file.people) {
    const width = Math.max(...file.people.map(({ username }) => username.length)) + 2
    yield [
      'People (user name, password)',
      file.people.map(({ username, password }) => `${username.padEnd(width)}${password}`),
    ]
  }
  if (file.counterparty) {
    const { url, travelAddresses } = file.counterparty
    yield [
      `Counterparty   ${url}, in a browser: what each travel address does`,
      Object.entries(travelAddresses).map(([persona, address]) => `${persona.padEnd(13)}  ${address}`),
    ]
  }
  if (file.clientId) {
    yield [
      'A token and a first query',
      [
        `TOKEN=$(curl -s ${tokenUrl} \\`,
        `  -d grant_type=client_credentials -d scope=openid -d client_id=${file.clientId} -d client_secret=${file.clientSecret} \\`,
        `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
        `curl -s ${file.baseUrl}/graphql -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\`,
        `  -d '{"query":"{ trpd { vasps { name } } autod { me { name scopes } } }"}'`,
      ],
    ]
  }
}
