import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ROOT } from '../harness/running-node.ts'
import type { NodeAccess } from '../harness/shared-node.ts'

/** The environment of a node whose parts can be measured. */
export const MEASURABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

const WARM_UP_REQUESTS = 10
/** Each is measured by itself, so that work which is not in every one of them does not count. */
const MEASURED_REQUESTS = 10

/** The functions of ours that every warm request enters, by part: `path → name`, sorted. */
export async function enteredFunctions(
  node: NodeAccess,
  parts: readonly string[],
  request: () => Promise<unknown>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  await using stack = new AsyncDisposableStack()
  const coverages = await Promise.all(parts.map(async (part) => stack.use(await openCoverage(node, part))))
  for (let sent = 0; sent < WARM_UP_REQUESTS; sent++) await request()
  const common: Set<string>[] = []
  for (let sent = 0; sent < MEASURED_REQUESTS; sent++) {
    for (const { take } of coverages) await take()
    await request()
    const taken = await Promise.all(coverages.map(({ take }) => take()))
    for (const [index, functions] of taken.entries())
      common[index] = common[index]?.intersection(functions) ?? functions
  }
  return Object.fromEntries(parts.map((part, index) => [part, [...(common[index] ?? [])].sort()]))
}

/** The files of these functions. */
export function filesOf(functions: readonly string[]): readonly string[] {
  return [...new Set(functions.map((each) => each.split(' → ')[0] ?? ''))]
}

interface Coverage extends AsyncDisposable {
  /** The functions of ours that the part has entered since the last call. */
  readonly take: () => Promise<Set<string>>
}

async function openCoverage({ dataDir }: NodeAccess, part: string): Promise<Coverage> {
  const [url] = readFileSync(`${dataDir}/logs/${part}.log`, 'utf8').match(/ws:\/\/127\.0\.0\.1:\d+\/[\w-]+/) ?? []
  if (url === undefined) throw new Error(`${part} has no inspector`)
  const socket = new WebSocket(url)
  await once(socket, 'open')
  async function call(method: string, params: object = {}): Promise<unknown> {
    socket.send(JSON.stringify({ id: 1, method, params }))
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent]
      const { id, result, error } = JSON.parse(data) as { id?: number; result?: unknown; error?: { message: string } }
      if (error !== undefined) throw new Error(`${method}: ${error.message}`)
      if (id !== undefined) return result
    }
  }
  await call('Profiler.enable')
  await call('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  return {
    async take() {
      const { result } = (await call('Profiler.takePreciseCoverage')) as Profiler.TakePreciseCoverageReturnType
      const scripts = result.filter(({ url }) => url.startsWith(`${pathToFileURL(ROOT)}/`) && !/node_modules/.test(url))
      return new Set(
        scripts.flatMap(({ url, functions }) =>
          functions
            .filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0)
            .map(({ functionName }) => `${relative(ROOT, fileURLToPath(url))} → ${functionName}`),
        ),
      )
    },
    async [Symbol.asyncDispose]() {
      await call('Profiler.stopPreciseCoverage')
      socket.close()
    },
  }
}
