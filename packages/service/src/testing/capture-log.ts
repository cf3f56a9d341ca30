import { type Logger, openLogger } from '../logger.ts'

/** A logger for tests, with access to its lines. */
export interface CapturedLog {
  readonly logger: Logger
  /** Everything written so far, one JSON object per line. */
  text(): string
  lines(): Record<string, unknown>[]
}

export function captureLog(): CapturedLog {
  const written: string[] = []
  const logger = openLogger({ name: 'test', level: 'trace', destination: { write: (line) => void written.push(line) } })
  return {
    logger,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line)),
  }
}
