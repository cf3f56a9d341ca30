import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { withoutBidiControls } from './bidi-controls.ts'
import { hideTokens, redact } from './redact.ts'
import { shortenLine } from './shorten-line.ts'

export type { Logger }

/** Log levels, most severe first. */
export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/**
 * A logger that writes one JSON object per line, to standard output by default.
 *
 * Secrets are hidden by name at any depth, and signed tokens by their form, even inside messages and stacks.
 * Bidirectional controls are removed, and long lines shortened.
 */
export function openLogger(options: {
  name: string
  level: LogLevel
  /** Number of this process, if a service has several. */
  process?: number | undefined
  destination?: DestinationStream
}): Logger {
  const settings: LoggerOptions = {
    name: options.name,
    level: options.level,
    base: { pid: process.pid, ...(options.process !== undefined && { process: options.process }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: redact, error: redact },
    formatters: {
      level: (label) => ({ level: label }),
      log: (object) => redact(object) as Record<string, unknown>,
    },
    redact: { paths: CHILD_PATHS, censor: '[hidden]' },
    // Shortened last, since a truncated token could no longer be recognised.
    hooks: { streamWrite: (line) => shortenLine(withoutBidiControls(hideTokens(line))) },
  }
  return pino(settings, options.destination ?? standardOutput())
}

/**
 * Standard output, usable even after its reader has exited. pino's own destination retries a broken pipe indefinitely
 * and blocks when flushed, so a service would outlive the process that started it.
 */
function standardOutput(): DestinationStream {
  if (!process.stdout.listeners('error').includes(ignoreBrokenPipe)) process.stdout.on('error', ignoreBrokenPipe)
  return { write: (line) => void process.stdout.write(line) }
}

function ignoreBrokenPipe(): void {}

/** Names hidden in the bindings of child loggers, which bypass the formatter. */
const CHILD_PATHS = [
  'authorization',
  'cookie',
  'password',
  'token',
  'assertion',
  'identityAssertion',
  'ivms101',
  'headers.authorization',
  'headers.cookie',
  'headers["x-identity-assertion"]',
]
