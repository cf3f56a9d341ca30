import { parseArgs } from 'node:util'
import { settings } from './config.ts'

export const GATEWAY_USAGE = `npm run gateway -- [options]

  --supergraph <file|url|compose:>  the composed schema (GATEWAY_SUPERGRAPH)
  --port <n>                        port of the API (GATEWAY_PORT)
  --host <address>                  address of the API (PUBLIC_HOST, by default 127.0.0.1)
  --internal-port <n>               port for keys, health and metrics (GATEWAY_INTERNAL_PORT, by default any free one)
  --subgraph-url <name=url>         URL of a subgraph; may be repeated (GATEWAY_SUBGRAPH_URLS)
  --no-auth                         treat every caller as authenticated and with every scope; policies
                                    (GATEWAY_POLICIES) still apply; on loopback only

Without --no-auth the settings of the identity provider are needed: GATEWAY_OIDC_ISSUER.`

/** A parsed command line. */
export type Command =
  /** `env` overrides settings of the environment. */
  | { readonly kind: 'run'; readonly env: Readonly<Record<string, string>>; readonly noAuth: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly problem: string }

type Environment = Readonly<Record<string, string | undefined>>

/** Parses the arguments of the gateway. Some of their defaults depend on `environment`. */
export function readCommandLine(args: readonly string[], environment: Environment = {}): Command {
  if (args.length === 0) return { kind: 'run', env: {}, noAuth: false }
  const parsed = parse(args)
  if (parsed instanceof Error) return { kind: 'invalid', problem: parsed.message }
  if (parsed.help === true) return { kind: 'help' }
  const urls = parsed['subgraph-url'] ?? []
  const invalid = urls.find((pair) => !/^[^=,\s]+=https?:\/\/[^,]+$/.test(pair))
  if (invalid !== undefined) return { kind: 'invalid', problem: `--subgraph-url must be name=url, not "${invalid}"` }
  const overrides: Environment = {
    GATEWAY_SUPERGRAPH: parsed.supergraph,
    GATEWAY_PORT: parsed.port,
    PUBLIC_HOST: parsed.host,
    GATEWAY_INTERNAL_PORT: parsed['internal-port'] ?? unless(environment, 'GATEWAY_INTERNAL_PORT', '0'),
    GATEWAY_SUBGRAPH_URLS: urls.length === 0 ? undefined : urls.join(','),
    GATEWAY_BASE_URL: unless(environment, 'GATEWAY_BASE_URL', localUrl(parsed.port ?? environment.GATEWAY_PORT)),
  }
  const env = Object.fromEntries(
    Object.entries(overrides).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { kind: 'run', env, noAuth: parsed['no-auth'] === true }
}

/** `value`, or `undefined` if the environment sets the variable. */
function unless(environment: Environment, variable: string, value: string): string | undefined {
  return environment[variable] || environment[`${variable}_FILE`] ? undefined : value
}

function localUrl(port: string | undefined): string {
  return `http://localhost:${port || settings.settings.port.default}`
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        supergraph: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string' },
        'internal-port': { type: 'string' },
        'subgraph-url': { type: 'string', multiple: true },
        'no-auth': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
