import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer, text } from 'node:stream/consumers'

export interface CurlAnswer {
  readonly status: number
  /** By lower-case name; of a repeated header the last. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Runs the machine's own curl and returns what was answered.
 *
 * Throws with curl's words when there was no answer at all.
 */
export async function curl(args: readonly string[], stdin: string | Uint8Array = ''): Promise<CurlAnswer> {
  const child = spawn('curl', ['--silent', '--show-error', '--include', '--max-time', '30', ...args])
  // Whoever is refused early may leave the rest unread.
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  const [output, problem] = await Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')])
  return readAnswer(output) ?? fail(`curl ${args.join(' ')}: ${problem}`)
}

/** The last of the answers in `output`: others are interim ones such as `100 Continue`. */
function readAnswer(output: Buffer): CurlAnswer | undefined {
  const end = output.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [statusLine = '', ...lines] = output.subarray(0, end).toString('latin1').split('\r\n')
  const rest = output.subarray(end + 4)
  const status = Number(statusLine.split(' ')[1])
  if (status < 200) return readAnswer(rest)
  const headers = lines.map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const
  })
  return { status, headers: Object.fromEntries(headers), body: rest.toString('utf8') }
}

function fail(message: string): never {
  throw new Error(message)
}
