import { styleText } from 'node:util'
import type { NodeFile } from './node-file.ts'
import type { PartChange } from './part-process.ts'

const TITLE_WIDTH = 20

export interface Terminal {
  title(): void
  usage(): void
  progress(title: string, detail: string, change: PartChange | 'ready'): void
  /** The block that a person can use at once. `tookMs`: from the start of the supervisor until everything answered. */
  ready(node: NodeFile, dataDir: string, tookMs: number): void
  stopping(): void
  stopped(): void
  failed(message: string): void
}

/** What `npm start` prints. Colours only where `out` shows them. */
export function openTerminal(out: NodeJS.WriteStream): Terminal {
  // Whoever read along may be gone: the node goes on and stops as it should.
  for (const stream of [out, process.stderr]) stream.on('error', () => {})
  const style = (format: Parameters<typeof styleText>[0], text: string) => styleText(format, text, { stream: out })
  const line = (text = '') => out.write(`${text}\n`)
  const heading = (text: string) => line(`\n${style('bold', text)}`)

  return {
    title: () => line(style('bold', 'Travel Rule service')),
    usage: () => {
      line('npm start                 the whole service on this machine, with a demo counterparty')
      line('npm start -- --no-demo    without the demo counterparty')
      line('\nDATA_DIR is the data folder (.data); every port has a variable, listed in docs/settings.md.')
    },
    progress: (title, detail, change) => {
      const warning = style('yellow', '!')
      const mark = {
        ready: style('green', '✓'),
        ended: warning,
        failed: warning,
        lacking: warning,
        again: style('green', '↻'),
      }[change]
      const text = {
        ready: detail,
        ended: `ended ${detail}; starting again`,
        failed: `does not start, trying again: ${detail}`,
        lacking: `waits: ${detail}`,
        again: `runs again, ${detail}`,
      }[change]
      line(`  ${mark} ${title.padEnd(TITLE_WIDTH)}${style('dim', text)}`)
    },
    ready: (node, dataDir, tookMs) => {
      line(style('bold', `\nReady in ${(tookMs / 1000).toFixed(1)} s.`))
      for (const [title, lines] of blocks(node)) {
        heading(title)
        for (const text of lines) line(`  ${text}`)
      }
      line(
        style(
          'dim',
          `\nData and logs: ${dataDir}. Stop with Ctrl-C. The whole story in another terminal: npm run demo`,
        ),
      )
    },
    stopping: () => line('\nStopping …'),
    stopped: () => line('Stopped.'),
    failed: (message) => process.stderr.write(`\n${styleText('red', message, { stream: process.stderr })}\n`),
  }
}

function* blocks(node: NodeFile): Generator<readonly [title: string, lines: readonly string[]]> {
  const tokenUrl = `${node.baseUrl}/auth/realms/${node.realm}/protocol/openid-connect/token`
  yield [
    'Where',
    [
      `API            ${node.baseUrl}/graphql`,
      `Explorer       ${node.baseUrl}/graphql, in a browser`,
      `Live updates   ${node.baseUrl.replace(/^http/, 'ws')}/graphql-ws`,
      ...(node.clientId ? [`Client         ${node.clientId}`, `Secret         ${node.clientSecret}`] : []),
    ],
  ]
  if (node.people) {
    const width = Math.max(...node.people.map(({ username }) => username.length)) + 2
    yield [
      'People (user name, password)',
      node.people.map(({ username, password }) => `${username.padEnd(width)}${password}`),
    ]
  }
  if (node.counterparty) {
    const { approve, callback, reject } = node.counterparty.travelAddresses
    yield [
      `Counterparty   ${node.counterparty.url}`,
      [`approves       ${approve}`, `calls back     ${callback}`, `rejects        ${reject}`],
    ]
  }
  if (node.clientId) {
    yield [
      'A token and a first query',
      [
        `TOKEN=$(curl -s ${tokenUrl} \\`,
        `  -d grant_type=client_credentials -d scope=openid -d client_id=${node.clientId} -d client_secret=${node.clientSecret} \\`,
        `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
        `curl -s ${node.baseUrl}/graphql -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\`,
        `  -d '{"query":"{ trpd { vasps { name } } autod { me { name scopes } } }"}'`,
      ],
    ]
  }
}
