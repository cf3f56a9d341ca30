import { type Logger, type LogLevel, openLogger } from './logger.ts'
import { OperatorError } from './operator-error.ts'
import { type Parsed, readSettings, type SettingsDescription } from './settings.ts'

/** A started service; disposing it stops everything it opened, in reverse order. */
export interface RunningService extends AsyncDisposable {
  /** The port of every listener, by the variable that sets it. */
  readonly ports: Readonly<Record<string, number>>
  /** Gives callers time to go elsewhere before the service is disposed. */
  retire?(): Promise<void>
}

/** How long a service may take to stop before the process exits with 1. */
export const STOP_GRACE_MS = 20_000

/**
 * Runs a service as this process until SIGTERM, SIGINT or the exit of its parent.
 *
 * Sends `{ type: 'ready', ports }` to a parent process once it has started. Exits with 0 after an
 * orderly stop, and with 1 when it failed to start (an `OperatorError` goes to standard error, one
 * problem per line), crashed, or did not stop within `STOP_GRACE_MS`. A second signal exits
 * immediately. The settings must have a `logLevel`.
 */
export async function runService<D extends SettingsDescription>(service: {
  readonly name: string
  readonly settings: D
  /** `signal` is aborted if the service is stopped before it has started. */
  readonly start: (config: Parsed<D>, logger: Logger, signal: AbortSignal) => Promise<RunningService>
  /** Name of this process in the log, if a service has several. */
  readonly process?: number | undefined
  /** Stops the service when aborted, like SIGTERM. */
  readonly stopSignal?: AbortSignal | undefined
}): Promise<void> {
  const stopRequest = Promise.withResolvers<string>()
  const stopping = new AbortController()
  listenForStop((reason) => {
    stopping.abort(new Error(`stopped: ${reason}`))
    stopRequest.resolve(reason)
  }, service.stopSignal)
  let logger: Logger | undefined
  try {
    const config = readSettings(service.settings, process.env)
    const log = openLogger({ name: service.name, level: levelOf(config), process: service.process })
    logger = log
    crashOnUnexpected(log)
    const running = await service.start(config, log, stopping.signal)
    process.send?.({ type: 'ready', ports: running.ports })
    log.info({ ports: running.ports }, 'started')
    log.info({ reason: await stopRequest.promise }, 'stopping')
    await running.retire?.()
    await running[Symbol.asyncDispose]()
    log.info('stopped')
    process.exit(0)
  } catch (error) {
    if (stopping.signal.aborted && isAbort(error, stopping.signal)) process.exit(0)
    reportFailure(service.name, error, logger)
    process.exit(1)
  }
}

/** Node's own waits throw an error with the abort reason as its cause. */
function isAbort(error: unknown, signal: AbortSignal): boolean {
  return error === signal.reason || (error instanceof Error && error.cause === signal.reason)
}

function listenForStop(resolve: (reason: string) => void, signal: AbortSignal | undefined): void {
  let isStopping = false
  const stop = (reason: string): void => {
    if (isStopping) process.exit(1)
    isStopping = true
    setTimeout(() => process.exit(1), STOP_GRACE_MS).unref()
    resolve(reason)
  }
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('disconnect', () => {
    if (!isStopping) stop('the parent process is gone')
  })
  signal?.addEventListener('abort', () => {
    if (!isStopping) stop('the primary process stops')
  })
}

function crashOnUnexpected(logger: Logger): void {
  const crash = (error: unknown, kind: string): void => {
    logger.fatal({ err: error }, kind)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => crash(error, 'uncaught exception'))
  process.on('unhandledRejection', (error) => crash(error, 'unhandled rejection'))
}

function levelOf(config: object): LogLevel {
  return 'logLevel' in config ? (config.logLevel as LogLevel) : 'info'
}

function reportFailure(name: string, error: unknown, logger: Logger | undefined): void {
  if (error instanceof OperatorError) {
    process.stderr.write(error.problems.map((problem) => `${name}: ${problem}\n`).join(''))
    return
  }
  if (logger === undefined) process.stderr.write(`${name}: ${String(error)}\n`)
  else logger.fatal({ err: error }, 'failed')
}
