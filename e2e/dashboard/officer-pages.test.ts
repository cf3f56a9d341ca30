import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launchBrowser, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { startCounterparty } from '../harness/counterparty.ts'
import { requestProof } from '../harness/proofs.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { inquire, issueAddress, loadTransfer, trustVaspAt, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { watchTransfers } from '../harness/watch-transfers.ts'
import { accessibilityProblems, isTooWide, rowOf, signInAt } from './dashboard-page.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const URGENT_AND_DUE = `mutation ($id: ID!, $dueAt: DateTime) { trpd {
  setPriority(id: $id, priority: URGENT) { id } setDueTime(id: $id, dueAt: $dueAt) { id } } }`
const PROPOSE = `mutation ($id: ID!) { trpd { proposeDecision(id: $id, decision: APPROVE) { id } } }`
const REGISTER = `mutation ($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id } } }`
const WEBER = { primaryIdentifier: 'Weber', nameIdentifierType: 'LEGL' }
const PERSON = { name: { nameIdentifier: [WEBER] } }
const UPSERT = `mutation ($input: CustomerInput!) { trpd { upsertCustomer(input: $input) { id } } }`
/** A deposit of which only our own customer is known. */
const DEPOSIT = {
  direction: 'RECEIVED',
  selfHosted: false,
  asset: 'btc',
  amount: '0.5',
  beneficiary: { beneficiaryPersons: [{ naturalPerson: PERSON }], accountNumber: ['account-1'] },
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}
/** A withdrawal that only lacks the address and the beneficiary. */
const WITHDRAWAL = {
  direction: 'SENT',
  selfHosted: true,
  asset: 'btc',
  amount: '0.5',
  originator: {
    originatorPersons: [{ naturalPerson: { ...PERSON, customerIdentification: 'customer-1' } }],
    accountNumber: ['account-1'],
  },
}
/** Names whose beginning is cut off because they start outside of their row. */
const NAMES_OUTSIDE = `[...document.querySelectorAll('.row-name bdi')].filter((name) => {
  const [inner, outer] = [name, name.parentElement].map((it) => it.getBoundingClientRect())
  return inner.left < outer.left - 1 || inner.right > outer.right + 1
}).map(({ textContent }) => textContent)`
const REVIEW_DUE = `mutation ($id: ID!) { trpd { recordDueDiligence(id: $id, input: {
  licence: ACTIVE, reviewedAt: "2025-01-01T00:00:00Z", nextReviewAt: "2025-06-01T00:00:00Z" }) { id } } }`
const SUBMIT = `mutation ($id: ID!, $address: String!, $signature: String!) {
  aopd { submitSignature(id: $id, address: $address, signature: $signature) { id } } }`
const VASP = `query ($name: String!) {
  trpd { vasps(search: $name) { id trust dueDiligence { licence } autoApprove autoApproveLimits { amountMax } } } }`

const READS = `{ autod { auditLogs(filter: { types: ["personal-data.read"] }, first: 200) {
  nodes { actor { name } detail { name value } } } } }`

interface Reads {
  readonly autod: {
    readonly auditLogs: {
      readonly nodes: readonly {
        readonly actor: { readonly name: string | null }
        readonly detail: readonly { readonly name: string; readonly value: string | null }[]
      }[]
    }
  }
}

/** Reads of a customer's fields according to the audit log: who has read which fields. */
async function readsOfCustomer(api: Api, id: string): Promise<readonly string[]> {
  const { autod } = await api.request<Reads>(READS)
  return autod.auditLogs.nodes.flatMap(({ actor, detail }) => {
    const wordsOf = (name: string) => detail.find((each) => each.name === name)?.value?.split(' ') ?? []
    return wordsOf('records').includes(`customer:${id}`)
      ? wordsOf('fields').map((field) => `${actor.name} ${field}`)
      : []
  })
}

describe.skipIf(CHROMIUM === undefined)('the pages of an officer', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let node: NodeAccess
  let api: Api
  beforeAll(async () => {
    node = await sharedNode()
    api = await openApi(node, 'compliance-officer')
    browser = await sharedBrowser()
  })
  afterAll(() => stack.disposeAsync())

  /** Submits the form of the dialog, and waits until it has been processed. */
  async function submit(page: Page, button: string): Promise<void> {
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  /** Fails if an element is not accessible or wider than the window. */
  async function expectGood(page: Page): Promise<void> {
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await isTooWide(page)).toBe(false)
  }

  /** The same checks for the page of a data request, which has no script. */
  async function expectReaderPage(page: Page): Promise<void> {
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')).toBe(
      false,
    )
  }

  test('an officer registers a VASP, records due diligence, trusts it, and limits automatic approval', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const name = `${HOSTILE} ${randomUUID()}`
    const dialog = page.getByRole('dialog')
    await signInAt(page, node, 'compliance-officer', '/vasps')
    await page.getByRole('button', { name: 'Register a VASP' }).click()
    await expectGood(page)
    await dialog.getByRole('button', { name: 'Register', exact: true }).click()
    await dialog.getByText('This field is required.').waitFor()
    await dialog.getByRole('textbox', { name: 'Legal name' }).fill(name)
    await submit(page, 'Register')
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('button', { name: 'Record findings' }).click()
    await dialog.getByRole('combobox', { name: 'Licence' }).selectOption('ACTIVE')
    await dialog.getByRole('combobox', { name: 'Risk' }).selectOption('HIGH')
    await dialog.getByRole('button', { name: 'Add an answer' }).click()
    await dialog.getByRole('textbox', { name: 'Question' }).fill('Who owns it?')
    await dialog.getByRole('textbox', { name: 'Answer' }).fill(HOSTILE)
    await expectGood(page)
    await submit(page, 'Record findings')
    await page.getByText('Licensed or registered').waitFor()
    await page.getByText('High risk').waitFor()
    await page.getByRole('button', { name: 'Add a document' }).click()
    const licence = { name: 'licence.txt', mimeType: 'text/plain', buffer: Buffer.from('licensed') }
    await dialog.getByLabel('File').setInputFiles(licence)
    await submit(page, 'Add a document')
    await page.getByRole('button', { name: 'Show all records' }).click()
    await page.getByText('Who owns it?').waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await downloading).suggestedFilename()).toBe('licence.txt')
    await expectGood(page)
    await page.getByRole('button', { name: 'Trust this VASP' }).click()
    await dialog.getByRole('textbox', { name: 'Note for the record' }).fill('Met at their office')
    await submit(page, 'Trust this VASP')
    await page.getByText('Met at their office').waitFor()
    await page.getByRole('button', { name: 'Edit automatic approval' }).click()
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Add a limit' }).click()
    await dialog.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
    await dialog.getByRole('textbox', { name: 'Largest amount' }).fill('0.5')
    await expectGood(page)
    await submit(page, 'Save')
    await page.getByText('up to 0.5 BTC').waitFor()
    await expectGood(page)
    const { vasps } = (await api.request<{ trpd: { vasps: { id: string }[] } }>(VASP, { name })).trpd
    expect(vasps).toEqual([
      {
        id: expect.any(String),
        trust: 'TRUSTED',
        dueDiligence: { licence: 'ACTIVE' },
        autoApprove: true,
        autoApproveLimits: [{ amountMax: '0.5' }],
      },
    ])
    await api.request(REVIEW_DUE, { id: vasps[0]?.id })
    await page.goto(`${node.baseUrl}/home`)
    await page.getByRole('link', { name: /due for review$/ }).click()
    await page.waitForURL(/review=due/)
    await page.goto(`${node.baseUrl}/vasps?q=${encodeURIComponent(name)}&trust=TRUSTED`)
    await page.getByRole('link', { name }).waitFor()
    await expectGood(page)
    expect(complaints).toEqual([])
  })

  test('an officer sees which VASPs fail to provide data, and records the measure that was taken', async () => {
    // Days are in the organisation's time zone, wherever the officer is.
    await using tab = await openTab(browser, node.baseUrl, { timezoneId: 'Pacific/Pago_Pago' })
    const { page, complaints } = tab
    const dialog = page.getByRole('dialog')
    await using counterparty = await startCounterparty()
    await using watch = await watchTransfers(api)
    const vaspId = await trustVaspAt(api, counterparty.url)
    const { travelAddress } = await issueAddress(api, { address: openBitcoinWallet().address })
    const transfer = { travelAddress, asset: 'BTC', amount: '0.5', originator: 'Unknown', confirmAfterMs: null }
    const sent = await counterparty.inquire(transfer)
    await watch.received({ requestIdentifier: sent.requestIdentifier })
    await signInAt(page, node, 'compliance-officer', `/vasps/${vaspId}`)
    const failures = page.getByRole('region', { name: 'Data that this VASP provides' })
    await failures.getByText('1 (100%)').waitFor()
    await failures.getByText('A placeholder instead of a name: 1').waitFor()
    await failures.getByRole('button', { name: 'Record a measure' }).click()
    await dialog.getByRole('combobox', { name: 'Measure' }).selectOption('DEADLINE_SET')
    await dialog.getByRole('button', { name: 'Record a measure' }).click()
    await dialog.getByText('This field is required.').waitFor()
    await dialog.getByLabel('Deadline').fill('2020-01-01')
    await dialog.getByText('Choose a day on or after the day of the measure.').waitFor()
    await dialog.getByLabel('Deadline').fill('2099-12-31')
    await dialog.getByRole('textbox', { name: 'Internal note' }).fill(HOSTILE)
    await expectGood(page)
    await submit(page, 'Record a measure')
    await failures.getByText('Deadline set until Dec 31, 2099').waitFor()
    expect(await failures.getByText(HOSTILE).count()).toBe(0)
    await failures.getByRole('button', { name: 'Show the notes' }).click()
    await failures.getByText(HOSTILE).waitFor()
    await expectGood(page)
    await page.goto(`${node.baseUrl}/vasps`)
    await page.getByRole('link', { name: 'Failures to provide data' }).click()
    await page.getByRole('combobox', { name: 'Period' }).selectOption('1')
    const row = page.getByRole('row').filter({ has: page.locator(`a[href$="/vasps/${vaspId}"]`) })
    await row.getByText('1 of 1', { exact: true }).waitFor()
    await row.getByText('Deadline set').waitFor()
    expect(new URL(page.url()).search).toBe('?months=1')
    await expectGood(page)
    expect(complaints).toEqual([])
  })

  test('an officer prints a travel address, scans it, and records a transfer with a self-hosted wallet', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const dialog = page.getByRole('dialog')
    await signInAt(page, node, 'compliance-officer', '/addresses')
    await page.getByRole('button', { name: 'New travel address' }).click()
    await dialog.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
    await dialog.getByRole('button', { name: 'Create' }).click()
    const qr = dialog.getByRole('img', { name: 'QR code of the travel address' })
    await qr.waitFor()
    await expectGood(page)
    const picture = await qr.screenshot()
    const issued = await dialog.locator('.copy code').textContent()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'New transfer' }).click()
    await page.getByRole('button', { name: 'Scan a QR code' }).click()
    await dialog.locator('input[type=file]').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer: picture })
    const target = page.getByRole('textbox', { name: 'Travel address' })
    await dialog.waitFor({ state: 'detached' })
    expect(await target.inputValue()).toBe(issued)
    await page.getByRole('combobox', { name: 'How the data is exchanged' }).selectOption('SELF_HOSTED')
    await page.getByRole('textbox', { name: 'Payment address' }).fill(openBitcoinWallet().address)
    await page.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
    await page.getByRole('textbox', { name: 'Amount in BTC' }).fill('0.1')
    // No vendor is configured on this node.
    expect(await page.getByRole('button', { name: /who holds this address/ }).count()).toBe(0)
    const originator = page.getByRole('region', { name: 'Originator' })
    await originator.getByRole('textbox', { name: 'Family name' }).fill('Moreau')
    await originator.getByRole('textbox', { name: 'Customer number' }).fill('customer-4711')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByRole('button', { name: 'Record the transfer' }).click()
    await page.getByRole('heading', { name: /0\.1 BTC.* from a customer of yours to a self-hosted wallet/ }).waitFor()
    expect(complaints).toEqual([])
  })

  test('an officer scans a travel address with the camera, or is asked for a picture if there is no camera', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'travel rule '))
    await using cleanUp = new AsyncDisposableStack()
    cleanUp.defer(() => rm(folder, { recursive: true }))
    const film = join(folder, 'qr.mjpeg')
    let issued: string | null = null
    {
      await using tab = await openTab(browser, node.baseUrl, { viewport: { width: 640, height: 480 } })
      const { page } = tab
      const dialog = page.getByRole('dialog')
      await signInAt(page, node, 'compliance-officer', '/addresses')
      await page.getByRole('button', { name: 'New travel address' }).click()
      await dialog.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
      await dialog.getByRole('button', { name: 'Create' }).click()
      await dialog.getByRole('img', { name: 'QR code of the travel address' }).waitFor()
      issued = await dialog.locator('.copy code').textContent()
      await page.screenshot({ path: film, type: 'jpeg', quality: 95 })
      await page.goto(`${node.baseUrl}/new-transfer`)
      await page.getByRole('button', { name: 'Scan a QR code' }).click()
      await dialog.getByRole('button', { name: 'Use the camera' }).click()
      await dialog.getByText('The camera cannot be used.').waitFor()
      await dialog.locator('input[type=file]').waitFor()
    }
    // The screenshot serves as each frame of the camera.
    const withCamera = await launchBrowser([
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ])
    cleanUp.defer(() => withCamera.close())
    await using tab = await openTab(withCamera, node.baseUrl)
    const { page, complaints } = tab
    await signInAt(page, node, 'compliance-officer', '/new-transfer')
    await page.getByRole('button', { name: 'Scan a QR code' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Use the camera' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByRole('textbox', { name: 'Travel address' }).inputValue()).toBe(issued)
    expect(complaints).toEqual([])
  })

  test('an officer sends a transfer from a draft that survived a reload, after checking what the counterparty will receive', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const dialog = page.getByRole('dialog')
    await signInAt(page, node, 'compliance-officer', '/new-transfer')
    const target = page.getByRole('textbox', { name: 'Travel address' })
    await target.fill('taWrong')
    await page.getByText(/The travel address is incomplete|The checksum of the travel address is wrong/).waitFor()
    await target.fill(UNKNOWN_VASP_ADDRESS)
    await page.getByText('beneficiary.com').first().waitFor()
    await page.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
    await page.getByRole('textbox', { name: 'Amount in BTC' }).fill('0.25')
    await page.getByText('exactly 25,000,000 base units').waitFor()
    const originator = page.getByRole('region', { name: 'Originator' })
    await originator.getByRole('textbox', { name: 'Family name' }).fill('Moreau')
    await originator.getByRole('textbox', { name: 'Customer number' }).fill('customer-4711')
    await originator.getByRole('textbox', { name: 'Accounts' }).fill('account-4711')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByText('This field is required.').first().waitFor()
    await expectGood(page)
    await page.reload()
    expect(await originator.getByRole('textbox', { name: 'Family name' }).inputValue()).toBe('Moreau')
    const beneficiary = page.getByRole('region', { name: 'Beneficiary' })
    // Errors use the words of the form, and the first invalid field has the focus.
    await beneficiary.getByRole('combobox', { name: 'Kind of person' }).selectOption('LEGAL')
    await beneficiary.getByRole('textbox', { name: 'Legal name' }).fill('Weber Ltd')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await beneficiary.getByText('A name alone does not identify an organisation').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('issues')
    await expectGood(page)
    await beneficiary.getByRole('button', { name: 'Paste JSON' }).click()
    const name = { nameIdentifier: [{ legalPersonName: `Weber ${HOSTILE}` }] }
    const person = { legalPerson: { name, customerIdentification: 'customer-0815' } }
    await dialog.getByRole('textbox').fill(JSON.stringify(person))
    await submit(page, 'Use it')
    await beneficiary.getByRole('textbox', { name: 'Accounts' }).fill('account-0815')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByRole('heading', { name: /receives this$/ }).waitFor()
    await expectGood(page)
    await page.getByRole('button', { name: 'Send the inquiry' }).click()
    await page.getByRole('heading', { name: /You announce .*0\.25 BTC/ }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    expect(await loadTransfer(api, id)).toMatchObject({ direction: 'SENT', status: 'BLOCKED', amount: '0.25' })
    expect(await page.evaluate('sessionStorage.getItem("dashboard:draft:new-transfer")')).toBeNull()
    await page.getByText('Names are meaningful').waitFor()
    await expectGood(page)

    // It is corrected before it is sent, declined, and sent again as a new one.
    await page.getByRole('link', { name: 'Correct the data' }).click()
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await page.getByText('Nothing has been changed yet.').waitFor()
    await originator.getByRole('textbox', { name: 'Family name' }).fill('Moreau-Lind')
    await expectGood(page)
    await page.getByRole('button', { name: 'Save the correction' }).click()
    await page.getByText('Data corrected').waitFor()
    await page.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByText(/^Nothing has been sent to .*beneficiary\.com/).waitFor()
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Entered by mistake')
    await submit(page, 'Decline')
    await page.getByRole('link', { name: 'Send again as a new transaction' }).click()
    expect(await originator.getByRole('textbox', { name: 'Family name' }).inputValue()).toBe('Moreau-Lind')
    await page.getByRole('textbox', { name: 'Amount in BTC' }).fill('0.3')
    await page.getByRole('button', { name: 'Send the inquiry' }).click()
    await page.getByRole('heading', { name: /You announce .*0\.3 BTC/ }).waitFor()
    await page.getByText('Sent in the place of').waitFor()
    await page.getByRole('link', { name: id }).click()
    await page.getByText('Sent again as', { exact: true }).waitFor()
    await expectGood(page)

    // Follows the link from a probable duplicate to the original transaction.
    const amount = `0.${randomInt(1, 99_999_999)}`
    const first = await inquire(api, UNKNOWN_VASP_ADDRESS, { amount })
    const second = await inquire(api, UNKNOWN_VASP_ADDRESS, { amount })
    await page.goto(`${node.baseUrl}/transactions/${second.id}`)
    await page.getByRole('button', { name: 'Show personal data' }).click()
    await page.getByRole('region', { name: 'Checks' }).getByRole('link', { name: first.id }).click()
    await page.waitForURL(new RegExp(first.id))
    expect(complaints).toEqual([])
  })

  test('an officer saves two drafts, and finishes one later in another browser', async () => {
    const familyName = (page: Page) =>
      page.getByRole('region', { name: 'Originator' }).getByRole('textbox', { name: 'Family name' })
    const amountOf = (page: Page) => page.getByRole('textbox', { name: 'Amount in BTC' })
    {
      await using tab = await openTab(browser, node.baseUrl)
      const { page } = tab
      const dialog = page.getByRole('dialog')
      await signInAt(page, node, 'compliance-officer', '/new-transfer')
      await page.getByRole('combobox', { name: 'How the data is exchanged' }).selectOption('SELF_HOSTED')
      await page.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
      await page.getByRole('textbox', { name: 'Payment address' }).fill(openBitcoinWallet().address)
      await amountOf(page).fill('0.75')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await dialog.getByRole('button', { name: 'Save', exact: true }).click()
      await dialog.getByText('This field is required.').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await dialog.getByRole('textbox', { name: 'Name' }).fill(`Rent ${HOSTILE}`)
      await submit(page, 'Save')
      await page.getByText('Saved as “Rent').waitFor()
      await familyName(page).fill('Moreau')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await submit(page, 'Save')
      await dialog.waitFor({ state: 'detached' })
      await amountOf(page).fill('0.80')
      await page.getByRole('button', { name: 'Save draft' }).click()
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Invoice')
      await dialog.getByRole('checkbox', { name: 'Save as another draft' }).check()
      await submit(page, 'Save')
      await page.getByText('Saved as “Invoice”').waitFor()
    }
    await using tab = await openTab(browser, node.baseUrl, { viewport: { width: 320, height: 640 } })
    const { page, complaints } = tab
    const dialog = page.getByRole('dialog')
    await signInAt(page, node, 'compliance-officer', '/new-transfer')
    await page.getByRole('button', { name: 'Saved drafts' }).click()
    await dialog.getByRole('button', { name: 'Delete: Invoice' }).click()
    await page.getByRole('dialog', { name: 'Delete “Invoice”?' }).getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Delete: Invoice' }).click()
    await page.getByRole('dialog', { name: 'Delete “Invoice”?' }).getByRole('button', { name: 'Delete' }).click()
    await page.locator('[role=status]:focus').getByText('“Invoice” was deleted.').waitFor()
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: /^Open: Rent/ }).click()
    await dialog.waitFor({ state: 'detached' })
    expect([await amountOf(page).inputValue(), await familyName(page).inputValue()]).toEqual(['0.75', 'Moreau'])
    // Unsaved changes are discarded only after a confirmation.
    await amountOf(page).fill('0.9')
    await page.getByRole('button', { name: 'Saved drafts' }).click()
    await dialog.getByRole('button', { name: /^Open: Rent/ }).click()
    const question = page.getByRole('dialog', { name: /^Open “Rent/ })
    expect(await isTooWide(page)).toBe(false)
    await question.getByRole('button', { name: 'Back' }).click()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await amountOf(page).inputValue()).toBe('0.9')
    await page.getByRole('button', { name: 'Discard' }).click()
    await dialog.getByRole('button', { name: 'Back' }).click()
    expect(await amountOf(page).inputValue()).toBe('0.9')
    await page.getByRole('button', { name: 'Saved drafts' }).click()
    await dialog.getByRole('button', { name: /^Open: Rent/ }).click()
    await question.getByRole('button', { name: 'Open' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect(await amountOf(page).inputValue()).toBe('0.75')
    // A couple; the second person is invalid at first.
    const originator = page.getByRole('region', { name: 'Originator' })
    await originator.getByRole('textbox', { name: 'Customer number' }).fill('c-1')
    await originator.getByRole('button', { name: 'Add a person' }).click()
    await originator.getByRole('button', { name: 'Add a person' }).click()
    await originator.getByRole('button', { name: 'Remove: Originator: person 2 of 3' }).click()
    const second = originator.getByRole('group', { name: 'Originator: person 2 of 2' })
    await second.getByRole('textbox', { name: 'Place of birth' }).fill('Ulm')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await second.getByText('This field is required.').first().waitFor()
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    await second.getByRole('textbox', { name: 'Family name' }).fill('Weber')
    await second.getByLabel('Date of birth').fill('1990-01-31')
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByText('"primaryIdentifier": "Weber"').waitFor()
    await page.getByRole('button', { name: 'Record the transfer' }).click()
    await page.getByRole('heading', { name: /0\.75 BTC/ }).waitFor()
    await page.goto(`${node.baseUrl}/new-transfer`)
    await page.getByRole('button', { name: 'Saved drafts' }).click()
    await dialog.getByText('You have no saved drafts.').waitFor()
    expect(complaints).toEqual([])
  })

  test('data is requested through a link, whose recipient responds with the form or a file, and compared with the known data', async () => {
    const { trpd } = await api.request<{ trpd: { registerOfflineTx: { id: string } } }>(REGISTER, { input: DEPOSIT })
    const { id } = trpd.registerOfflineTx
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const dialog = page.getByRole('dialog')
    const request = async (field: string) => {
      await page.getByRole('button', { name: 'Request data' }).click()
      await dialog.getByRole('checkbox', { name: field }).check()
      await dialog.getByRole('textbox', { name: 'Message' }).fill(`Who has sent this? ${HOSTILE}`)
      await expectGood(page)
      await dialog.getByRole('button', { name: 'Request', exact: true }).click()
      await dialog.getByRole('img', { name: 'QR code of the link' }).waitFor()
      await expectGood(page)
      const link = await dialog.locator('.copy code').textContent()
      await submit(page, 'Done')
      return link ?? ''
    }
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    const form = await request('Postal address')
    const requests = page.getByRole('region', { name: 'Data requests' })
    await requests.getByText('Waiting for a response').waitFor()
    {
      const phone = { width: 320, height: 640 }
      await using other = await openTab(browser, form, { locale: 'de-CH', colorScheme: 'dark', viewport: phone })
      await other.page.goto(form)
      const family = other.page.getByRole('textbox', { name: 'Nachname' })
      await expectReaderPage(other.page)
      await family.focus()
      await other.page.keyboard.type('Moreau')
      await other.page.getByRole('textbox', { name: /^Straße/ }).fill('Rue de la Paix 1')
      await other.page.getByRole('textbox', { name: /^Postleitzahl/ }).fill('75002')
      const town = other.page.getByRole('textbox', { name: /^Ort/ })
      await town.fill(' ')
      await other.page.getByRole('combobox', { name: /^Land/ }).selectOption('FR')
      await family.focus()
      await other.page.keyboard.press('Enter')
      await other.page.getByRole('alert').getByRole('link', { name: /^Ort/ }).click()
      await expectReaderPage(other.page)
      expect(await family.inputValue()).toBe('Moreau')
      await town.fill('Paris')
      await town.press('Enter')
      await other.page.getByRole('heading', { name: 'Danke, Ihre Angaben sind angekommen' }).waitFor()
      await expectReaderPage(other.page)
      expect(other.complaints.filter((complaint) => complaint.startsWith('outside'))).toEqual([])
    }
    await requests.getByText(/^Received with the form/).waitFor()
    await page.getByRole('button', { name: 'Show personal data' }).click()
    await requests.getByRole('row', { name: /Family name.*Moreau/ }).waitFor()
    await expectGood(page)

    // The response reloads the contents, so the earlier error disappears.
    let isAway = true
    await page.route('**/graphql', async (route) => {
      const { operationName } = route.request().postDataJSON() ?? {}
      if (!isAway || operationName !== 'DataRequestContents') return route.continue()
      const errors = [{ message: 'trpd does not respond', extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }]
      await route.fulfill({ json: { data: { trpd: null }, errors } })
    })
    const file = await request('Customer number')
    await requests.getByText('Code: SUBGRAPH_UNAVAILABLE').waitFor()
    isAway = false
    {
      await using other = await openTab(browser, file)
      await other.page.goto(file)
      const person = {
        naturalPerson: {
          name: { nameIdentifier: [{ primaryIdentifier: 'Lind', nameIdentifierType: 'LEGL' }] },
          customerIdentification: '7',
        },
      }
      const json = JSON.stringify({ originator: { originatorPersons: [person] } })
      await other.page.getByRole('link', { name: 'Send a file (IVMS101)' }).click()
      const chosen = { name: 'data.json', mimeType: 'application/json', buffer: Buffer.from(json) }
      await other.page.locator('input[type=file]').setInputFiles(chosen)
      await other.page.getByRole('button', { name: 'Send', exact: true }).click()
      await other.page.getByText(/your information has arrived/).waitFor()
    }
    await requests.getByText(/^Received as a file/).waitFor()
    await requests.getByRole('row', { name: /Family name.*Moreau.*Lind.*different/ }).waitFor()
    expect(await requests.getByText('Code: SUBGRAPH_UNAVAILABLE').count()).toBe(0)
    await request('Name')
    await requests.getByRole('button', { name: 'Withdraw the request' }).click()
    await submit(page, 'Withdraw the request')
    await requests.getByText('Withdrawn').waitFor()
    await page.getByRole('link', { name: 'Data requests' }).click()
    await page.getByRole('combobox', { name: 'Status' }).selectOption('RECEIVED')
    await page.waitForURL(/status=RECEIVED/)
    await page.locator(`a[href$="/transactions/${id}"]`).first().waitFor()
    await expectGood(page)
    expect(complaints).toEqual([])
  })

  test("one officer's proposal is withdrawn, and another person's is accepted", async () => {
    const counterparty = stack.use(await startCounterparty())
    const watch = stack.use(await watchTransfers(api))
    await trustVaspAt(api, counterparty.url)
    const { address } = openBitcoinWallet()
    const { travelAddress } = await issueAddress(api, { address })
    const sent = await counterparty.inquire({
      travelAddress,
      asset: 'BTC',
      amount: '0.5',
      originator: 'Erika',
      confirmAfterMs: null,
    })
    const { id } = await watch.received({ requestIdentifier: sent.requestIdentifier })
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints, requests } = tab
    const dialog = page.getByRole('dialog')
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    await page.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Unknown to our customer')
    await dialog.getByRole('checkbox').check()
    await submit(page, 'Propose')
    await page.getByText('Another person has to accept your proposal.').waitFor()
    expect(await page.getByRole('button', { name: 'Accept the proposal' }).count()).toBe(0)
    await expectGood(page)
    await page.getByRole('button', { name: 'Withdraw the proposal' }).click()
    await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('The customer called')
    await submit(page, 'Withdraw the proposal')
    await page.getByText('The customer called').waitFor()
    await (await openApi(node, 'administrator')).request(PROPOSE, { id })
    await page.getByRole('button', { name: 'Accept the proposal' }).click()
    await submit(page, 'Accept the proposal')
    await page.locator('.transaction-status').getByText('Approved').waitFor()
    expect((await loadTransfer(api, id)).status).toBe('APPROVED')
    await page.getByRole('button', { name: 'Set priority' }).click()
    await dialog.getByRole('combobox').selectOption('URGENT')
    await submit(page, 'Set priority')
    await page.getByText('Priority changed: Urgent').waitFor()
    // Newer cases that are equally urgent but less overdue are listed below it.
    await api.request(URGENT_AND_DUE, { id, dueAt: '2001-01-01T00:00:00Z' })
    for (let newer = 0; newer < 5; newer++) {
      const { id: other } = await inquire(api, UNKNOWN_VASP_ADDRESS)
      await api.request(URGENT_AND_DUE, { id: other, dueAt: `2002-01-0${newer + 1}T00:00:00Z` })
    }
    await page.goto(`${node.baseUrl}/home`)
    const overdue = page.getByRole('region', { name: 'Overdue' })
    await overdue.locator(`li:first-child a[href$="/transactions/${id}"]`).waitFor()
    await expectGood(page)
    await overdue.getByRole('link', { name: ': Overdue' }).click()
    await page.waitForURL(/\?folder=ALL&due=overdue$/)
    await page.goto(`${node.baseUrl}/home`)
    await page.getByRole('link', { name: ': Urgent' }).click()
    await page.waitForURL(/\?folder=ALL&case=OPEN&priority=URGENT$/)
    // The audit log has one read per opened page.
    const before = requests.length
    await rowOf(page, id).click()
    await page.getByText('The customer called').waitFor()
    await page.waitForLoadState('networkidle')
    const reads = requests.slice(before).filter((request) => request.includes('"operationName":"TransactionTexts"'))
    expect(reads).toHaveLength(1)
    expect(complaints).toEqual([])
  })

  test('an officer stores a customer, finds the customer and the transactions, and requests, cancels, keeps and decides ownership proofs', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const dialog = page.getByRole('dialog')
    const reference = randomUUID()
    await signInAt(page, node, 'compliance-officer', '/customers')
    await page.getByRole('button', { name: 'Add a customer' }).click()
    await dialog.getByRole('textbox', { name: 'Reference' }).fill(reference)
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Ada ${reference.slice(0, 8)}`)
    await submit(page, 'Save')
    await page.getByRole('searchbox').fill(`${reference.slice(0, 8)} ada`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: reference }).click()
    await dialog.getByRole('button', { name: 'Show what else is known' }).click()
    await dialog.getByText('Nothing else is stored about this customer.').waitFor()
    await page.keyboard.press('Escape')
    const person = { naturalPerson: { name: { nameIdentifier: [{ ...WEBER, secondaryIdentifier: HOSTILE }] } } }
    const stored = await api.request<{ trpd: { upsertCustomer: { id: string } } }>(UPSERT, {
      input: { reference, name: `Ada ${reference.slice(0, 8)}`, person },
    })
    await page.getByRole('button', { name: reference }).click()
    await dialog.getByRole('button', { name: 'Show what else is known' }).click()
    await dialog.getByText(HOSTILE).first().waitFor()
    await expect
      .poll(() => readsOfCustomer(api, stored.trpd.upsertCustomer.id))
      .toContain('Connie Compliance Customer.person')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download the data of this customer' }).click()
    expect((await download).suggestedFilename()).toBe('customer.json')
    await dialog.getByText('The file is saved.').waitFor()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await expectGood(page)
    expect(page.url()).not.toMatch(/(\+|%20)ada/i)

    // The customer's transactions are found by the reference, and by the name of either party.
    const { address } = openBitcoinWallet()
    const family = `Lind${reference.slice(0, 8)}`
    const name = { nameIdentifier: [{ primaryIdentifier: family, nameIdentifierType: 'LEGL' }] }
    const input = {
      ...WITHDRAWAL,
      address,
      customerReference: reference,
      beneficiary: { beneficiaryPersons: [{ naturalPerson: { name } }], accountNumber: [address] },
    }
    const { trpd } = await api.request<{ trpd: { registerOfflineTx: { id: string } } }>(REGISTER, { input })
    const found = page
      .getByRole('region', { name: 'Transactions' })
      .locator(`a[href$="/transactions/${trpd.registerOfflineTx.id}"]`)
    await page.getByRole('button', { name: reference }).click()
    await dialog.getByRole('button', { name: 'Show the transactions' }).click()
    await found.waitFor()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Search by' }).selectOption('party')
    await page.getByRole('searchbox').fill(family.toLowerCase())
    await page.keyboard.press('Enter')
    await found.waitFor()
    await expectGood(page)
    expect(page.url()).not.toContain(family)

    await page.getByRole('link', { name: 'Ownership proofs' }).click()
    await page.getByRole('button', { name: 'Request a proof' }).click()
    await dialog.getByRole('combobox', { name: 'Asset' }).selectOption('BTC')
    await dialog.getByRole('textbox', { name: 'Address to prove' }).fill(address)
    await submit(page, 'Request')
    await page.getByRole('img', { name: 'Page for the customer' }).waitFor()
    await expectGood(page)
    await page.getByRole('button', { name: 'Cancel the request' }).click()
    await submit(page, 'Cancel the request')
    await page.locator('.transaction-status').getByText('Canceled').waitFor()
    await page.getByRole('button', { name: 'Set a legal hold' }).click()
    await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('An investigation')
    await submit(page, 'Set a legal hold')
    await page.getByText(/^Under a legal hold: set by/).waitFor()
    await page.getByText('An investigation').waitFor()
    expect(await page.getByRole('button', { name: 'End the legal hold' }).count()).toBe(0)
    await expectGood(page)
    await page.getByRole('link', { name: 'Back to the ownership proofs' }).click()
    await page.getByRole('list', { name: 'Ownership proofs' }).getByText('Canceled').first().waitFor()
    await expectGood(page)
    // The proof was not requested for a transaction, but its address is the one of this transaction.
    await page.goto(`${node.baseUrl}/transactions/${trpd.registerOfflineTx.id}`)
    const proofs = page.getByRole('region', { name: 'Ownership proofs' })
    await proofs.getByRole('heading', { name: 'Other proofs of this address' }).waitFor()
    await proofs.getByRole('link', { name: 'Canceled' }).waitFor()

    // An officer decides cases that no verifier covers.
    const other = await requestProof(api, { asset: 'BTC', address: openBitcoinWallet().address })
    for (const last of 'ABCDE')
      await api.execute(SUBMIT, { id: other.id, address: other.address, signature: `fulAAA${last}` })
    await page.goto(`${node.baseUrl}/proofs/${other.id}`)
    await page.getByRole('button', { name: 'Accept the proof' }).click()
    await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('Seen on a call')
    await expectGood(page)
    await submit(page, 'Accept the proof')
    await page.locator('.transaction-status').getByText('Verified').waitFor()
    await page.getByRole('button', { name: 'Show personal data' }).click()
    await page.getByText('Seen on a call').waitFor()
    expect(complaints).toEqual([])
  })

  test('an observer sees these pages in German, in dark mode and on a phone, without controls that observers may not use', async () => {
    await using tab = await openTab(browser, node.baseUrl, {
      locale: 'de-CH',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    })
    const { page, complaints } = tab
    const vasp = { name: `A VASP ${randomUUID()}`, url: `https://${randomUUID()}.example` }
    await api.request('mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }', { vasp })
    await signInAt(page, node, 'observer', '/vasps')
    for (const [path, heading] of [
      [`/vasps?q=${encodeURIComponent(vasp.name)}`, 'Andere VASPs'],
      ['/addresses', 'Ausgestellte Travel Addresses'],
      ['/proofs', 'Eigentumsnachweise'],
      ['/data-requests', 'Datenanforderungen'],
    ] as const) {
      await page.goto(`${node.baseUrl}${path}`)
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
      await page.locator('.row-link, .empty:not([role])').first().waitFor()
      const forbidden = /erfassen|ausstellen|anfordern|personenbezogene/i
      expect(await page.locator('main').getByRole('button', { name: forbidden }).count()).toBe(0)
      await expectGood(page)
      await page.evaluate("document.documentElement.dir = 'rtl'")
      expect(await isTooWide(page)).toBe(false)
      expect(await page.evaluate(NAMES_OUTSIDE)).toEqual([])
    }
    for (const path of ['/new-transfer', '/customers']) {
      await page.goto(`${node.baseUrl}${path}`)
      await page.getByText('Diese Seite braucht eine andere Rolle').waitFor()
    }
    expect(complaints).toEqual([])
  })
})
