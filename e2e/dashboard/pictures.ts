import { mkdir } from 'node:fs/promises'
import { asksForHelp } from '@travel-rule/service/asks-for-help'
import type { Page } from 'playwright-core'
import { launchBrowser, openTab } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { startCounterparty } from '../harness/counterparty.ts'
import { requestProof } from '../harness/proofs.ts'
import { ROOT, startNode } from '../harness/running-node.ts'
import type { NodeAccess } from '../harness/shared-node.ts'
import { inquire, issueAddress, trustVaspAt, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { watchTransfers } from '../harness/watch-transfers.ts'
import { isTooWide, signInAt } from './dashboard-page.ts'

/**
 * Creates the pictures of docs/dashboard.md and the README from a separate node: `npm run docs:pictures`, or `npm run
 * docs:pictures -- <folder> dark phone rtl` to look at the pages. Names the pages that are wider than the window.
 */
const SENDERS = ['Erika Sommer', 'Jeanne Petit', 'Ada Byron', 'Li Wei', 'Karin Lind', 'Tom Baker'] as const
const AMOUNTS = ['0.75', '1.2', '0.05', '3.5', '0.4', '2'] as const
const PHONE = { width: 320, height: 640 }
const DESKTOP = { width: 1280, height: 800 }

const LOOKS = ['dark', 'phone', 'rtl']
const USAGE = `npm run docs:pictures                      writes the pictures of the dashboard to docs/pictures
npm run docs:pictures -- <folder> <look> …   to this folder, in these looks: ${LOOKS.join(', ')}
`
const options = process.argv.slice(2)
if (options.some((option) => option.startsWith('-'))) {
  const isHelp = asksForHelp(options)
  process[isHelp ? 'stdout' : 'stderr'].write(USAGE)
  process.exit(isHelp ? 0 : 1)
}
const folder = options.find((option) => !LOOKS.includes(option)) ?? `${ROOT}/docs/pictures`

await using stack = new AsyncDisposableStack()
const running = stack.use(await startNode())
const node = { ...running.read(), dataDir: running.dataDir } as NodeAccess
const seeded = await seed(await openApi(node, 'compliance-officer'))
const { id } = seeded
const browser = await launchBrowser()
stack.defer(() => browser.close())
const look = {
  viewport: options.includes('phone') ? PHONE : DESKTOP,
  colorScheme: options.includes('dark') ? 'dark' : 'light',
  locale: 'en-GB',
  reducedMotion: 'reduce',
} as const
await mkdir(folder, { recursive: true })
const officer = stack.use(await openPictured())
await signInAt(officer.page, node, 'compliance-officer')
await takePicture(officer.page, 'home', '/home', 'Response times')
await takePicture(officer.page, 'charts', '/home', 'Response times', (page) =>
  page.getByRole('heading', { name: 'Response times' }).scrollIntoViewIfNeeded(),
)
await takePicture(officer.page, 'inbox', '/', 'Live')
await takePicture(officer.page, 'transaction', `/transactions/${id}`, 'Timeline')
const sectionOf = (name: string) => (page: Page) => page.getByRole('region', { name }).scrollIntoViewIfNeeded()
await takePicture(officer.page, 'data-request', `/transactions/${seeded.asked}`, 'Timeline', async (page) => {
  await page.getByRole('button', { name: 'Show personal data' }).click()
  await sectionOf('Data requests')(page)
})
await takePicture(officer.page, 'data-requests', '/data-requests', 'Waiting for a response')
await takePicture(officer.page, 'repair', `/transactions/${seeded.sent}/repair`, 'Save the correction')
await takePicture(officer.page, 'evidence', `/transactions/${seeded.asked}`, 'Timeline', async (page) => {
  await page.getByRole('button', { name: 'Show the reads' }).click()
  await sectionOf('Evidence')(page)
})
await takePicture(officer.page, 'new-transfer', '/new-transfer', 'Beneficiary', async (page) => {
  await page.getByRole('textbox', { name: 'Travel address' }).fill(UNKNOWN_VASP_ADDRESS)
  await page.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
  await page.getByRole('textbox', { name: 'Amount in BTC' }).fill('0.25')
  await page.getByText('The inquiry goes to').waitFor()
})
await takePicture(officer.page, 'vasps', '/vasps', 'Register a VASP')
await takePicture(officer.page, 'vasp', `/vasps/${seeded.vasp}`, 'Delivery health')
await takePicture(officer.page, 'due-diligence', `/vasps/${seeded.vasp}`, 'Delivery health', async (page) => {
  await page.getByRole('button', { name: 'Show all records' }).click()
  await sectionOf('Due diligence')(page)
})
await takePicture(officer.page, 'addresses', '/addresses', 'Active', async (page) => {
  await page.getByRole('list', { name: 'Travel addresses' }).getByRole('button').first().click()
  await page.getByRole('img', { name: 'QR code of the travel address' }).waitFor()
})
await takePicture(officer.page, 'customers', '/customers', 'Ada Byron')
await takePicture(officer.page, 'proofs', '/proofs', 'BTC')
await takePicture(officer.page, 'proof', `/proofs/${seeded.proof}`, 'Page for the customer')
await takePicture(officer.page, 'screening', '/screening', 'Sanctions lists')
const administrator = stack.use(await openPictured())
await signInAt(administrator.page, node, 'administrator')
await takePicture(administrator.page, 'rules', '/rules', 'Version 1')
await takePicture(administrator.page, 'retention', '/retention', 'Retention')
await takePicture(administrator.page, 'erasure', `/transactions/${seeded.declined}`, 'Timeline', async (page) => {
  await page.getByRole('button', { name: 'Erase the personal data' }).click()
  await page.getByRole('dialog').waitFor()
})
await takePicture(administrator.page, 'audit', '/audit', 'Verification', async (page) => {
  await page.getByRole('button', { name: 'Verify the complete log' }).click()
  await page.getByText(/^The log is intact/).waitFor()
})
await takePicture(administrator.page, 'people', '/people', 'Last seen')
await takePicture(administrator.page, 'settings', '/settings', 'Reviewed reasons')
await takePicture(administrator.page, 'system', '/system', 'Event feeds')

async function openPictured(): ReturnType<typeof openTab> {
  const tab = await openTab(browser, node.baseUrl, look)
  const turn = "addEventListener('DOMContentLoaded', () => { document.documentElement.dir = 'rtl' })"
  if (options.includes('rtl')) await tab.page.addInitScript(turn)
  return tab
}

/** A morning's transactions: some decided, some not, and the data that other pages show. `id` is a waiting one. */
async function seed(api: Api) {
  const counterparty = stack.use(await startCounterparty())
  const watch = stack.use(await watchTransfers(api))
  await trustVaspAt(api, counterparty.url)
  const { travelAddress } = await issueAddress(api, { address: openBitcoinWallet().address })
  const ids: string[] = []
  for (const [index, originator] of SENDERS.entries()) {
    const amount = AMOUNTS[index]
    const sent = await counterparty.inquire({ travelAddress, asset: 'BTC', amount, originator, confirmAfterMs: null })
    const received = await watch.received({ requestIdentifier: sent.requestIdentifier })
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
  await admin.request(
    `mutation { trpd { replaceRules(expectedVersion: 0, note: "Agreed with compliance", rules: [
      { name: "sanctions", when: { checks: [{ check: SCREENING, verdicts: [FAIL, WARN] }] }, action: HOLD, internalReason: "Possible hit", priority: URGENT }
      { name: "large", when: { amounts: [{ operator: GT, value: "1", asset: "btc" }] }, action: ASSIGN, priority: HIGH }
    ]) { ruleSet { version } } } }`,
  )
  await api.request(
    'mutation ($id: ID!) { trpd { requestData(id: $id, fields: [NAME, ADDRESS], message: "Please send the full postal address.") { link } } }',
    { id: third },
  )
  const { id: sent } = await inquire(api, UNKNOWN_VASP_ADDRESS)
  return { id: fourth, declined: second, asked: third, sent, ...(await seedDirectory(api)) }
}

/** A customer, an ownership proof, and known facts about the counterparty. */
async function seedDirectory(api: Api) {
  const listed = await api.request<{ trpd: { vasps: { id: string }[] } }>('{ trpd { vasps(trust: TRUSTED) { id } } }')
  const [{ id: vasp = '' } = {}] = listed.trpd.vasps
  await api.request(
    `mutation ($id: ID!, $reviewedAt: DateTime!) { trpd {
       upsertCustomer(input: { reference: "customer-4711", name: "Ada Byron", accounts: ["account-4711"] }) { id }
       recordDueDiligence(id: $id, input: { licence: ACTIVE, leiEntityStatus: "ACTIVE", reviewedAt: $reviewedAt }) { id }
       setAutoApprove(id: $id, enabled: true, limits: [{ asset: "btc", amountMax: "0.5" }]) { id } } }`,
    { id: vasp, reviewedAt: new Date().toISOString() },
  )
  const proof = await requestProof(api, { asset: 'BTC', address: openBitcoinWallet().address })
  return { vasp, proof: proof.id }
}

async function takePicture(
  page: Page,
  name: string,
  path: string,
  text: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<void> {
  await page.goto(`${node.baseUrl}${path}`)
  await page.getByText(text, { exact: true }).filter({ visible: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await prepare(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: `${folder}/dashboard-${name}.png` })
  process.stdout.write(`${folder}/dashboard-${name}.png${(await isTooWide(page)) ? '  wider than the window' : ''}\n`)
}
