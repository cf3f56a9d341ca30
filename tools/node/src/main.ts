import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { OperatorError } from '@travel-rule/service/operator-error'
import { type Config, demoCommand, readConfig } from './config.ts'
import { startNode } from './start.ts'
import { openTerminal } from './terminal.ts'

/** `npm start [-- --no-demo]`: runs the complete service on this machine until Ctrl-C. */
const terminal = openTerminal(process.stdout)
const startedAt = performance.now()

const stop = new AbortController()
let signals = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    signals += 1
    if (signals === 1) {
      terminal.stopping()
      stop.abort()
    }
    // npm and the terminal may each forward one Ctrl-C, so only a third signal forces an exit.
    if (signals > 2) process.exit(130)
  })
}

try {
  const { values } = parseArgs({
    options: { demo: { type: 'boolean', default: true }, help: { type: 'boolean', short: 'h' } },
    allowNegative: true,
  })
  if (values.help) {
    terminal.usage()
  } else {
    const config = readConfig(process.env)
    terminal.title()
    await runNode(config, values.demo)
    terminal.stopped()
  }
} catch (error) {
  terminal.failed(describe(error))
  process.exitCode = 1
}

async function runNode(config: Config, demo: boolean): Promise<void> {
  const { signal } = stop
  try {
    await using node = await startNode({
      config,
      env: process.env,
      demo,
      signal,
      onProgress: terminal.progress,
      onStep: terminal.step,
    })
    terminal.ready({ ...node, demoCommand: demoCommand(config), tookMs: performance.now() - startedAt })
    if (!signal.aborted) await once(signal, 'abort')
  } catch (error) {
    if (!signal.aborted || error !== signal.reason) throw error
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isUnknownOption = 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_')
  return error instanceof OperatorError || isUnknownOption ? error.message : (error.stack ?? error.message)
}
