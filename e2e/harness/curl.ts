import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'
import type { GraphqlResponse } from './api.ts'
import type { NodeAccess } from './shared-node.ts'

export interface CurlResponse {
  readonly status: number
  /** Headers by lower-case name; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Runs the system's curl. Throws its error message when it received no response. */
export async function curl(args: readonly string[], stdin: string | Uint8Array = ''): Promise<CurlResponse> {
  const child = spawn('curl', ['--silent', '--show-error', '--include', '--max-time', '30', ...args])
  // A server that refuses a request early may close before it has read all input.
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const [output, stderr] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  return parseResponse(output) ?? fail(`curl ${args.join(' ')}: ${stderr}`)
}

export interface GraphqlCurlResponse<Data> extends CurlResponse {
  readonly json: GraphqlResponse<Data>
}

/** Sends a GraphQL request with curl; a string is sent unchanged. `args` are passed to curl. */
export async function curlGraphql<Data = Record<string, unknown>>(
  { baseUrl }: Pick<NodeAccess, 'baseUrl'>,
  {
    token,
    body,
    args = [],
  }: { readonly token?: string; readonly body: object | string; readonly args?: readonly string[] },
): Promise<GraphqlCurlResponse<Data>> {
  const response = await curl(
    [
      `${baseUrl}/graphql`,
      ...(token === undefined ? [] : ['--header', `authorization: Bearer ${token}`]),
      ...['--header', 'content-type: application/json', '--data-binary', '@-', ...args],
    ],
    typeof body === 'string' ? body : JSON.stringify(body),
  )
  return { ...response, json: JSON.parse(response.body) as GraphqlResponse<Data> }
}

/** The last response in `output`, after interim ones such as `100 Continue`. */
function parseResponse(output: Buffer): CurlResponse | undefined {
  const end = output.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = output.subarray(0, end).toString('latin1').split('\r\n')
  const rest = output.subarray(end + 4)
  const status = Number(statusLine.split(' ')[1])
  if (status < 200) return parseResponse(rest)
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { status, headers: Object.fromEntries(headers), body: rest.toString('utf8') }
}

function fail(message: string): never {
  throw new Error(message)
}
