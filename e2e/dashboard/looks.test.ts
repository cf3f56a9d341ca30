import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launchBrowser, openTab } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { openInquiringCounterparty } from '../harness/inquiring-counterparty.ts'
import { requestProof } from '../harness/proofs.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { inquire, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { accessibilityProblems, isTooWide, signInAt } from './dashboard-page.ts'

const PHONE = { width: 320, height: 640 }
/** 4K at a scale of 100 percent. */
const WALL = { width: 3840, height: 2160 }
const REQUEST_DATA = `mutation ($id: ID!) { trpd { requestData(id: $id, fields: [NAME, ADDRESS]) { link } } }`
const REVIEW = `mutation ($id: ID!) { trpd { recordDueDiligence(id: $id, input: {
  licence: ACTIVE, reviewedAt: "2025-01-01T00:00:00Z", nextReviewAt: "2025-06-01T00:00:00Z" }) { id } } }`
const VASP_OF = `query ($id: ID!) { trpd { transaction(id: $id) { vasp { id } } } }`
/** A screening whose verdict has the longest name. */
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

describe.skipIf(CHROMIUM === undefined)('the pages in every look', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let node: NodeAccess
  let api: Api
  beforeAll(async () => {
    node = await sharedNode()
    api = await openApi(node, 'compliance-officer')
    browser = await launchBrowser()
    stack.defer(() => browser.close())
  })
  afterAll(() => stack.disposeAsync())

  /** A received transfer with gaps and a data request, one that is blocked, a VASP and a proof. */
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

  test('an officer in German finds every page within 320 pixels and in either direction, without English or times for programs', async () => {
    const { received, blocked, vasp, proof } = await seed()
    await using tab = await openTab(browser, node.baseUrl, { locale: 'de-DE', colorScheme: 'dark', viewport: PHONE })
    const { page, complaints } = tab
    await signInAt(page, node, 'compliance-officer')
    // The node of the stories has no sanctions list.
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'TransactionScreening') return route.continue()
      const response = await route.fetch()
      const { data } = await response.json()
      data.trpd.transaction.screening = INCOMPLETE
      await route.fulfill({ response, json: { data } })
    })
    for (const path of [
      '/home',
      '/',
      `/transactions/${received}`,
      `/transactions/${blocked}`,
      `/transactions/${blocked}/repair`,
      '/new-transfer',
      '/data-requests',
      '/proofs',
      `/proofs/${proof}`,
      '/vasps/failing',
      '/vasps/files',
      `/vasps/${vasp}`,
      '/addresses',
      '/customers',
      '/screening',
    ]) {
      await open(page, path)
      if (path.startsWith('/transactions/') && !path.endsWith('/repair')) {
        await page.getByRole('button', { name: 'Personenbezogene Daten zeigen' }).click()
        await page.waitForLoadState('networkidle')
        await page.getByText('Die Liste EU_FSF ist nicht geladen.').waitFor()
        expect(await page.locator('main [lang=en]').allTextContents(), path).toEqual([])
        expect(await page.locator('main').innerText(), path).not.toMatch(/\d{4}-\d\d-\d\dT/)
        await page.getByRole('button', { name: 'Frist setzen' }).click()
        await page.getByRole('dialog').getByLabel('Fällig').waitFor()
        expect(await isTooWide(page), path).toBe(false)
        await page.keyboard.press('Escape')
        await page.getByRole('dialog').waitFor({ state: 'detached' })
      }
      expect(await isTooWide(page), path).toBe(false)
      expect(await accessibilityProblems(page), path).toEqual([])
      await page.evaluate("document.documentElement.dir = 'rtl'")
      expect(await isTooWide(page), path).toBe(false)
    }
    expect(complaints).toEqual([])
  })

  test('an administrator finds the pages within 4K, and on a page for others its name and the role that it needs', async () => {
    await using tab = await openTab(browser, node.baseUrl, { viewport: WALL })
    const { page } = tab
    await signInAt(page, node, 'administrator')
    for (const path of ['/home', '/', '/rules', '/retention', '/audit', '/system']) {
      await open(page, path)
      expect(await isTooWide(page), path).toBe(false)
      expect(await accessibilityProblems(page), path).toEqual([])
    }
    await open(page, '/customers')
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    await page.getByText('This page needs another role: compliance officer.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
