import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launchBrowser, openTab } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { startCounterparty } from '../harness/counterparty.ts'
import { ROOT, startNode } from '../harness/running-node.ts'
import type { NodeAccess } from '../harness/shared-node.ts'
import { trustVaspAt } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { watchTransfers } from '../harness/watch-transfers.ts'
import { signInAt } from './dashboard-page.ts'

/**
 * Writes the pictures of docs/dashboard.md and of the README, from a node of its own:
 * `npm run docs:pictures`, or `npm run docs:pictures -- <folder> dark phone` to look at the pages.
 */
const SENDERS = ['Erika Mustermann', 'Jean Dupont', 'Ada Byron', 'Li Wei', 'Karin Lind', 'Tom Baker'] as const
const AMOUNTS = ['0.75', '1.2', '0.05', '3.5', '0.4', '2'] as const
const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }

const options = process.argv.slice(2)
const folder = options.find((option) => option !== 'dark' && option !== 'phone') ?? `${ROOT}/docs/pictures`

await using stack = new AsyncDisposableStack()
const running = stack.use(await startNode())
const node = { ...running.read(), dataDir: running.dataDir } as NodeAccess
const id = await seed(await openApi(node, 'compliance-officer'))
const browser = await launchBrowser()
stack.defer(() => browser.close())
const look = {
  viewport: options.includes('phone') ? PHONE : DESKTOP,
  colorScheme: options.includes('dark') ? 'dark' : 'light',
  locale: 'en-GB',
  reducedMotion: 'reduce',
} as const
await mkdir(folder, { recursive: true })
const officer = stack.use(await openTab(browser, node.baseUrl, look))
await signInAt(officer.page, node, 'compliance-officer')
await takePicture(officer.page, 'home', '/home', 'Response times')
await takePicture(officer.page, 'charts', '/home', 'Response times', (page) =>
  page.getByRole('heading', { name: 'Response times' }).scrollIntoViewIfNeeded(),
)
await takePicture(officer.page, 'inbox', '/', 'Live')
await takePicture(officer.page, 'transaction', `/transactions/${id}`, 'Timeline')
await takePicture(officer.page, 'screening', '/screening', 'Sanctions lists')
const administrator = stack.use(await openTab(browser, node.baseUrl, look))
await signInAt(administrator.page, node, 'administrator')
await takePicture(administrator.page, 'audit', '/audit', 'Verification', async (page) => {
  await page.getByRole('button', { name: 'Verify the complete log' }).click()
  await page.getByText(/^The log is intact/).waitFor()
})
await takePicture(administrator.page, 'people', '/people', 'Last seen')
await takePicture(administrator.page, 'settings', '/settings', 'Reviewed reasons')
await takePicture(administrator.page, 'system', '/system', 'Event feeds')

/** Transactions of a morning: some decided, some not. Returns the id of one that waits. */
async function seed(api: Api): Promise<string> {
  const counterparty = stack.use(await startCounterparty())
  const watch = stack.use(await watchTransfers(api))
  await trustVaspAt(api, counterparty.url)
  const { trpd } = await api.request<{ trpd: { createTravelAddress: { travelAddress: string } } }>(
    `mutation ($address: String!) { trpd { createTravelAddress(input: { asset: "btc", address: $address }) { travelAddress } } }`,
    { address: openBitcoinWallet().address },
  )
  const { travelAddress } = trpd.createTravelAddress
  const ids: string[] = []
  for (const [index, originator] of SENDERS.entries()) {
    const amount = AMOUNTS[index]
    const sent = await counterparty.inquire({ travelAddress, asset: 'BTC', amount, originator, confirmAfterMs: null })
    const received = await watch.received(({ requestIdentifier }) => requestIdentifier === sent.requestIdentifier)
    ids.push(received.id)
  }
  const [first = '', second = '', third = '', fourth = ''] = ids
  const decide = 'mutation ($id: ID!) { trpd { assessTx(id: $id, decision: '
  await api.request(`${decide} APPROVE) { id } } }`, { id: first })
  await api.request(`${decide} DECLINE, reason: "The beneficiary is not our customer") { id } } }`, { id: second })
  await api.request('mutation ($id: ID!) { trpd { takeTx(id: $id) { id } } }', { id: third })
  const admin = await openApi(api.node, 'administrator')
  await admin.request(
    'mutation { autod { updateSettings(input: { displayName: "Alice VASP", timeZone: "Europe/Zurich" }) { version } } }',
  )
  await admin.request(
    `mutation { trpd { setCounterpartyReason(id: "not-our-customer", text: "The beneficiary is not a customer of ours.") { id } } }`,
  )
  return fourth
}

async function takePicture(
  page: Page,
  name: string,
  path: string,
  text: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await page.goto(`${node.baseUrl}${path}`)
  await page.getByText(text, { exact: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await prepare(page)
  await page.screenshot({ path: `${folder}/dashboard-${name}.png` })
  process.stdout.write(`${folder}/dashboard-${name}.png\n`)
}
