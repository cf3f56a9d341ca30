import type { Browser } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { startNode } from '../harness/running-node.ts'
import { accessTo, type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { personToken } from '../harness/tokens.ts'
import { probeTransfers } from '../harness/transfers.ts'
import { CHROMIUM, openTab, sharedBrowser } from './browser.ts'
import { editorReady, openExample, responseText, runOperation, signIn } from './explorer-page.ts'

const isRefresh = (request: string) => request.includes('grant_type=refresh_token')

describe.skipIf(CHROMIUM === undefined)('the explorer in a browser', () => {
  let browser: Browser
  let node: NodeAccess
  beforeAll(async () => {
    node = await sharedNode()
    browser = await sharedBrowser()
  })

  test('a person signs in, runs a query, a mutation and a subscription, and signs out, without requests to other hosts', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    await signIn(page, node, 'compliance-officer')
    expect(page.url()).toBe(`${node.baseUrl}/graphql`)
    const account = page.getByRole('region', { name: 'Signed in' })
    await expect(account.getByRole('list', { name: 'Roles' }).textContent()).resolves.toBe('compliance-officer')
    await expect(account.textContent()).resolves.toMatch(/until .*renewed automatically/)

    await runOperation(page)
    await eventually(
      () => responseText(page),
      (text) => text.includes('"compliance-officer"') && text.includes('"pii:read"'),
    )
    await openExample(page, 'Issue a travel address to a customer')
    await runOperation(page)
    await eventually(
      () => responseText(page),
      (text) => /"travelAddress": *"ta/.test(text),
    )

    await openExample(page, 'Follow every transaction')
    await runOperation(page)
    await page.getByText('Live: waiting for events of FollowTransactions').waitFor()
    await page.getByRole('button', { name: 'Show Live events' }).click()
    const api = await openApi(node)
    const id = await eventually(
      async () => {
        const created = await probeTransfers(api)
        await page.getByRole('region', { name: 'Live events' }).getByText(created).waitFor({ timeout: 2_000 })
        return created
      },
      (found) => found !== '',
    )
    await eventually(
      () => responseText(page),
      (text) => text.includes('trpdTransactions'),
    )
    expect(id).not.toBe('')
    await page.getByRole('button', { name: /Stop query/ }).click()
    await page.getByText(/^Ended: \d+ events? of FollowTransactions/).waitFor()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: /sign out/i }).click()
    await page.getByText('You are signed out of the explorer.').waitFor()
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('a result is shown only in the tab that started the operation', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signIn(page, node, 'observer')
    const held = Promise.withResolvers<void>()
    await page.route('**/graphql', async (route) => {
      await held.promise
      await route.continue()
    })
    await runOperation(page)
    await page.getByRole('button', { name: 'New tab' }).click()
    const received = page.waitForResponse('**/graphql')
    held.resolve()
    await (await received).finished()
    expect(await responseText(page)).toBe('')
    await page.getByRole('tab').first().click()
    await eventually(
      () => responseText(page),
      (text) => text.includes('"observer"'),
    )
  })

  test('a session survives the expiry of its first token and a reload, and the schema can be browsed', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints, requests } = tab
    await page.clock.install()
    await signIn(page, node, 'observer')
    await page.clock.fastForward('14:30')
    await eventually(
      () => requests.filter(isRefresh).length,
      (count) => count > 0,
    )
    await page.reload()
    await editorReady(page)
    await page.getByText('observer', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
    await page.getByRole('link', { name: 'TrpdQuery' }).click()
    await page.getByText('Queries about VASPs, travel addresses and transactions.').waitFor()
    expect(complaints).toEqual([])
  })

  test('a token can be pasted with the keyboard alone, and an invalid one gets a message', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await page.goto(`${node.baseUrl}/graphql`)
    await page.getByLabel('Or paste an access token').focus()
    await page.keyboard.type('no-token')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText('The gateway does not accept this token. The access token is not a valid signed JWT.')
      .waitFor()
    await page.getByLabel('Or paste an access token').focus()
    await page.keyboard.insertText(`Bearer ${await personToken(node, 'administrator')}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await editorReady(page)
    await page.getByText('administrator', { exact: true }).waitFor()
    await page.reload()
    await editorReady(page)
    await page.getByRole('button', { name: 'Remove token' }).click()
    await page.getByText('The token was removed.').waitFor()
    expect(await page.evaluate('Object.keys(sessionStorage)')).toEqual([])
  })

  test('a cancelled sign-in shows a message and leaves no parameters in the address bar', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    await page.goto(`${node.baseUrl}/graphql`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('The sign-in was cancelled').waitFor()
    expect(page.url()).toBe(`${node.baseUrl}/graphql`)
    expect(complaints).toEqual([])
  })

  test('an authorization response without a sign-in in this tab gets a message', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    await tab.page.goto(`${node.baseUrl}/graphql?code=stolen&state=unknown`)
    await tab.page.getByRole('alert').getByText('did not begin in this tab').waitFor()
    expect(tab.page.url()).toBe(`${node.baseUrl}/graphql`)
  })

  test('an unreachable identity provider is named in the message', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await page.route('**/.well-known/openid-configuration', (route) => route.abort())
    await page.goto(`${node.baseUrl}/graphql`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page
      .getByRole('alert')
      .getByText(/The identity provider \(.*\) cannot be reached/)
      .waitFor()
  })

  test('without JavaScript the page shows how to use the API', async () => {
    await using tab = await openTab(browser, node.baseUrl, { javaScriptEnabled: false })
    await tab.page.goto(`${node.baseUrl}/graphql`)
    await tab.page.getByRole('heading', { name: 'Subscribe' }).waitFor()
    expect(tab.complaints).toEqual([])
  })

  test('without the explorer among GATEWAY_PAGES, the plain page is served', async () => {
    await using other = await startNode({
      env: { GATEWAY_PAGES: 'dashboard' },
      args: ['--no-demo'],
      clusterTemplate: true,
    })
    const { baseUrl } = accessTo(other)
    await using tab = await openTab(browser, baseUrl)
    await tab.page.goto(`${baseUrl}/graphql`)
    await tab.page.getByRole('heading', { name: 'Subscribe' }).waitFor()
    expect(await tab.page.locator('script').count()).toBe(0)
    expect(tab.complaints).toEqual([])
  })
})
