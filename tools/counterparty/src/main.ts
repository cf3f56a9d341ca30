import { readConfig } from './config.ts'
import { type Counterparty, start } from './start.ts'

const STOP_MS_MAX = 20_000

try {
  const counterparty = await start(readConfig(process.env))
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(1)
    isStopping = true
    void stopWithin(counterparty)
  }
  process.on('SIGTERM', stop).on('SIGINT', stop).on('disconnect', stop)
  process.stdout.write(`counterparty: ${counterparty.publicUrl.href}\n`)
  process.send?.({ type: 'ready', ports: { COUNTERPARTY_PORT: counterparty.port } })
} catch (error) {
  process.stderr.write(`counterparty: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
  if (process.connected) process.disconnect()
}

async function stopWithin(counterparty: Counterparty): Promise<void> {
  setTimeout(() => process.exit(1), STOP_MS_MAX).unref()
  await counterparty[Symbol.asyncDispose]()
  process.exit(0)
}
