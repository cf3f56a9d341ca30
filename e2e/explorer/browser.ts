import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { ROOT } from '../harness/running-node.ts'
import { findChromium } from '../real-parts/chromium.ts'

/** The browser of the stories; `undefined` if this machine cannot have one. */
export const CHROMIUM = await findChromium()

const TIMEOUT_MS = 90_000

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Chromium, with further command-line options. */
export function launchBrowser(options: readonly string[] = []): Promise<Browser> {
  if (!existsSync(`${ROOT}/packages/explorer/dist/explorer.json`)) {
    throw new Error('The explorer is not built: run node scripts/bootstrap.mjs')
  }
  const { executablePath, env } = CHROMIUM ?? { executablePath: undefined, env: {} }
  return chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    env: { ...(process.env as Record<string, string>), ...env },
    args: [...FLAGS, ...options],
  })
}

/** A tab in a new browser context. Disposing closes it. */
export interface Tab extends AsyncDisposable {
  readonly page: Page
  /** Console errors and warnings, uncaught exceptions, and requests to other hosts. */
  readonly complaints: readonly string[]
  /** Requests so far, as `method URL body`. */
  readonly requests: readonly string[]
}

export async function openTab(browser: Browser, home: string, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options })
  context.setDefaultTimeout(TIMEOUT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  const requests: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  const check = (address: string) => {
    const { protocol, host } = new URL(address)
    if (!['data:', 'blob:'].includes(protocol) && host !== new URL(home).host) complaints.push(`outside: ${address}`)
  }
  context.on('request', (request) => {
    requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
    check(request.url())
  })
  page.on('websocket', (socket) => check(socket.url()))
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() }
}
