import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { OperatorError } from '@travel-rule/service/operator-error'

export const USAGE = `Checks whether a VASP follows the Travel Rule Protocol (TRP).

  npm run trp:conformance -- <travel address> [options]   sends inquiries to a VASP and checks its responses
  npm run trp:conformance -- --receive [options]          receives inquiries of a VASP and checks them

Both write about invented persons only. Inquiries that are approved are confirmed with an invented
transaction hash: use a test address of yours, or ask the VASP before.

Options
  --asset <id>           asset of the travel address: a DTI or a SLIP-0044 symbol (default Bitcoin)
  --amount <number>      amount of an inquiry (default 0.001)
  --version <version>    speaks this version of TRP only; by default it is agreed on, beginning with 3.2.1
  --listen <[host:]port> where this command listens (default 127.0.0.1 and a free port)
  --public-url <url>     URL of that listener for the other VASP; needed for decisions by callback
  --wait <seconds>       how long to wait for a decision (default 10), or for inquiries (default 600)
  --timeout <seconds>    how long to wait for a response (default 15)
  --address <address>    payment address of approvals, with --receive (default: by asset)
  --allow-private        allow hosts on private networks, in plain http (https with --ca or --cert)
  --ca <file>            certificate authorities to trust instead of the system's, PEM
  --cert, --key <file>   client certificate and key for mutual TLS, PEM
  --strict               fails for every broken rule, not only for one that is a MUST
  --json <file>          writes the results as JSON (docs/trp-conformance.md has the format)
  --junit <file>         writes the results as JUnit XML
  --markdown <file>      writes the results as Markdown
  --rules                lists the rules, with what they rest on
  --help                 shows this text

Exit code: 0 if no MUST fails, 1 if one does, 2 if the VASP could not be checked.
`

export interface CommandOptions {
  readonly help: boolean
  readonly rules: boolean
  readonly strict: boolean
  readonly receive: boolean
  readonly travelAddress: string | undefined
  readonly asset: string | undefined
  readonly amount: string
  readonly version: string | undefined
  readonly host: string
  readonly port: number
  readonly publicUrl: string | undefined
  readonly waitMs: number
  readonly timeoutMs: number
  readonly address: string | undefined
  readonly allowPrivate: boolean
  readonly tls: TlsOptions | undefined
  readonly json: string | undefined
  readonly junit: string | undefined
  readonly markdown: string | undefined
}

/** PEM; certificate and key are empty without a client certificate. */
export interface TlsOptions {
  readonly certificate: string
  readonly key: string
  readonly authorities: readonly string[]
}

/** The options of the command line. Throws `OperatorError`. */
export function readCommandOptions(args: readonly string[]): CommandOptions {
  const { values, positionals } = parse(args)
  const receive = values.receive === true
  if (receive && positionals.length > 0) throw new OperatorError('--receive takes no travel address.')
  if (!receive && positionals.length > 1) throw new OperatorError('Only one travel address can be checked at a time.')
  return {
    help: values.help === true || (!receive && values.rules !== true && positionals.length === 0),
    rules: values.rules === true,
    strict: values.strict === true,
    receive,
    travelAddress: positionals[0],
    asset: values.asset,
    amount: matching('--amount', values.amount, /^(?=.*[1-9])\d+(\.\d+)?$/, 'a positive number'),
    version: readVersion(values.version),
    ...readListen(values.listen),
    publicUrl: readUrl(values['public-url']),
    waitMs: seconds('--wait', values.wait ?? (receive ? '600' : '10')),
    timeoutMs: seconds('--timeout', values.timeout),
    address: values.address,
    allowPrivate: values['allow-private'] === true,
    tls: readTls(values),
    json: values.json,
    junit: values.junit,
    markdown: values.markdown,
  }
}

function parse(args: readonly string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        receive: flag,
        asset: text,
        amount: { ...text, default: '0.001' },
        version: text,
        listen: { ...text, default: '0' },
        'public-url': text,
        wait: text,
        timeout: { ...text, default: '15' },
        address: text,
        'allow-private': flag,
        ca: text,
        cert: text,
        key: text,
        strict: flag,
        json: text,
        junit: text,
        markdown: text,
        rules: flag,
        help: flag,
      },
    })
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)} See --help.`)
  }
}

function matching(option: string, value: string, pattern: RegExp, what: string): string {
  if (pattern.test(value)) return value
  throw new OperatorError(`${option}: "${value}" is not ${what}.`)
}

const PORT_MAX = 65_535

/** A port, or a host and a port; an IPv6 address may be in brackets. */
function readListen(value: string): Pick<CommandOptions, 'host' | 'port'> {
  const [, host = '', port = ''] = /^(?:(.*):)?(\d{1,5})$/.exec(value) ?? []
  if (port !== '' && Number(port) <= PORT_MAX) {
    return { host: host.replace(/^\[(.*)\]$/, '$1') || '127.0.0.1', port: Number(port) }
  }
  throw new OperatorError(`--listen: "${value}" is not a port up to ${PORT_MAX}, or a host and such a port.`)
}

const WAIT_SECONDS_MAX = 86_400

function seconds(option: string, value: string): number {
  const read = Number(matching(option, value, /^\d{1,5}$/, 'a number of seconds'))
  if (read >= 1 && read <= WAIT_SECONDS_MAX) return read * 1_000
  throw new OperatorError(`${option}: "${value}" is not between 1 and ${WAIT_SECONDS_MAX}.`)
}

function readVersion(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const [major, minor, patch = '0'] = matching(
    '--version',
    value,
    /^\d+\.\d+(\.\d+)?$/,
    'a version such as 3.2.1',
  ).split('.')
  return [major, minor, patch].join('.')
}

function readTls({ ca, cert, key }: Partial<Record<'ca' | 'cert' | 'key', string>>): TlsOptions | undefined {
  if ((cert === undefined) !== (key === undefined)) throw new OperatorError('--cert and --key belong together.')
  if (ca === undefined && cert === undefined) return undefined
  const [authority, certificate, clientKey] = [ca, cert, key].map((path) => (path === undefined ? '' : readText(path)))
  return {
    certificate: certificate ?? '',
    key: clientKey ?? '',
    authorities: authority === undefined || authority === '' ? [] : [authority],
  }
}

function readUrl(value: string | undefined): string | undefined {
  if (value === undefined || /^https?:\/\/[^?#]+$/.test(value)) return value
  throw new OperatorError(`--public-url: "${value}" is not an http or https URL without a query.`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}
