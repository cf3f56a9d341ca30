import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { accessibilityProblems, isTooWide, signInAt } from './dashboard-page.ts'

/** An unusual but possible name from another organisation, in a CSV file. */
const HOSTILE = '<img src=x onerror="document.title=1"> \u202egnp.exe'

describe.skipIf(CHROMIUM === undefined)('the VASP directory as a file', () => {
  let browser: Browser
  let node: NodeAccess
  beforeAll(async () => {
    node = await sharedNode()
    browser = await sharedBrowser()
  })

  const choose = (page: Page, content: string | Buffer) =>
    page.getByLabel('File').setInputFiles({ name: 'vasps.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })

  test('an administrator imports VASPs after a preview, and saves the directory', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'administrator', '/vasps')
    await page.getByRole('link', { name: 'Export and import' }).click()

    await choose(page, Buffer.from([0x6e, 0xfc]))
    await page.getByText('The file is not in UTF-8').waitFor()
    await choose(page, 'name,url\r\nImported Ltd,https://imported.example\r\n\r\nBad,ftp://bad.example\r\n')
    await page.getByText('1 row has a problem').waitFor()
    await page.getByRole('row', { name: /^Line 4 url / }).waitFor()
    expect(await page.getByRole('button', { name: 'Import these changes' }).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])

    const quoted = `"${HOSTILE.replaceAll('"', '""')}"`
    await choose(page, `name,url\r\nImported Ltd,https://imported.example\r\n${quoted},https://hostile.example\r\n`)
    await page.getByText('Added: 2. Changed: 0. Unchanged: 0.').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Import these changes' }).click()
    await page.getByText('Imported. Added: 2.').waitFor()
    expect(await page.title()).not.toBe('1')
    await choose(page, 'name,url\r\nImported Ltd,https://imported.example\r\n')
    await page.getByText('Nothing would change').waitFor()

    for (const format of ['CSV', 'JSON']) {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: `Save as ${format}` }).click()
      const saved = await download
      expect(saved.suggestedFilename()).toBe(`vasps.${format.toLowerCase()}`)
      const content = await readFile(await saved.path(), 'utf8')
      expect(content).toContain('Imported Ltd')
      expect(content.startsWith('\uFEFF')).toBe(format === 'CSV')
    }
    await page.getByText(/VASPs saved/).waitFor()

    await page.setViewportSize({ width: 320, height: 700 })
    await choose(page, `name,url\r\n${'Long'.repeat(40)},https://long.example\r\n`)
    await page.getByText('Added: 1.').waitFor()
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('an officer can save the directory, but not import one', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'compliance-officer', '/vasps/files')
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor()
    expect(await page.getByLabel('File').count()).toBe(0)
  })
})
