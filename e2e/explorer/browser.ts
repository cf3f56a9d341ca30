import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { ROOT } from '../harness/running-node.ts'

/** CHROMIUM_PATH, or the system's Chromium; `undefined` if neither exists. */
export const CHROMIUM = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

const TIMEOUT_MS = 180_000

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Starts Chromium, with additional command-line options. */
export function launchBrowser(options: readonly string[] = []): Promise<Browser> {
  if (!existsSync(`${ROOT}/packages/explorer/dist/explorer.json`)) {
    throw new Error('The explorer is not built: run node scripts/bootstrap.mjs pages')
  }
  return chromium.launch({ ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }), args: [...FLAGS, ...options] })
}

let shared: Promise<Browser> | undefined

/**
 * The browser of all stories in this process, which ends with it. Their tabs share nothing, and starting a browser takes
 * as much time as a story.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared !== undefined && !(await shared).isConnected()) shared = undefined
  shared ??= launchBrowser()
  return shared
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
