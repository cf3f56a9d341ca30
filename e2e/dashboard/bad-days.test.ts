import { randomUUID } from 'node:crypto'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { requestProof } from '../harness/proofs.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { openBitcoinWallet } from '../harness/wallets.ts'
import { accessibilityProblems, isTooWide, signInAt } from './dashboard-page.ts'

/** A right-to-left override, a formula, markup, zero-width characters, and no place to break the line. */
const HOSTILE = `=\u202eexe.fdp <img src=x onerror=alert(1)> \u200b\u200d 👩‍👩‍👧 javascript:alert(1) ${'W'.repeat(100)}`
const REGISTER_VASP = `mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }`
const REGISTER = `mutation ($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id } } }`
const COMMENT = `mutation ($id: ID!, $text: String!) { trpd { commentTx(id: $id, text: $text) { id } } }`
const COMMENTS = `query ($id: ID!) { trpd { transaction(id: $id) { case { changes(limit: 50) { text } } } } }`
const NAME = { nameIdentifier: [{ primaryIdentifier: HOSTILE.slice(0, 100), nameIdentifierType: 'LEGL' }] }
const INBOX = '/?folder=ALL'
/** Far more bitcoin than exist, to the satoshi. */
const LONG_AMOUNT = '123456789123456.00000001'
/** The requests of the page, excluding those of the test's API client. */
const OPERATIONS = '**/graphql'
const SHOW_AGAIN_MAX = 5

/** The amounts, statuses and times that are cut off in the inbox, and rows whose content overflows. */
const CUT_FACTS = `[...document.querySelectorAll('.inbox :is(.row-link, .row-amount, .row-status .badge, .row-age > span)')]
  .filter((it) => it.clientWidth > 0 && (it.scrollWidth > it.clientWidth || it.scrollHeight > it.clientHeight))
  .map(({ className, textContent }) => className + ': ' + textContent)`

describe.skipIf(CHROMIUM === undefined)('the dashboard on bad days', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let node: NodeAccess
  let api: Api
  let id: string
  let pages: readonly string[]
  beforeAll(async () => {
    node = await sharedNode()
    api = await openApi(node, 'compliance-officer')
    browser = await sharedBrowser()
    const { trpd } = await api.request<{ trpd: { registerOrUpdateVasp: { id: string } } }>(REGISTER_VASP, {
      vasp: { name: HOSTILE, url: `https://${randomUUID()}.example` },
    })
    const vasp = trpd.registerOrUpdateVasp.id
    const input = {
      direction: 'RECEIVED',
      selfHosted: false,
      asset: 'btc',
      amount: LONG_AMOUNT,
      vasp,
      beneficiary: { beneficiaryPersons: [{ naturalPerson: { name: NAME } }], accountNumber: ['account-1'] },
      address: openBitcoinWallet().address,
    }
    const registered = await api.request<{ trpd: { registerOfflineTx: { id: string } } }>(REGISTER, { input })
    id = registered.trpd.registerOfflineTx.id
    await api.request(COMMENT, { id, text: HOSTILE })
    const proof = await requestProof(api, { asset: 'BTC', address: openBitcoinWallet().address })
    const details = [`/transactions/${id}`, `/transactions/${id}/repair`, `/vasps/${vasp}`, `/proofs/${proof.id}`]
    const lists = [INBOX, '/home', '/vasps', '/vasps/failing', '/vasps/files', '/addresses', '/proofs']
    const others = ['/new-transfer', '/customers', '/data-requests', '/rules', '/screening', '/settings', '/people']
    pages = [...details, ...lists, ...others, '/audit', '/system', '/retention']
  })
  afterAll(() => stack.disposeAsync())

  /** Opens a view like a link does, without reloading the document. */
  async function follow(page: Page, path: string): Promise<void> {
    await page.evaluate(
      `document.querySelector('h1').setAttribute('data-left', ''); history.pushState(null, '', ${JSON.stringify(path)})`,
    )
    await page.locator('h1:not([data-left])').waitFor()
  }

  /** Types a comment on the transaction, without sending it. */
  async function typeComment(page: Page, text: string): Promise<void> {
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('dialog').getByRole('textbox', { name: 'Comment' }).fill(text)
  }

  function send(page: Page): Promise<void> {
    return page.getByRole('dialog').getByRole('button', { name: 'Comment', exact: true }).click()
  }

  test('when the gateway refuses the token, a comment being typed survives the new sign-in and is sent only once', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    const text = `Called the bank ${randomUUID()}`
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    await typeComment(page, text)
    const refuse = (route: Route) =>
      route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer revoked' } })
    await page.route(OPERATIONS, refuse)
    await send(page)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Your session has ended. Sign in again.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.unroute(OPERATIONS, refuse)
    await dialog.getByRole('button', { name: 'Sign in again' }).click()
    // The person still has a session at the provider.
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    const comment = dialog.getByRole('textbox', { name: 'Comment' })
    expect(await comment.inputValue()).toBe(text)
    await send(page)
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    expect(await comment.inputValue()).toBe('')
    expect(await commentsLike(text)).toBe(1)
  })

  test('a session that cannot be renewed ends with a notice; the screen content stays, and drafts survive', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await page.clock.install()
    await signInAt(page, node, 'compliance-officer', '/new-transfer')
    const reference = page.getByRole('textbox', { name: 'Your customer reference' })
    await reference.fill('customer-4711')
    await page.evaluate(`(async () => {
      const key = Object.keys(sessionStorage).find((name) => name.startsWith('dashboard:oidc:user'))
      const { refresh_token: token } = JSON.parse(sessionStorage.getItem(key))
      const [, issuer, clientId] = key.match(/user:(.*):([^:]*)$/)
      const body = new URLSearchParams({ token, client_id: clientId })
      await fetch(issuer + '/protocol/openid-connect/revoke', { method: 'POST', body })
    })()`)
    await page.clock.fastForward('59:00')
    await page.getByText('Your session has ended. What you see stays here; sign in again to continue.').waitFor()
    expect(await reference.inputValue()).toBe('customer-4711')
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in again' }).click()
    await page.getByText('Your session has ended.').waitFor({ state: 'detached' })
    await reference.waitFor()
    expect(await reference.inputValue()).toBe('customer-4711')
  })

  test('while the API responds slowly, a comment is sent only once, however often its button is pressed', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const text = `Slow ${randomUUID()}`
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    const responds = Promise.withResolvers<void>()
    await typeComment(page, text)
    await page.route(OPERATIONS, async (route) => {
      if (route.request().postDataJSON()?.operationName === 'CommentCase') await responds.promise
      await route.continue()
    })
    await send(page)
    const dialog = page.getByRole('dialog')
    const working = dialog.getByRole('button', { name: 'Working …' })
    // Playwright waits for a disabled button to become enabled; people do not.
    for (let press = 0; press < 3; press++) await working.click({ force: true })
    await dialog.getByRole('textbox', { name: 'Comment' }).press('Control+Enter')
    responds.resolve()
    await dialog.waitFor({ state: 'detached' })
    expect(await commentsLike(text)).toBe(1)
    expect(complaints).toEqual([])
  })

  test('a page whose file is missing after an update offers to reload, and other pages remain usable', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'compliance-officer')
    const gone = /\/assets\/(rules|vasp-list)-view-/
    await page.route(gone, (route) => route.fulfill({ status: 404, contentType: 'application/json', body: '{}' }))
    const navigation = page.getByRole('navigation')
    await navigation.getByRole('link', { name: 'Rules' }).click()
    await page.getByRole('heading', { name: 'This part of the page could not be loaded' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await navigation.getByRole('link', { name: 'Customers' }).click()
    await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
    await navigation.getByRole('link', { name: 'VASPs' }).click()
    const reload = page.getByRole('button', { name: 'Reload' })
    await reload.waitFor()
    await page.unroute(gone)
    await reload.click()
    await page.getByRole('heading', { name: 'VASPs', level: 1 }).waitFor()
  })

  test('a page for an unknown path explains this, and links to the inbox', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'observer', '/nowhere')
    await page.getByRole('heading', { name: 'This page does not exist' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('link', { name: 'To the inbox' }).click()
    await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  })

  test('without a connection each page reports this or remains usable, and is complete after the reconnect', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    const thrown: string[] = []
    page.on('pageerror', ({ message }) => thrown.push(message))
    await signInAt(page, node, 'compliance-officer')
    for (const path of pages) {
      const fail = (route: Route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      await page.route(OPERATIONS, fail)
      await page.goto(`${node.baseUrl}${path}`)
      if (path !== '/vasps/files') {
        await page.locator('#content').getByText('The service cannot be reached.').first().waitFor()
      }
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.unroute(OPERATIONS, fail)
      const again = page.getByRole('button', { name: 'Try again' })
      for (let time = 0; time < SHOW_AGAIN_MAX && (await again.count()) > 0; time++) {
        const before = await again.count()
        // Not `click`, since a part that reloads removes its button meanwhile.
        await again.evaluateAll(([button]) => (button as unknown as { click(): void } | undefined)?.click())
        await expect.poll(() => again.count()).toBeLessThan(before)
      }
      await expect.poll(() => page.getByText('The service cannot be reached.').count()).toBe(0)
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    expect(thrown).toEqual([])
  })

  test.for([
    ['observer', { locale: 'en-GB' }],
    ['compliance-officer', { locale: 'de-CH', colorScheme: 'dark', viewport: { width: 320, height: 640 } }],
    ['administrator', { locale: 'en-GB', viewport: { width: 900, height: 700 } }],
  ] as const)(
    'hostile names break no page for the role %s, and no page requests what the role may not',
    async ([role, look]) => {
      await using tab = await openTab(browser, node.baseUrl, look)
      const { page, complaints } = tab
      const refused: string[] = []
      page.on('response', async (response) => {
        if (response.request().method() !== 'POST' || !response.url().endsWith('/graphql')) return
        const { errors = [] } = await response.json().catch(() => ({}))
        refused.push(...errors.map(({ message }: { message: string }) => message))
      })
      page.on('dialog', (dialog) => refused.push(`dialog: ${dialog.message()}`))
      await signInAt(page, node, role)
      for (const path of pages) {
        await follow(page, path)
        await page.locator('#content .empty[role=status]').waitFor({ state: 'detached' })
        if (path === INBOX) await page.locator('.row-amount').first().waitFor()
        expect(await isTooWide(page), path).toBe(false)
        expect(await page.evaluate(CUT_FACTS), path).toEqual([])
      }
      expect(refused).toEqual([])
      expect(complaints).toEqual([])
    },
  )

  async function commentsLike(text: string): Promise<number> {
    type Changes = { trpd: { transaction: { case: { changes: { text: string | null }[] } } } }
    const { trpd } = await api.request<Changes>(COMMENTS, { id })
    return trpd.transaction.case.changes.filter((change) => change.text === text).length
  }
})
