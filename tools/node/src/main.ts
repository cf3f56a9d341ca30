import { parseArgs } from 'node:util'
import { OperatorError } from '@travel-rule/service/operator-error'
import { readSettings } from '@travel-rule/service/settings'
import { settings } from './config.ts'
import { startNode } from './start.ts'
import { openTerminal } from './terminal.ts'

/** `npm start [-- --no-demo]`: the whole service on this machine, until Ctrl-C. */
const terminal = openTerminal(process.stdout)
const startedAt = performance.now()

const stop = Promise.withResolvers<void>()
let signals = 0
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    signals += 1
    if (signals === 1) stop.resolve()
    // npm and the terminal may both pass on one Ctrl-C; only a third signal is impatience.
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
    const config = readSettings(settings, process.env)
    terminal.title()
    await using node = await startNode({ config, env: process.env, demo: values.demo, onProgress: terminal.progress })
    terminal.ready(node.node, node.dataDir, performance.now() - startedAt)
    await stop.promise
    terminal.stopping()
  }
  if (!values.help) terminal.stopped()
} catch (error) {
  const known = error instanceof OperatorError || (error instanceof TypeError && 'code' in error)
  terminal.failed(known ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error))
  process.exitCode = 1
}
