import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { eventually } from '../harness/eventually.ts'
import type { NodeAccess } from '../harness/shared-node.ts'
import { freshTxHash } from '../harness/transfers.ts'
import { goProgram } from '../real-parts/go.ts'
import { runTool } from '../real-parts/part-cache.ts'

const EXAMPLES = fileURLToPath(new URL('../integrations', import.meta.url))

/** How to start the example in each language, or the reason why this machine cannot run it. */
export async function walletPrograms(): Promise<
  readonly { readonly language: string; readonly command: readonly string[]; readonly unavailable?: string }[]
> {
  const python = await runTool('python3', ['--version']).then(
    () => ({}),
    (error: Error) => ({ unavailable: `an example in Python: ${error.message}` }),
  )
  const go = await goProgram(join(EXAMPLES, 'wallet-loop.go'))
  return [
    { language: 'Python', command: ['python3', join(EXAMPLES, 'wallet-loop.py')], ...python },
    { language: 'Go', ...('program' in go ? { command: [go.program] } : { command: [], ...go }) },
  ]
}

/** The example with a wallet that only records its instructions. */
export interface WalletProgram extends Disposable {
  /** The hash with which the wallet pays. */
  readonly txHash: string
  /** The wallet's instructions so far, one line each. */
  calls(): string[]
  withdraw(input: object): Run
  deposit(txHash: string): Run
}

export interface Run {
  /** Waits until the program's output contains `text`. */
  untilPrinted(text: string): Promise<unknown>
  /** Resolves with the last line when the program has ended, or with its complete output if it failed. */
  readonly ended: Promise<{ readonly code: number | null; readonly last: string; readonly errors: string }>
}

/** URLs for a wallet's operations and token requests. */
export interface WalletUrls {
  readonly gatewayUrl: string
  readonly tokenUrl: string
}

export function walletUrls({ baseUrl, realm }: NodeAccess): WalletUrls {
  return {
    gatewayUrl: `${baseUrl}/graphql`,
    tokenUrl: `${baseUrl}/auth/realms/${realm}/protocol/openid-connect/token`,
  }
}

export function openWalletProgram(
  command: readonly string[],
  node: NodeAccess,
  urls: WalletUrls = walletUrls(node),
): WalletProgram {
  const folder = mkdtempSync(join(tmpdir(), 'wallet-'))
  const calls = join(folder, 'calls')
  writeFileSync(calls, '')
  const txHash = freshTxHash()
  const env = {
    ...process.env,
    GATEWAY_URL: urls.gatewayUrl,
    TOKEN_URL: urls.tokenUrl,
    CLIENT_ID: node.clientId,
    CLIENT_SECRET: node.clientSecret,
    WALLET: fileURLToPath(new URL('wallet.sh', import.meta.url)),
    WALLET_CALLS: calls,
    WALLET_HASH: txHash,
  }
  const run = (...args: string[]): Run => {
    const [program = '', ...first] = command
    const child = spawn(program, [...first, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      printed += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk
    })
    const last = () => printed.trim().split('\n').at(-1) ?? ''
    return {
      untilPrinted: (text) =>
        eventually(
          () => printed + errors,
          (all) => all.includes(text),
        ),
      ended: once(child, 'close').then(([code]) => ({ code, last: last(), errors })),
    }
  }
  return {
    txHash,
    calls: () => readFileSync(calls, 'utf8').split('\n').slice(0, -1),
    withdraw(input) {
      const file = join(folder, 'inquiry.json')
      writeFileSync(file, JSON.stringify(input))
      return run('withdraw', file)
    },
    deposit: (hash) => run('deposit', hash),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}
