import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { type Browser, chromium, type Page } from 'playwright-core'
import { type BenchNode, openBenchNode } from '../bench-node.ts'
import { writeReport } from '../report.ts'
import { bundleSizes } from './bundle-sizes.ts'
import { loadInbox } from './load-inbox.ts'
import { measureMainThread } from './main-thread.ts'
import { makeChanges } from './make-changes.ts'
import { loadAll, measureFirstRows, measureFrames, measureInteractions, observe } from './measure-page.ts'
import { isComplete, readDashboardBenchSettings } from './settings.ts'
import { type DashboardResults, goalsOf, tableOf } from './table.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking']
/** Draws a frame as soon as the previous one is finished. */
const UNPACED = ['--disable-frame-rate-limit', '--disable-gpu-vsync']
const IDLE_SECONDS = 5
const VISIBLE = 10

/** Measures the inbox in a browser, served by a real node. */
export async function run(): Promise<void> {
  const settings = readDashboardBenchSettings(process.env)
  const { rows, liveSeconds } = settings
  const executablePath = settings.chromium ?? CHROMIUM.find(existsSync)
  const before = loadavg()[0] ?? 0
  await using stack = new AsyncDisposableStack()
  const node = stack.use(await openBenchNode({ settings: { PORT_BASE: settings.portBase } }))
  await loadInbox(node.file.databaseUrls?.trpd ?? '', rows)
  const open = async (flags: readonly string[]) => {
    const browser = await chromium.launch({ ...(executablePath !== undefined && { executablePath }), args: [...flags] })
    stack.defer(() => browser.close())
    return signIn(browser, node)
  }
  const page = await open(FLAGS)
  const firstRowsMs = await measureFirstRows(page)
  console.log(JSON.stringify({ firstRowsMs }))
  const rowsInDocument = await loadAll(page, rows)
  const interactionMs = await measureInteractions(page)
  console.log(JSON.stringify({ interactionMs, rowsInDocument }))
  let perMinute = Number.POSITIVE_INFINITY
  const withChanges = async <Result>(measure: () => Promise<Result>): Promise<Result> => {
    let isOver = false
    const changes = makeChanges(node, await idsOf(node), () => isOver)
    const result = await measure().finally(() => {
      isOver = true
    })
    perMinute = Math.min(perMinute, (await changes).perMinute)
    return result
  }
  await showFirstRows(page)
  const mainThread = await withChanges(() => measureMainThread(page, liveSeconds))
  console.log(JSON.stringify({ mainThread }))
  await page.context().close()

  const unpaced = await open([...FLAGS, ...UNPACED])
  await loadAll(unpaced, rows)
  await showFirstRows(unpaced)
  const idleFrameMs = await measureFrames(unpaced, IDLE_SECONDS)
  const frameMs = await withChanges(() => measureFrames(unpaced, liveSeconds))
  const results: DashboardResults = {
    rows,
    liveSeconds,
    load: [before, loadavg()[0] ?? 0],
    ...bundleSizes(),
    firstRowsMs,
    interactionMs,
    frameMs,
    mainThread,
    idleFrameMs,
    changesPerMinute: perMinute,
    rowsInDocument,
  }
  const table = tableOf(results)
  console.log(table)
  if (isComplete(settings)) await writeReport('dashboard', results, table)
  if (goalsOf(results).some(({ isReached }) => !isReached)) process.exitCode = 1
}

/** Scrolls to the changing rows, and waits for the live connection. */
async function showFirstRows(page: Page): Promise<void> {
  await page.evaluate('document.querySelector(".rows").scrollTop = 0')
  await page.getByText('Live', { exact: true }).waitFor()
}

async function signIn(browser: Browser, { file }: BenchNode): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, locale: 'en-GB' })
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  await observe(page)
  const person = file.people?.find(({ role }) => role === 'compliance-officer')
  if (person === undefined) throw new Error('the node has no compliance officer')
  await page.goto(file.baseUrl)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('[name=username]').fill(person.username)
  await page.locator('[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await page.locator('.row').first().waitFor()
  return page
}

/** The newest transactions, which are on the screen, and some others. */
async function idsOf(node: BenchNode): Promise<{ readonly visible: string[]; readonly others: string[] }> {
  const { trpd } = await node.query<{ trpd: { transactions: { nodes: { id: string }[] } } }>(
    '{ trpd { transactions(first: 500) { nodes { id } } } }',
  )
  const ids = trpd.transactions.nodes.map(({ id }) => id)
  return { visible: ids.slice(0, VISIBLE), others: ids.slice(VISIBLE) }
}
