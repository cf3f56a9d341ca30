import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, launchBrowser, openTab } from '../explorer/browser.ts'
import { openApi } from '../harness/api.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { accessibilityProblems, isTooWide, signInAt } from './dashboard-page.ts'

const RENAME = `mutation ($name: String!) { autod { updateSettings(input: { displayName: $name }) { version } } }`

describe.skipIf(CHROMIUM === undefined)('the administration pages in a browser', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let node: NodeAccess
  beforeAll(async () => {
    node = await sharedNode()
    browser = await launchBrowser()
    stack.defer(() => browser.close())
  })
  afterAll(() => stack.disposeAsync())

  test("an administrator's day: settings with a conflict, a reviewed reason, the audit log verified and searched, rules tried, people and system", async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const dialog = page.getByRole('dialog')
    await signInAt(page, node, 'administrator', '/settings')
    const name = page.getByRole('textbox', { name: 'Name of the organisation' })
    await name.fill('Mine')
    const api = await openApi(node, 'administrator')
    await api.request(RENAME, { name: 'Theirs' })
    await page.getByRole('button', { name: 'Save' }).click()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Someone else has changed the settings').waitFor()
    expect(await name.inputValue()).toBe('Mine')
    await page.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('cell', { name: 'Theirs' }).waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'Add a reason' }).click()
    await dialog.getByRole('textbox', { name: 'Id' }).fill('dashboard-story')
    await dialog.getByRole('textbox', { name: 'Text' }).fill('The beneficiary is not a customer of ours.')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await page.getByText('The reason is added.').waitFor()
    await page.getByText('The beneficiary is not a customer of ours.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    await page.getByRole('link', { name: 'Audit log', exact: true }).click()
    await page.getByRole('combobox', { name: 'Event' }).selectOption('settings.changed')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.waitForURL(/type=settings\.changed/)
    await page
      .getByRole('button', { name: /Settings changed/ })
      .first()
      .click()
    await dialog.getByText('Hash of the entry before it').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Verify the complete log' }).click()
    await page.getByText(/^The log is intact/).waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV' }).click()
    expect((await download).suggestedFilename()).toBe('audit-log.csv')
    expect(await accessibilityProblems(page)).toEqual([])

    await page.getByRole('link', { name: 'Rules', exact: true }).click()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const rules = page.getByRole('textbox', { name: 'Rules as JSON' })
    await rules.fill('[\n  { "name": "one" "action": "HOLD" }\n]')
    await page.getByRole('button', { name: 'Try on past transactions' }).click()
    await page.getByText('Line 2: From here on').waitFor()
    await rules.fill(
      '[\n  {\n    "name": "one",\n    "when": { "assets": ["nothing"] },\n    "action": "ASSIGN"\n  }\n]',
    )
    await page.getByRole('button', { name: 'Try on past transactions' }).click()
    await page.getByText(/^Line 4: /).waitFor()
    await rules.fill('[{ "name": "one", "when": { "assets": ["btc"] }, "action": "ASSIGN" }]')
    await page.getByRole('button', { name: 'Try on past transactions' }).click()
    await page.getByRole('heading', { name: /transactions examined/ }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    for (const [view, text] of [
      ['Home', 'Response times'],
      ['People', 'Last seen'],
      ['Screening', 'Sanctions lists'],
      ['System', 'Event feeds'],
    ] as const) {
      await page.getByRole('link', { name: view, exact: true }).click()
      await page.getByText(text, { exact: true }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    }
    expect(complaints).toEqual([])
  })

  test('an observer reads the administration pages on a phone in German, and is shown nothing that observers may not do', async () => {
    await using tab = await openTab(browser, node.baseUrl, {
      locale: 'de-CH',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    })
    const { page, complaints } = tab
    await signInAt(page, node, 'observer', '/settings')
    await page.getByText('Nur ein Administrator kann sie ändern.').waitFor()
    expect(await page.getByRole('button', { name: /Speichern|hinzufügen/ }).count()).toBe(0)
    for (const view of ['Start', 'Regeln', 'Prüfprotokoll', 'Personen', 'Sanktionsprüfung', 'Systemzustand']) {
      await page.getByRole('button', { name: 'Menü' }).click()
      await page.getByRole('link', { name: view, exact: true }).click()
      await page.getByRole('link', { name: view, exact: true }).waitFor({ state: 'hidden' })
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await isTooWide(page)).toBe(false)
      expect(await accessibilityProblems(page)).toEqual([])
    }
    expect(await page.getByText('Einen Namen oder eine Adresse prüfen').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})
