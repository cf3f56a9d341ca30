import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { NodeFile } from '@travel-rule/node/node-file'

const MAIN = fileURLToPath(new URL('../../tools/node/src/main.ts', import.meta.url))
const START_MS = 180_000

/** A complete node in separate processes, as run by `npm start`. */
export interface BenchNode extends AsyncDisposable {
  readonly file: NodeFile
  /** Calls the API as the node's own client. Rejects when the response has errors. */
  request<Data>(query: string, variables?: object): Promise<Data>
}

/** Starts a node with a new data folder. */
export async function openBenchNode(portBase: string): Promise<BenchNode> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-dashboard-'))
  const env = { ...process.env, PORT_BASE: portBase, DATA_DIR: dataDir, GATEWAY_CLIENT_BURST: '1000000' }
  const child = spawn(process.execPath, [MAIN, '--no-demo'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const exited = once(child, 'exit')
  async function stop(): Promise<void> {
    child.kill('SIGTERM')
    await exited
    rmSync(dataDir, { recursive: true, force: true })
  }
  const began = performance.now()
  while (!existsSync(`${dataDir}/node.json`)) {
    if (child.exitCode !== null || performance.now() - began > START_MS) {
      await stop()
      throw new Error('the node did not start')
    }
    await delay(100)
  }
  const file = JSON.parse(readFileSync(`${dataDir}/node.json`, 'utf8')) as NodeFile
  return {
    file,
    request: await openApi(file),
    [Symbol.asyncDispose]: stop,
  }
}

async function openApi({ baseUrl, realm, clientId = '', clientSecret = '' }: NodeFile): Promise<BenchNode['request']> {
  const response = await fetch(`${baseUrl}/auth/realms/${realm}/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'openid',
    }),
  })
  const { access_token: token } = (await response.json()) as { readonly access_token: string }
  return async <Data>(query: string, variables: object = {}) => {
    const result = await fetch(`${baseUrl}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors = [] } = (await result.json()) as { readonly data: Data; readonly errors?: readonly unknown[] }
    if (errors.length > 0) throw new Error(JSON.stringify(errors))
    return data
  }
}
