import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { openInquiringCounterparty } from '../harness/inquiring-counterparty.ts'
import { requestProof } from '../harness/proofs.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { inquire, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { accessibilityProblems, isTooWide, layoutProblems, signInAt } from './dashboard-page.ts'
import { focusProblems } from './focus-order.ts'

const PHONE = { width: 320, height: 640 }
const DESK = { width: 1440, height: 900 }
/** 4K at a scale of 100 percent. */
const WALL = { width: 3840, height: 2160 }
const REQUEST_DATA = `mutation ($id: ID!) { trpd { requestData(id: $id, fields: [NAME, ADDRESS]) { link } } }`
const REVIEW = `mutation ($id: ID!) { trpd { recordDueDiligence(id: $id, input: {
  licence: ACTIVE, reviewedAt: "2025-01-01T00:00:00Z", nextReviewAt: "2025-06-01T00:00:00Z" }) { id } } }`
const CANCEL = `mutation ($id: ID!) { trpd { cancelTx(id: $id, reason: "Not wanted") { id } } }`
const VASP_OF = `query ($id: ID!) { trpd { transaction(id: $id) { vasp { id } } } }`
/** German labels of the buttons on an undecided transaction that open a dialog, except those for the decision. */
const CASE_BUTTONS = [
  ...[
    'Zurückstellen',
    'Auf Daten warten',
    'Übernehmen',
    'Kommentieren',
    'Zuweisen',
    'Priorität setzen',
    'Frist setzen',
  ],
  ...['Daten anfordern', 'Nachweis anfordern', 'Löschsperre setzen'],
]
const VASP_BUTTONS = [
  ...['Diesen VASP sperren', 'Bearbeiten', 'Host hinzufügen', 'Ergebnis erfassen', 'Maßnahme erfassen'],
  ...['Nachrichtenprofil bearbeiten', 'Automatische Genehmigung bearbeiten', 'Schlüssel festlegen'],
]
/** A screening with the longest verdict. */
const INCOMPLETE = {
  verdict: 'UNKNOWN',
  subjects: [],
  lists: [],
  nameHits: [],
  walletHits: [],
  vendorHits: [],
  gaps: [{ code: 'SCREENING_LIST_MISSING', message: 'The list EU_FSF is not loaded.' }],
  screenedAt: '2026-01-31T12:00:00Z',
}

/** A transaction that is stopped by a hit and an outdated list. */
const STOPPED = {
  isChecking: false,
  requiresNothing: false,
  obstacles: [
    { code: 'CASE_ON_HOLD', acts: ['APPROVE'], check: null, verdict: null, finding: null },
    { code: 'FINDING_OPEN', acts: ['APPROVE'], check: 'SCREENING', verdict: 'FAIL', finding: 'f00d' },
    { code: 'SCREENING_LIST_OUTDATED', acts: ['APPROVE'], check: 'SCREENING', verdict: null, finding: null },
  ],
}

describe.skipIf(CHROMIUM === undefined)('the pages in every look', () => {
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

  /** A received transfer with gaps and a data request, a blocked one, a VASP and a proof. */
  async function seed() {
    const counterparty = stack.use(await openInquiringCounterparty(api, { amount: '0.5', originator: 'Unknown' }))
    const received = await counterparty.inquire()
    await api.request(REQUEST_DATA, { id: received })
    const { trpd } = await api.request<{ trpd: { transaction: { vasp: { id: string } } } }>(VASP_OF, { id: received })
    const vasp = trpd.transaction.vasp.id
    await api.request(REVIEW, { id: vasp })
    const blocked = await inquire(api, UNKNOWN_VASP_ADDRESS)
    const proof = await requestProof(api, { asset: 'BTC', address: openBitcoinWallet().address })
    return { received, blocked: blocked.id, vasp, proof: proof.id }
  }

  async function open(page: Page, path: string): Promise<void> {
    await page.goto(`${node.baseUrl}${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }

  /** Pending requests of a page. */
  function unfinishedOf(page: Page): ReadonlySet<Request> {
    const unfinished = new Set<Request>()
    page.on('request', (request) => unfinished.add(request))
    for (const end of ['requestfinished', 'requestfailed'] as const) {
      page.on(end as 'requestfinished', (request) => unfinished.delete(request))
    }
    return unfinished
  }

  /** Opens a button's dialog with the keyboard, and closes it with Escape. */
  async function walkDialog(page: Page, unfinished: ReadonlySet<Request>, button: string): Promise<void> {
    const opener = page.locator('main').getByRole('button', { name: button, exact: true }).first()
    const dialog = page.getByRole('dialog')
    await opener.press('Enter')
    // The dialog grows until it is loaded.
    await dialog.locator('button').nth(1).waitFor()
    // A field may show that it is loading before its request is seen.
    await expect.poll(() => dialog.getByText(/Wird geladen|^Loading/).count()).toBe(0)
    await expect.poll(() => unfinished.size).toBe(0)
    expect(await focusProblems(page), button).toEqual([])
    expect(await dialog.locator('[lang=en]').allTextContents(), button).toEqual([])
    expect(await isTooWide(page), button).toBe(false)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await opener.and(page.locator(':focus')).waitFor()
  }

  test('an officer in German finds every page within 320 pixels and in either direction, reaches everything with Tab, and reads neither English nor machine-readable times', async () => {
    const { received, blocked, vasp, proof } = await seed()
    await using tab = await openTab(browser, node.baseUrl, { locale: 'de-DE', colorScheme: 'dark', viewport: PHONE })
    const { page, complaints } = tab
    const unfinished = unfinishedOf(page)
    await signInAt(page, node, 'compliance-officer')
    // The stories' node has no sanctions list.
    await page.route('**/graphql', async (route) => {
      const operation = route.request().postDataJSON()?.operationName
      if (operation !== 'TransactionScreening' && operation !== 'TransactionRelease') return route.continue()
      const response = await route.fetch()
      const { data } = await response.json()
      if (operation === 'TransactionScreening') data.trpd.transaction.screening = INCOMPLETE
      else data.trpd.transaction.release = STOPPED
      await route.fulfill({ response, json: { data } })
    })
    const pages: readonly (readonly [path: string, dialogs?: readonly string[]])[] = [
      ['/home'],
      ['/'],
      [`/transactions/${received}`, ['Ablehnen', 'Befund akzeptieren', ...CASE_BUTTONS]],
      [`/transactions/${blocked}`, ['Transaktion abbrechen', 'Der Gegenseite vertrauen']],
      [`/transactions/${blocked}/repair`, ['JSON einfügen']],
      ['/new-transfer', ['QR-Code scannen', 'JSON einfügen', 'Entwurf speichern']],
      ['/data-requests'],
      ['/proofs', ['Nachweis anfordern']],
      [`/proofs/${proof}`, ['Anforderung abbrechen', 'Löschsperre setzen']],
      ['/vasps', ['VASP erfassen']],
      ['/vasps/failing'],
      ['/vasps/files'],
      [`/vasps/${vasp}`, VASP_BUTTONS],
      ['/addresses', ['Travel Address ausstellen']],
      ['/customers', ['Kunden hinzufügen']],
      ['/screening'],
    ]
    for (const [path, dialogs = []] of pages) {
      await open(page, path)
      if (path.startsWith('/transactions/') && !path.endsWith('/repair')) {
        await page.getByRole('button', { name: 'Personenbezogene Daten zeigen' }).click()
        await page.waitForLoadState('networkidle')
        await page.getByText('Die Liste EU_FSF ist nicht geladen.').waitFor()
        await page.locator('.screening .badge-bad').getByText('Konnte nicht vollständig geprüft werden').waitFor()
      }
      expect(await page.locator('main [lang=en]').allTextContents(), path).toEqual([])
      // Except in the text that a customer signs.
      expect(await page.locator('main').innerText(), path).not.toMatch(/(?<!valid until )\d{4}-\d\d-\d\dT/)
      // Texts that distinguish the rows of a list.
      expect(await page.locator('.listing-link .row-words').filter({ visible: false }).count(), path).toBe(0)
      expect(await isTooWide(page), path).toBe(false)
      expect(await layoutProblems(page), path).toEqual([])
      expect(await accessibilityProblems(page), path).toEqual([])
      expect(await focusProblems(page), path).toEqual([])
      for (const name of dialogs) await walkDialog(page, unfinished, name)
      await page.evaluate("document.documentElement.dir = 'rtl'")
      expect(await isTooWide(page), path).toBe(false)
      expect(await focusProblems(page), path).toEqual([])
    }
    expect(complaints).toEqual([])
  })

  test("an administrator finds the pages within 4K and by keyboard, and on a page for others the page's name and the role that it needs", async () => {
    await using tab = await openTab(browser, node.baseUrl, { colorScheme: 'light', viewport: DESK })
    const { page } = tab
    const unfinished = unfinishedOf(page)
    await signInAt(page, node, 'administrator')
    const { blocked, vasp } = await seed()
    await api.request(CANCEL, { id: blocked })
    const pages: readonly (readonly [path: string, dialogs?: readonly string[]])[] = [
      ['/home'],
      ['/'],
      ['/rules', ['Set a rate']],
      ['/retention'],
      ['/audit'],
      ['/people'],
      ['/settings', ['Add a reason']],
      ['/system'],
      [`/transactions/${blocked}`, ['Set a legal hold', 'Erase the personal data']],
      [`/vasps/${vasp}`],
    ]
    for (const [path, dialogs = []] of pages) {
      await open(page, path)
      await page.setViewportSize(WALL)
      expect(await isTooWide(page), path).toBe(false)
      await page.setViewportSize(DESK)
      expect(await isTooWide(page), path).toBe(false)
      expect(await layoutProblems(page), path).toEqual([])
      expect(await accessibilityProblems(page), path).toEqual([])
      expect(await focusProblems(page), path).toEqual([])
      for (const name of dialogs) await walkDialog(page, unfinished, name)
    }
    // The details of an entry that has a time.
    await open(page, '/audit?type=transfer.data_requested')
    await page
      .locator('main')
      .getByRole('button', { name: /Missing data requested/ })
      .first()
      .click()
    await page.getByRole('dialog').getByText('expiresAt').waitFor()
    expect(await page.getByRole('dialog').innerText()).not.toMatch(/\d{4}-\d\d-\d\dT/)
    await page.keyboard.press('Escape')
    // Starting at the top: over the navigation, and to the heading of another page.
    const focused = page.locator(':focus')
    await open(page, '/rules')
    await page.keyboard.press('Tab')
    await focused.getByText('Skip to content').waitFor()
    await page.keyboard.press('Enter')
    await page.locator('main:focus').waitFor()
    await page.getByRole('link', { name: 'Settings' }).press('Enter')
    await page.getByRole('heading', { name: 'Settings', level: 1 }).and(focused).waitFor()
    await page.keyboard.press('Tab')
    await page.getByRole('textbox').first().and(focused).waitFor()
    await open(page, '/customers')
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    await page.getByText('This page needs another role: compliance officer.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
