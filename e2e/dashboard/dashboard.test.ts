import { readFile } from 'node:fs/promises'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { type InquiringCounterparty, openInquiringCounterparty } from '../harness/inquiring-counterparty.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { loadTransfer } from '../harness/transfers.ts'
import { accessibilityProblems, isTooWide, rowOf, signInAt } from './dashboard-page.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const ASSESS = `mutation ($id: ID!) { trpd { assessTx(id: $id, decision: DECLINE, reason: "Decided elsewhere") { id } } }`
const APPROVE = `mutation ($id: ID!) { trpd { assessTx(id: $id, decision: APPROVE) { id } } }`
const SET_REASON = `mutation ($id: ID!, $text: String!) { trpd { setCounterpartyReason(id: $id, text: $text) { id } } }`

/** React's property objects of elements, which are replaced each time their component is rendered. */
const RENDERED = `['search.filters', 'nav.navigation'].map((selector) => {
  const element = document.querySelector(selector)
  return element[Object.keys(element).find((key) => key.startsWith('__reactProps$'))]
})`

describe.skipIf(CHROMIUM === undefined)('the dashboard in a browser', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let node: NodeAccess
  let api: Api
  let inquiring: InquiringCounterparty
  beforeAll(async () => {
    node = await sharedNode()
    api = await openApi(node, 'compliance-officer')
    inquiring = stack.use(await openInquiringCounterparty(api, { amount: '0.75', originator: `Erika ${HOSTILE}` }))
    browser = await sharedBrowser()
  })
  afterAll(() => stack.disposeAsync())

  test('a live change does not render the filters and the navigation again', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'compliance-officer', '/?direction=RECEIVED&status=PENDING')
    await page.getByText('Live', { exact: true }).waitFor()
    const arrivals = page.getByRole('button', { name: /^Show .* new transaction/ })
    const show = async () => {
      if (await arrivals.isVisible()) await arrivals.click()
    }
    await eventually(
      async () => {
        const id = await inquiring.inquire()
        await eventually(
          async () => {
            await show()
            return rowOf(page, id).count()
          },
          (count) => count > 0,
        )
        await page.evaluate(`rendered = ${RENDERED}`)
        await inquiring.inquire()
        await arrivals.waitFor()
        return page.evaluate(`${RENDERED}.every((props, index) => props === rendered[index])`)
      },
      // The counts of the filters change once a minute.
      (isSame) => isSame === true,
    )
  })

  test('an officer sees an inquiry arrive, reveals its sender, holds and approves it, declines another one by keyboard, and takes a third in a batch', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    await signInAt(page, node, 'compliance-officer', '/?direction=RECEIVED&status=PENDING')
    await page.getByText('Live', { exact: true }).waitFor()
    const first = await inquiring.inquire()
    const show = page.getByRole('button', { name: /^Show .* new transaction/ })
    await eventually(
      async () => {
        if (await show.isVisible()) await show.click()
        return rowOf(page, first).count()
      },
      (count) => count > 0,
    )
    await rowOf(page, first).getByText('Sender not verified').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await rowOf(page, first).click()
    await page.getByRole('heading', { name: /announces .*0\.75 BTC/ }).waitFor()
    expect(await page.getByText('Erika').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Reason (optional)' }).first().fill('ticket 4711')
    await page.getByRole('button', { name: 'Show personal data' }).click()
    await page.getByText(HOSTILE).first().waitFor()
    // A read is listed once autod has processed trpd's feed.
    const load = page.getByRole('button', { name: /^(Show the reads|Load them again)$/ })
    await eventually(
      async () => {
        await load.click()
        await load.waitFor()
        return page.getByText('ticket 4711', { exact: true }).count()
      },
      (count) => count > 0,
    )
    await page
      .getByText(/as Compliance officer/)
      .first()
      .waitFor()
    const prepare = page.getByRole('button', { name: /^Prepare (evidence|it again)$/ })
    await eventually(
      async () => {
        await prepare.click()
        await prepare.waitFor()
        return page.getByRole('button', { name: 'Save JSON' }).count()
      },
      (count) => count > 0,
    )
    expect(await accessibilityProblems(page)).toEqual([])
    const savePdf = page.getByRole('button', { name: 'Save PDF' })
    // On a busy machine, creating the PDF may take too long.
    if ((await savePdf.count()) === 0) await page.getByText('Code: EVIDENCE_PDF_TIMEOUT').waitFor()
    else {
      const saved = page.waitForEvent('download')
      await savePdf.click()
      expect((await readFile(await (await saved).path())).subarray(0, 5).toString()).toBe('%PDF-')
    }
    expect(await accessibilityProblems(page)).toEqual([])
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Put on hold' }).click()
    await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('Ask the bank first')
    await dialog.getByRole('button', { name: 'Put on hold' }).click()
    await page.getByRole('button', { name: 'Release' }).click()
    await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
    await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('The bank agrees')
    await dialog.getByRole('button', { name: 'Release' }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await dialog.getByText('From your address book').waitFor()
    await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('Known since 2019')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Approved.', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Case' }).getByText('Known since 2019').waitFor()
    const officer = await page.locator('.account-name').textContent()
    const timeline = page.getByRole('region', { name: 'Timeline' })
    await timeline.getByText(`${officer}`).first().waitFor()
    await timeline.getByText(/^Decision sent: received/).waitFor()
    await timeline.getByRole('combobox', { name: 'Show' }).selectOption('AUDIT')
    await timeline
      .getByRole('button', { name: /^Audit log entry/ })
      .first()
      .click()
    await dialog.getByText('Hash of the entry before it').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect((await loadTransfer(api, first)).status).toBe('APPROVED')

    const second = await inquiring.inquire()
    await page.goto(`${node.baseUrl}/?q=${second}`)
    await rowOf(page, second).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).focus()
    await page.keyboard.type('The sender is unknown to our customer')
    // Past the internal reason, the option to propose it, and the back button.
    for (const _stop of ['internal reason', 'proposal', 'back', 'decline']) await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await loadTransfer(api, second)).toMatchObject({
      status: 'DECLINED',
      reason: 'The sender is unknown to our customer',
    })

    await page.goto(`${node.baseUrl}/?q=${await inquiring.inquire()}&assignee=nobody`)
    await page.getByRole('checkbox', { name: /^Select: / }).check()
    await page.getByRole('button', { name: 'Take' }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Take' }).click()
    await dialog.getByText('1 transaction was changed.').waitFor()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await page.getByText('No longer in this list').waitFor()
    expect(complaints).toEqual([])
  })

  test('an observer reads in German, in dark mode and on a phone, without controls that observers may not use', async () => {
    const id = await inquiring.inquire()
    await using tab = await openTab(browser, node.baseUrl, {
      locale: 'de-CH',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    })
    const { page, complaints } = tab
    await signInAt(page, node, 'observer', `/?q=${id}`)
    await rowOf(page, id).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    const boxOf = async (part: string) => (await rowOf(page, id).locator(part).boundingBox()) ?? { x: 0, width: 0 }
    const [badge, age, name] = [await boxOf('.badge'), await boxOf('.row-age'), await boxOf('.row-name')]
    expect(badge.x + badge.width).toBeLessThanOrEqual(age.x)
    expect(name.width).toBeGreaterThan(80)
    expect(await rowOf(page, id).getByText('Absender nicht bestätigt').isVisible()).toBe(true)
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])

    const dialog = page.getByRole('dialog')
    await page.goto(`${node.baseUrl}/?folder=ALL&priority=LOW&q=${id}`)
    await page.getByRole('button', { name: 'Filter speichern' }).click()
    await dialog.getByText('Die Suche wird nicht gespeichert.').waitFor()
    await dialog.getByRole('textbox', { name: 'Name' }).fill(HOSTILE)
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.waitFor({ state: 'detached' })
    const chosen = page.getByRole('combobox', { name: 'Gespeicherte Ansicht' })
    await chosen.selectOption({ label: 'Keine' })
    await page.waitForURL(`${node.baseUrl}/`)
    await chosen.selectOption({ label: HOSTILE })
    await page.waitForURL(/\/\?folder=ALL&priority=LOW$/)
    await page.getByRole('button', { name: 'Ansichten …' }).click()
    await dialog.getByRole('button', { name: /^Umbenennen: / }).click()
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Unwichtige')
    await dialog.getByRole('button', { name: 'Speichern' }).click()
    await dialog.getByRole('button', { name: 'Als Standard wählen: Unwichtige' }).click()
    await dialog.getByText('„Unwichtige“ ist der Standard.').waitFor()
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    // The inbox opens with the default view, but does not return to it when the filters are cleared.
    await page.goto(node.baseUrl)
    await page.waitForURL(/\/\?folder=ALL&priority=LOW$/)
    await chosen.selectOption({ label: 'Keine' })
    await page.waitForURL(`${node.baseUrl}/`)
    await page.getByRole('button', { name: 'Ansichten …' }).click()
    await dialog.getByRole('button', { name: 'Löschen: Unwichtige' }).click()
    await dialog.getByText('„Unwichtige“ ist gelöscht.').waitFor()
    await dialog.getByRole('button', { name: 'Rückgängig machen' }).click()
    await dialog.getByText('„Unwichtige“ ist wiederhergestellt.').waitFor()
    await dialog.getByRole('button', { name: 'Löschen: Unwichtige' }).click()
    await dialog.getByText('„Unwichtige“ ist gelöscht.').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await chosen.count()).toBe(0)

    await page.goto(`${node.baseUrl}/transactions/${id}`)
    await page.getByText('Entscheiden kann nur ein Compliance-Beauftragter').waitFor()
    await page.getByText('Für diese Transaktion wurde kein Nachweis angefordert.').waitFor()
    expect(await page.getByRole('button', { name: /Genehmigen|Ablehnen|personenbezogene/i }).count()).toBe(0)
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('a decision that another officer made first is explained, and the page shows it', async () => {
    const id = await inquiring.inquire()
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    await page.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Too late')
    await api.request(ASSESS, { id })
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await dialog.getByText('Someone else changed this transaction first').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Decided elsewhere').waitFor()
  })

  test('a decline does not withdraw a transaction that another officer has approved meanwhile', async () => {
    const id = await inquiring.inquire()
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    await page.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill('Too late')
    await api.request(APPROVE, { id })
    await page.getByRole('heading', { name: 'Withdraw your approval?' }).waitFor()
    await dialog.getByRole('button', { name: 'Withdraw the approval' }).click()
    await dialog.getByText('Someone else changed this transaction first').waitFor()
    expect((await loadTransfer(api, id)).status).toBe('APPROVED')
  })

  test('an officer declines with a reviewed reason, which the counterparty receives, and an internal one, which it does not receive', async () => {
    const text = 'The beneficiary has no account here.'
    await (await openApi(node, 'administrator')).request(SET_REASON, { id: 'decline-story', text })
    const id = await inquiring.inquire()
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    await page.getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Reviewed reason' }).selectOption('decline-story')
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).waitFor({ state: 'detached' })
    await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('Called the branch')
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('Declined.', { exact: true }).waitFor()
    // The button that opened the dialog has been removed.
    await page.locator('main :is(h1, h2):focus').waitFor()
    await page.getByRole('region', { name: 'Case' }).getByText('Called the branch').waitFor()
    expect(await loadTransfer(api, id)).toMatchObject({ status: 'DECLINED', reason: text })
    expect(complaints).toEqual([])
  })

  test('after a lost connection the inbox reports this, and shows what happened meanwhile without a reload', async () => {
    const id = await inquiring.inquire()
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    let cut = async () => {}
    let isAway = false
    const back = Promise.withResolvers<void>()
    await page.routeWebSocket(/graphql-ws/, async (socket) => {
      if (isAway) await back.promise
      socket.connectToServer()
      cut = () => socket.close({ code: 4999 })
    })
    await signInAt(page, node, 'compliance-officer', `/?q=${id}`)
    await page.getByText('Live', { exact: true }).waitFor()
    await rowOf(page, id).getByText('Awaiting decision').waitFor()
    isAway = true
    await cut()
    await page.getByText('Connection lost.').waitFor()
    await api.request(ASSESS, { id })
    back.resolve()
    await rowOf(page, id).getByText('Declined').waitFor()
    await rowOf(page, id).getByText('No longer in this list').waitFor()
  })

  test('without the service for ownership proofs, the rest of a transaction is shown', async () => {
    const id = await inquiring.inquire()
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    const unavailable = { message: 'aopd does not respond', extensions: { code: 'SUBGRAPH_UNAVAILABLE' } }
    await page.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'TransactionProofs') return route.continue()
      const response = await route.fetch()
      const json = await response.json()
      json.data.trpd.transaction.ownershipProofs = null
      json.errors = [{ ...unavailable, path: ['trpd', 'transaction', 'ownershipProofs'] }]
      await route.fulfill({ response, json })
    })
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    await page.getByText('Ownership proofs cannot be loaded now').waitFor()
    await page.getByRole('button', { name: 'Approve' }).waitFor()
  })

  test('signing out ends the session in every tab of the browser', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'observer')
    const other = await page.context().newPage()
    // A second tab signs in automatically.
    await other.goto(node.baseUrl)
    await other.locator('.account').waitFor()
    await page.locator('.account').click()
    const explorer = page.getByRole('link', { name: 'API explorer' })
    // The complete URL, since the dashboard may have a separate origin.
    expect(await explorer.getAttribute('href')).toMatch(/^http.*[^/]\/graphql$/)
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await other.getByText('You are signed out.').waitFor()
    await page.getByRole('button', { name: /sign out/i }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
  })
})
