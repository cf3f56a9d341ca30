import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { type InquiringCounterparty, openInquiringCounterparty } from '../harness/inquiring-counterparty.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { freshTxHash, loadTransfer } from '../harness/transfers.ts'
import { accessibilityProblems, isTooWide, rowOf, signInAt } from './dashboard-page.ts'

/** Calls that make a person or client known to trpd and autod. */
const SEEN = '{ trpd { programVersion } autod { me { id name } } }'
type Seen = { autod: { me: { id: string; name: string } } }

const COMMENT = 'mutation ($id: ID!, $text: String!) { trpd { commentTx(id: $id, text: $text) { id } } }'

/** Exceeds the number of Tab stops before the content of any page. */
const STOPS_MAX = 120

describe.skipIf(CHROMIUM === undefined)('people who collaborate in the dashboard', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let node: NodeAccess
  let api: Api
  let inquiring: InquiringCounterparty
  beforeAll(async () => {
    node = await sharedNode()
    api = await openApi(node, 'compliance-officer')
    inquiring = stack.use(await openInquiringCounterparty(api, { amount: '0.4', originator: 'Erika' }))
    browser = await sharedBrowser()
  })
  afterAll(() => stack.disposeAsync())

  test("a transfer is sent and confirmed while another person's tab shows each step", async () => {
    await using officer = await openTab(browser, node.baseUrl)
    await using observer = await openTab(browser, node.baseUrl)
    await signInAt(observer.page, node, 'observer', '/?folder=ALL&direction=SENT')
    await observer.page.getByText('Live', { exact: true }).waitFor()
    const { page } = officer
    await signInAt(page, node, 'compliance-officer', '/new-transfer')
    await page
      .getByRole('textbox', { name: 'Travel address' })
      .fill((await inquiring.counterparty.addresses()).callback)
    await page.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
    await page.getByRole('textbox', { name: 'Amount in BTC' }).fill('0.35')
    for (const [name, family] of [
      ['Originator', 'Moreau'],
      ['Beneficiary', 'Weber'],
    ] as const) {
      const party = page.getByRole('region', { name })
      await party.getByRole('textbox', { name: 'Family name' }).fill(family)
      await party.getByRole('textbox', { name: 'Customer number' }).fill(`customer of ${name}`)
      await party.getByRole('textbox', { name: 'Accounts' }).fill(`account of ${name}`)
    }
    await page.getByRole('button', { name: 'Check and continue' }).click()
    await page.getByRole('button', { name: 'Send the inquiry' }).click()
    await page.getByRole('heading', { name: /You announce .*0\.35 BTC/ }).waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    const arrivals = observer.page.getByRole('button', { name: /^Show .* new transaction/ })
    await eventually(
      async () => {
        if (await arrivals.isVisible()) await arrivals.click()
        return rowOf(observer.page, id).count()
      },
      (count) => count > 0,
    )
    await rowOf(observer.page, id).getByText('Approved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const txHash = freshTxHash()
    await dialog.getByRole('textbox', { name: 'Transaction hash' }).fill(txHash)
    await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText('Confirmed.', { exact: true }).waitFor()
    await page.getByRole('heading', { name: /You sent .*0\.35 BTC/ }).waitFor()
    await page.getByText('Nothing to decide: the transaction is finished.').waitFor()
    await page.getByRole('button', { name: 'Put on hold' }).waitFor({ state: 'detached' })
    await rowOf(observer.page, id).getByText('Confirmed', { exact: true }).waitFor()
    expect(await loadTransfer(api, id)).toMatchObject({ status: 'CONFIRMED', txHash })
    await eventually(
      async () => (await inquiring.counterparty.inquiry((await loadTransfer(api, id)).requestIdentifier)).txid,
      (txid) => txid === txHash,
    )
    expect([...officer.complaints, ...observer.complaints]).toEqual([])
  })

  test('a person who is mentioned in a comment sees it on the home page until the transaction is opened', async () => {
    const id = await inquiring.inquire()
    const { autod } = await (await openApi(node, 'administrator')).request<Seen>(SEEN)
    await using officer = await openTab(browser, node.baseUrl)
    const { page, complaints } = officer
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Comment' }).click()
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Is this customer known to you?')
    await dialog.getByText('Mention colleagues', { exact: true }).first().click()
    await dialog.getByRole('checkbox', { name: autod.me.name }).check()
    expect(await accessibilityProblems(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Comment' }).click()
    await dialog.waitFor({ state: 'detached' })
    const officerName = (await page.locator('.account-name').textContent()) ?? ''
    const own = page.getByRole('region', { name: 'Case' })
    await own.getByText(`Mentions`).getByText(autod.me.name).waitFor()
    await own.getByText(officerName).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    await using administrator = await openTab(browser, node.baseUrl, { viewport: { width: 320, height: 640 } })
    await signInAt(administrator.page, node, 'administrator', '/home')
    const mentions = administrator.page.getByRole('region', { name: 'Mentions of you' })
    await mentions.getByText(officerName).first().waitFor()
    expect(await accessibilityProblems(administrator.page)).toEqual([])
    expect(await isTooWide(administrator.page)).toBe(false)
    await mentions.locator(`a[href$="/transactions/${id}"]`).click()
    await administrator.page.getByRole('region', { name: 'Case' }).getByText('Comment').first().waitFor()
    await eventually(
      async () => {
        const mine = '{ trpd { deskSummary { mentions { transaction { id } } } } }'
        type Mentions = { trpd: { deskSummary: { mentions: { transaction: { id: string } }[] } } }
        const { trpd } = await (await openApi(node, 'administrator')).request<Mentions>(mine)
        return trpd.deskSummary.mentions.filter(({ transaction }) => transaction.id === id).length
      },
      (count) => count === 0,
    )
    expect([...complaints, ...administrator.complaints]).toEqual([])
  })

  test('a case can be assigned to people who act, but neither to observers nor to clients', async () => {
    const id = await inquiring.inquire()
    const [administrator, observer, client] = [
      await openApi(node, 'administrator'),
      await openApi(node, 'observer'),
      await openApi(node),
    ]
    const seen = async (each: Api) => (await each.request<Seen>(SEEN)).autod.me
    const [acts, reads, isClient] = [await seen(administrator), await seen(observer), await seen(client)]
    await using officer = await openTab(browser, node.baseUrl)
    const { page, complaints } = officer
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    await page.getByRole('button', { name: 'Assign', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const people = dialog.getByRole('combobox', { name: 'Who works on it' })
    await people.getByRole('option', { name: acts.name }).waitFor({ state: 'attached' })
    const offered = await people.getByRole('option').allTextContents()
    expect(offered).not.toContain(reads.name)
    expect(offered).not.toContain(isClient.name)
    await people.selectOption(acts.name)
    await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
    await page.getByText(`${acts.name}`).first().waitFor()
    for (const { id: person } of [reads, isClient]) {
      const assign = 'mutation ($id: ID!, $person: ID) { trpd { assignTx(id: $id, assignee: $person) { id } } }'
      const { errors } = await client.execute(assign, { id, person })
      expect(errors[0]?.extensions).toMatchObject({ code: 'CASE_ASSIGNEE_NOT_ALLOWED' })
    }
    expect(complaints).toEqual([])
  })

  test('opening a page is one read of personal data, and comments and live changes are no further reads', async () => {
    const id = await inquiring.inquire()
    const colleague = await openApi(node, 'administrator')
    const comment = (text: string) => colleague.request(COMMENT, { id, text })
    await comment('Before the page was opened')
    await using officer = await openTab(browser, node.baseUrl)
    const { page, complaints } = officer
    await signInAt(page, node, 'compliance-officer', `/transactions/${id}`)
    const own = page.getByRole('region', { name: 'Case' })
    await own.getByText('Before the page was opened').waitFor()
    for (const text of ['Asked the branch', 'Asked the customer']) {
      await page.getByRole('button', { name: 'Comment' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: 'Comment' }).fill(text)
      await dialog.getByRole('button', { name: 'Comment' }).click()
      await dialog.waitFor({ state: 'detached' })
      await own.getByText(text).waitFor()
    }
    await comment('While the page is open')
    const show = own.getByRole('button', { name: 'Show new texts' })
    await show.waitFor()
    expect(await own.getByText('While the page is open').count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])
    await show.click()
    await own.getByText('While the page is open').waitFor()
    await show.waitFor({ state: 'detached' })
    // The page's reads come before this one in the audit log.
    await api.request('query ($id: ID!) { trpd { transaction(id: $id) { customerReference ivms101 } } }', { id })
    const reads = await eventually(
      async () => {
        const query =
          'query ($id: ID!) { trpd { transaction(id: $id) { dataAccesses(first: 100) { nodes { fields } } } } }'
        type Reads = { trpd: { transaction: { dataAccesses: { nodes: { fields: string[] }[] } } } }
        return (await api.request<Reads>(query, { id })).trpd.transaction.dataAccesses.nodes
      },
      (all) => all.some(({ fields }) => fields.includes('Transaction.ivms101')),
    )
    expect(reads.filter(({ fields }) => !fields.includes('Transaction.ivms101'))).toEqual([
      { fields: ['CaseChange.text'] },
      { fields: ['CaseChange.text'] },
    ])
    expect(complaints).toEqual([])
  })

  test('an officer signs in, holds, finds held transactions, releases and approves with the keyboard alone', async () => {
    const id = await inquiring.inquire()
    const officer = node.people.find(({ role }) => role === 'compliance-officer')
    if (officer === undefined) throw new Error('no person is an officer')
    await using tab = await openTab(browser, node.baseUrl)
    const { page, complaints } = tab
    const { keyboard } = page
    const dialog = page.getByRole('dialog')
    await page.goto(`${node.baseUrl}/?q=${id}`)
    await pressAt(page, page.getByRole('button', { name: 'Sign in' }), 'Enter')
    await tabTo(page, page.locator('[name=username]'))
    await keyboard.type(officer.username)
    await tabTo(page, page.locator('[name=password]'))
    await keyboard.type(officer.password)
    await keyboard.press('Enter')
    await rowOf(page, id).waitFor()

    await keyboard.press('j')
    await keyboard.press('h')
    await dialog.getByRole('textbox', { name: 'Internal reason' }).waitFor()
    await tabTo(page, dialog.getByRole('textbox', { name: 'Internal reason' }))
    await keyboard.type('Ask the bank')
    await pressAt(page, dialog.getByRole('button', { name: 'Put on hold' }), 'Enter')
    await dialog.getByText('1 transaction was changed.').waitFor()
    await keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await tabTo(page, page.getByRole('combobox', { name: 'Case' }))
    await keyboard.type('On hold')
    await keyboard.press('Enter')
    await page.waitForURL(/[?&]case=ON_HOLD/)
    await rowOf(page, id).getByText('On hold').waitFor()
    await tabTo(page, rowOf(page, id))
    await keyboard.press('Enter')

    await page.getByRole('heading', { name: /announces .*0\.4 BTC/ }).waitFor()
    await pressAt(page, page.getByRole('button', { name: 'Release' }), 'Enter')
    await tabTo(page, dialog.getByRole('textbox', { name: 'Internal reason' }))
    await keyboard.type('The bank agrees')
    await pressAt(page, dialog.getByRole('button', { name: 'Release' }), 'Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Approve' }).waitFor()
    await pressAt(page, page.getByRole('button', { name: 'Approve' }), 'Enter')
    await dialog.getByText('From your address book').waitFor()
    await pressAt(page, dialog.getByRole('button', { name: 'Approve' }), 'Enter')
    await page.getByText('Approved.', { exact: true }).waitFor()
    expect((await loadTransfer(api, id)).status).toBe('APPROVED')
    await keyboard.press('u')
    await page.waitForURL(/[?&]case=ON_HOLD/)
    expect(complaints).toEqual([])
  })
})

/** Moves the focus with the Tab key to `target`. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor()
  for (let stop = 0; stop < STOPS_MAX; stop++) {
    if ((await target.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the Tab key does not reach ${target}`)
}

async function pressAt(page: Page, target: Locator, key: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}
