/** What the counterparty needs to know before it starts. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Base URL as other VASPs see it; `undefined` = `http://localhost:<port>`. */
  readonly publicUrl: URL | undefined
  /** File that keeps the state over a restart; `undefined` = memory only. */
  readonly dataFile: string | undefined
  /** How long the `callback` travel address lets an inquirer wait. */
  readonly callbackDelayMs: number
  /** Wait before the first repetition of a failed delivery; it doubles up to a minute. */
  readonly retryDelayMs: number
}

/** Reads `COUNTERPARTY_*` from `env`. Throws one error that names every variable with a problem. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const number = (name: string, fallback: number, max: number): number => {
    const text = env[name] ?? ''
    const value = text === '' ? fallback : Number(text)
    if (Number.isInteger(value) && value >= 0 && value <= max) return value
    problems.push(`${name}: "${text}" is not a whole number from 0 to ${max}`)
    return fallback
  }
  const text = (name: string): string | undefined => env[name] || undefined
  const config: Config = {
    port: number('COUNTERPARTY_PORT', 4201, 65_535),
    host: text('COUNTERPARTY_HOST') ?? '127.0.0.1',
    publicUrl: readUrl(text('COUNTERPARTY_PUBLIC_URL'), problems),
    dataFile: text('COUNTERPARTY_DATA_FILE'),
    callbackDelayMs: number('COUNTERPARTY_CALLBACK_DELAY_MS', 2_000, 3_600_000),
    retryDelayMs: number('COUNTERPARTY_RETRY_DELAY_MS', 1_000, 60_000),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return config
}

function readUrl(text: string | undefined, problems: string[]): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url
  problems.push(`COUNTERPARTY_PUBLIC_URL: "${text}" is not an http or https URL without query`)
  return undefined
}
