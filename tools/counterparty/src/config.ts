/** The settings of the counterparty. */
export interface Config {
  readonly port: number
  readonly host: string
  /** Base URL for other VASPs; by default `http://localhost:<port>`. */
  readonly publicUrl: URL | undefined
  /** File that stores the state; without it, a restart loses the state. */
  readonly dataFile: string | undefined
  /** Delay of the callback from the `callback` travel address. */
  readonly callbackDelayMs: number
  /** Delay before the first retry of a delivery. Doubles with each retry, up to a minute. */
  readonly retryDelayMs: number
}

/** Reads `COUNTERPARTY_*` from `env`. Throws one error that names every variable with a problem. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const number = (name: string, fallback: number, max: number): number => {
    const source = env[name] ?? ''
    const value = source === '' ? fallback : Number(source)
    if (Number.isInteger(value) && value >= 0 && value <= max) return value
    problems.push(`${name}: "${source}" is not a whole number from 0 to ${max}`)
    return fallback
  }
  const string = (name: string): string | undefined => env[name] || undefined
  const config: Config = {
    port: number('COUNTERPARTY_PORT', 4201, 65_535),
    host: string('COUNTERPARTY_HOST') ?? '127.0.0.1',
    publicUrl: readUrl(string('COUNTERPARTY_PUBLIC_URL'), problems),
    dataFile: string('COUNTERPARTY_DATA_FILE'),
    callbackDelayMs: number('COUNTERPARTY_CALLBACK_DELAY_MS', 2_000, 3_600_000),
    retryDelayMs: number('COUNTERPARTY_RETRY_DELAY_MS', 1_000, 60_000),
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return config
}

function readUrl(source: string | undefined, problems: string[]): URL | undefined {
  if (source === undefined) return undefined
  const url = URL.canParse(source) ? new URL(source) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url
  problems.push(`COUNTERPARTY_PUBLIC_URL: "${source}" is not an http or https URL without query`)
  return undefined
}
