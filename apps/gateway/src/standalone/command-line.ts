import { parseArgs } from 'node:util'
import { settings } from '../config.ts'

export const GATEWAY_USAGE = `npm run gateway -- [options]

  --supergraph <file|url|compose:>  the composed schema (GATEWAY_SUPERGRAPH)
  --port <n>                        port of the API (GATEWAY_PORT)
  --host <address>                  address of the API (GATEWAY_HOST, by default 127.0.0.1)
  --internal-port <n>               port for keys, health and metrics (GATEWAY_INTERNAL_PORT, by default any free one)
  --subgraph-url <name=url>         where a subgraph answers; may be repeated (GATEWAY_SUBGRAPH_URLS)
  --no-auth                         let everybody on this machine in, as authenticated and with every scope;
                                    policies (GATEWAY_POLICIES) still decide; on loopback only

Without --no-auth the settings of the identity provider are needed: GATEWAY_OIDC_ISSUER.`

/** What the command line asks for. */
export type Command =
  /** `env` are settings that go before those of the environment. */
  | { readonly kind: 'run'; readonly env: Readonly<Record<string, string>>; readonly noAuth: boolean }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problem: string }

type Environment = Readonly<Record<string, string | undefined>>

/** The meaning of the arguments of a gateway, whose settings are otherwise those of `given`. Without any it runs by these alone. */
export function readCommandLine(args: readonly string[], given: Environment = {}): Command {
  if (args.length === 0) return { kind: 'run', env: {}, noAuth: false }
  const parsed = parse(args)
  if (parsed instanceof Error) return { kind: 'wrong', problem: parsed.message }
  if (parsed.help === true) return { kind: 'help' }
  const urls = parsed['subgraph-url'] ?? []
  const wrong = urls.find((pair) => !/^[^=,\s]+=https?:\/\/[^,]+$/.test(pair))
  if (wrong !== undefined) return { kind: 'wrong', problem: `--subgraph-url must be name=url, not "${wrong}"` }
  const named: Environment = {
    GATEWAY_SUPERGRAPH: parsed.supergraph,
    GATEWAY_PORT: parsed.port,
    GATEWAY_HOST: parsed.host,
    GATEWAY_INTERNAL_PORT: parsed['internal-port'] ?? unless(given, 'GATEWAY_INTERNAL_PORT', '0'),
    GATEWAY_SUBGRAPH_URLS: urls.length === 0 ? undefined : urls.join(','),
    GATEWAY_BASE_URL: unless(given, 'GATEWAY_BASE_URL', localUrl(parsed.port ?? given.GATEWAY_PORT)),
  }
  const env = Object.fromEntries(
    Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  return { kind: 'run', env, noAuth: parsed['no-auth'] === true }
}

/** `value`, unless the environment gives that setting. */
function unless(given: Environment, variable: string, value: string): string | undefined {
  return given[variable] || given[`${variable}_FILE`] ? undefined : value
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
