import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { openInquiringCounterparty } from '../harness/inquiring-counterparty.ts'
import { requestProof } from '../harness/proofs.ts'
import { type NodeAccess, sharedNode } from '../harness/shared-node.ts'
import { issueAddress } from '../harness/transfers.ts'
import { accessibilityProblems, isTooWide, signInAt } from './dashboard-page.ts'

const RENAME = `mutation ($name: String!) { autod { updateSettings(input: { displayName: $name }) { version } } }`

const SET_ZONE = `mutation ($timeZone: String!) { autod { updateSettings(input: { timeZone: $timeZone }) { version } } }`
const REGISTER = `mutation ($input: RegisterOfflineTxInput!) { trpd { registerOfflineTx(input: $input) { id createdAt } } }`
const SAVE_VIEW = 'mutation ($name: String!) { autod { saveView(name: $name, query: "") { id } } }'
const THRESHOLDS_SET = '{ autod { auditLogsCount(filter: { types: ["screening.thresholds_set"] }) } }'
const HOSTILE = '<img src=x onerror=alert(1)>'
/** Rules that match no transaction, since other stories use the node too. */
const REPLACE_RULES = `mutation ($version: Int!, $name: String!) { trpd { replaceRules(expectedVersion: $version,
  rules: [{ name: $name, when: { amounts: [{ operator: GT, value: "21000001", asset: "btc" }] }, action: ASSIGN }]) { ruleSet { version } } } }`
const REMOVE_RULES = `mutation ($version: Int!) { trpd { replaceRules(expectedVersion: $version, rules: []) { ruleSet { version } } } }`
const REGISTER_VASP = `mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }`
const APPROVE = `mutation ($id: ID!) { trpd { assessTx(id: $id, decision: APPROVE) { id } } }`
const REVIEW = `mutation ($id: ID!, $input: DueDiligenceInput!) { trpd { recordDueDiligence(id: $id, input: $input) { id } } }`

/** The stories' node has no list, without which thresholds have no effect. */
async function withList(route: Route): Promise<void> {
  if (route.request().postDataJSON()?.operationName !== 'ScreeningLists') return route.continue()
  const response = await route.fetch()
  const { data } = await response.json()
  data.trpd.screeningLists = [LIST]
  await route.fulfill({ response, json: { data } })
}

const LIST = {
  __typename: 'ScreeningList',
  name: 'OFAC_SDN',
  isRequired: true,
  state: 'CURRENT',
  version: '2026-01-31',
  publishedOn: null,
  loadedAt: '2026-01-31T12:00:00Z',
  ageHours: 1,
  entries: 18000,
  malformed: 0,
  malformedRows: [],
  refused: null,
}

/** The VASP's name is unique on the node. */
async function makeTransaction(
  api: Api,
): Promise<{ readonly id: string; readonly vasp: string; readonly day: string }> {
  const vasp = `Story ${randomUUID()}`
  const registered = await api.request<{ trpd: { registerOrUpdateVasp: { id: string } } }>(REGISTER_VASP, {
    vasp: { name: vasp },
  })
  const input = { ...DEPOSIT, vasp: registered.trpd.registerOrUpdateVasp.id }
  const { trpd } = await api.request<{ trpd: { registerOfflineTx: { id: string; createdAt: string } } }>(REGISTER, {
    input,
  })
  return { id: trpd.registerOfflineTx.id, vasp, day: trpd.registerOfflineTx.createdAt.slice(0, 10) }
}

const ERASE_PROOF = `mutation ($id: ID!) {
  aopd { cancelProof(id: $id) { id } eraseProof(id: $id, ground: AUTHORITY_ORDER, ticket: "A-1") { id } } }`
const PERSON = { name: { nameIdentifier: [{ primaryIdentifier: 'Weber', nameIdentifierType: 'LEGL' }] } }
const DEPOSIT = {
  direction: 'RECEIVED',
  selfHosted: false,
  asset: 'btc',
  amount: '0.5',
  beneficiary: { beneficiaryPersons: [{ naturalPerson: PERSON }] },
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
}

describe.skipIf(CHROMIUM === undefined)('the administration pages in a browser', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let node: NodeAccess
  beforeAll(async () => {
    node = await sharedNode()
    browser = await sharedBrowser()
  })
  afterAll(() => stack.disposeAsync())

  /** Fills and submits the form of the dialog, and waits until it has been processed. */
  async function submit(page: Page, button: string, fill: () => Promise<void>): Promise<void> {
    const dialog = page.getByRole('dialog')
    await fill()
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }

  test("an administrator's day: settings with a conflict, a reviewed reason, the audit log verified and searched, rules tried, people and system, a customer and a transaction erased, hosts and due diligence of a VASP", async () => {
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
    // With a byte order mark, by which spreadsheets recognize UTF-8.
    expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^\uFEFF\w/)
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
    // The transactions of one VASP and asset, on one day.
    const { vasp, day } = await makeTransaction(api)
    const which = page.getByRole('group', { name: 'Which transactions to try them on' })
    await which.getByRole('searchbox').fill(vasp)
    await which.getByRole('combobox', { name: 'Counterparty' }).selectOption({ label: vasp })
    await which.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
    await which.getByLabel(/^From/).fill(day)
    await which.getByLabel(/^To/).fill('2000-01-01')
    await which.getByText('The last day is before the first one.').waitFor()
    await which.getByLabel(/^To/).fill(day)
    await page.getByRole('button', { name: 'Try on past transactions' }).click()
    await page.getByRole('heading', { name: /^1 transactions? examined/ }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await which.getByRole('combobox', { name: 'Asset' }).selectOption('eth')
    await page.getByRole('button', { name: 'Try on past transactions' }).click()
    await page.getByRole('heading', { name: /^0 transactions examined/ }).waitFor()
    // Two approved inquiries that the rule would have declined, on pages of one row.
    const officer = await openApi(node, 'compliance-officer')
    await using inquiring = await openInquiringCounterparty(officer, { amount: '0.3', originator: 'Erika' })
    for (const id of [await inquiring.inquire(), await inquiring.inquire()]) await officer.request(APPROVE, { id })
    await which.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
    await which.getByRole('searchbox').fill('')
    await which.getByRole('combobox', { name: 'Counterparty' }).selectOption('')
    await rules.fill('[{ "name": "one", "when": { "assets": ["btc"] }, "action": "DECLINE" }]')
    const inPagesOfOne = (route: Route) => {
      const body = route.request().postDataJSON()
      if (body?.operationName === 'DryRunRules') body.variables.first = 1
      return route.continue({ postData: JSON.stringify(body) })
    }
    await page.route('**/graphql', inPagesOfOne)
    await page.getByRole('button', { name: 'Try on past transactions' }).click()
    const differences = page.getByRole('listitem').filter({ hasText: 'Approved → Decline' })
    await differences.waitFor()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => differences.count()).toBe(2)
    expect(new Set(await differences.getByRole('link').allTextContents()).size).toBe(2)
    await page.unroute('**/graphql', inPagesOfOne)

    await page.getByRole('button', { name: 'Set a rate' }).click()
    await submit(page, 'Set a rate', async () => {
      await dialog.getByRole('button', { name: 'Set a rate' }).click()
      await dialog.getByText('This field is required.').first().waitFor()
      await dialog.getByRole('combobox', { name: 'Asset' }).selectOption('btc')
      await dialog.getByRole('textbox', { name: 'Currency' }).fill('chf')
      await dialog.getByRole('textbox', { name: 'Value of one whole unit' }).fill('61234.5')
      expect(await accessibilityProblems(page)).toEqual([])
    })
    await page.getByRole('row', { name: /^BTC Bitcoin 61,234\.5 CHF/ }).waitFor()
    const { trpd } = await api.request<{ trpd: { ruleSet: { version: number } } }>('{ trpd { ruleSet { version } } }')
    await api.request(REPLACE_RULES, { version: trpd.ruleSet.version, name: HOSTILE })
    await api.request(REPLACE_RULES, { version: trpd.ruleSet.version + 1, name: 'after it' })
    await page.goto(`${node.baseUrl}/rules?version=${trpd.ruleSet.version + 1}`)
    await page.getByText('Removed since').waitFor()
    await page.getByText(HOSTILE, { exact: true }).first().waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await api.request(REMOVE_RULES, { version: trpd.ruleSet.version + 2 })

    for (const [view, text] of [
      ['Home', 'Response times'],
      ['People', 'Last seen'],
      ['Screening', 'Sanctions lists'],
      ['Retention', 'Dry run'],
      ['System', 'Event feeds'],
    ] as const) {
      await page.getByRole('link', { name: view, exact: true }).click()
      await page.getByText(text, { exact: true }).waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
    }

    await page.route('**/graphql', withList)
    await page.getByRole('link', { name: 'Screening', exact: true }).click()
    const thresholds = page.getByRole('region', { name: 'Thresholds' })
    await thresholds.getByRole('textbox', { name: /^Strong match/ }).fill('0.5')
    await thresholds.getByRole('button', { name: 'Show what would change' }).click()
    await thresholds.getByText('Enter a number from 0.6 to 0.95 with at most two decimal places.').waitFor()
    await thresholds.getByRole('textbox', { name: /^Strong match/ }).fill('0.94')
    await thresholds.getByRole('button', { name: 'Show what would change' }).click()
    await thresholds.getByText(/ transactions of the last 30 days would have another result\./).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await thresholds.getByRole('button', { name: 'Save' }).click()
    await thresholds.getByText('Saved. Open transactions are being screened again.').waitFor()
    await expect.poll(() => api.request(THRESHOLDS_SET)).toEqual({ autod: { auditLogsCount: 1 } })
    await page.unroute('**/graphql', withList)

    const reference = randomUUID()
    await issueAddress(api, { customerReference: reference })
    await api.request(SAVE_VIEW, { name: `Of ${reference}` })
    await api.request(SAVE_VIEW, { name: `Of Erika ${reference.slice(0, 8)}` })
    // The stories' node has no jurisdiction.
    await page.route('**/graphql', async (route) => {
      const operation = route.request().postDataJSON()?.operationName
      if (operation !== 'RetentionPlan' && operation !== 'ProofRetentionPlan') return route.continue()
      const response = await route.fetch()
      const { data } = await response.json()
      if (operation === 'RetentionPlan') {
        Object.assign(data.trpd.retention, { jurisdiction: 'CH', transactionYears: 10, transactionSource: 'Art. 7' })
      } else {
        const due = ['6f1c1b52-0000-4000-8000-000000000000']
        Object.assign(data.aopd.retention, { jurisdiction: 'CH', unusedProofYears: 9, dueCount: 1, due })
      }
      const json = { data }
      await route.fulfill({ response, json })
    })
    await page.getByRole('link', { name: 'Retention', exact: true }).click()
    await page.getByRole('row', { name: 'Transactions 10 years Art. 7' }).waitFor()
    await page.getByRole('row', { name: /^Transactions with a finding of the screening/ }).waitFor()
    await page.getByRole('row', { name: 'Requested for no transaction, and never verified 9 years' }).waitFor()
    await page.getByRole('link', { name: '6f1c1b52-0000-4000-8000-000000000000' }).waitFor()
    await page.getByRole('button', { name: 'Erase a customer' }).click()
    await submit(page, 'Erase for good', async () => {
      await dialog.getByRole('textbox', { name: 'Customer reference' }).fill(reference)
      await dialog.getByRole('textbox', { name: 'Name of the customer' }).fill(`${reference.slice(0, 8)} erika`)
      await dialog.getByRole('combobox', { name: 'Why' }).selectOption('DATA_SUBJECT_REQUEST')
      await dialog.getByRole('textbox', { name: 'Your reference' }).fill(`T-${reference}`)
      await dialog.getByRole('textbox', { name: 'Type ERASE to confirm' }).fill('ERASE')
      expect(await accessibilityProblems(page)).toEqual([])
    })
    await page.getByText('Erased: transactions 0, travel addresses 1, ownership proofs 0, saved views 2.').waitFor()
    const erasures = page.getByRole('region', { name: 'Erasures' })
    const ofCustomer = erasures.getByRole('row', { name: `T-${reference}` })
    await ofCustomer.getByText('Transactions: 0. Travel addresses: 1.').waitFor()
    await ofCustomer.getByText('The person concerned has asked for it').waitFor()
    await ofCustomer.getByRole('button', { name: /^Audit log entry/ }).click()
    await dialog.getByText('customer.erased').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(await accessibilityProblems(page)).toEqual([])

    // A finished transaction is held and then erased.
    const txHash = randomBytes(32).toString('hex')
    const made = await api.request<{ trpd: { registerOfflineTx: { id: string } } }>(REGISTER, {
      input: { ...DEPOSIT, txHash },
    })
    await page.goto(`${node.baseUrl}/transactions/${made.trpd.registerOfflineTx.id}`)
    await page.getByRole('button', { name: 'Set a legal hold' }).click()
    await submit(page, 'Set a legal hold', async () => {
      await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('An investigation')
    })
    await page.getByText(/^Under a legal hold/).waitFor()
    expect(await page.getByRole('button', { name: 'Erase the personal data' }).count()).toBe(0)
    await page.getByRole('button', { name: 'End the legal hold' }).click()
    await submit(page, 'End the legal hold', async () => {
      await dialog.getByRole('textbox', { name: 'Internal reason' }).fill('It is over')
    })
    await page.getByRole('button', { name: 'Erase the personal data' }).click()
    await submit(page, 'Erase for good', async () => {
      await dialog.getByRole('combobox', { name: 'Why' }).selectOption('RECORDED_IN_ERROR')
      await dialog.getByRole('button', { name: 'Erase for good' }).click()
      await dialog.getByText('Type the word ERASE.').waitFor()
      expect(await accessibilityProblems(page)).toEqual([])
      await dialog.getByRole('textbox', { name: 'Type ERASE to confirm' }).fill('ERASE')
    })
    await page.getByText(/^The personal data of this transaction was erased on/).waitFor()
    const me = await api.request<{ autod: { me: { name: string } } }>('{ autod { me { name } } }')
    const certificate = page.getByRole('region', { name: 'Certificate of erasure' })
    await certificate.getByText('It should not have been recorded').waitFor()
    await certificate.getByText(me.autod.me.name).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.getByRole('button', { name: 'Comment' }).count()).toBe(0)
    expect(await accessibilityProblems(page)).toEqual([])

    // An erased ownership proof has its own certificate.
    const proof = await requestProof(api, { asset: 'BTC', address: DEPOSIT.address })
    await api.request(ERASE_PROOF, { id: proof.id })
    await page.goto(`${node.baseUrl}/proofs/${proof.id}`)
    await certificate.getByText('An authority or a court has ordered it').waitFor()
    await certificate.getByText('A-1').waitFor()
    expect(await accessibilityProblems(page)).toEqual([])

    // A VASP with a further host, which an inquiry has recorded as a separate VASP, and the erasure of answers.
    const host = `${randomUUID()}.example`
    const register = async (vasp: object) => {
      const { trpd } = await api.request<{ trpd: { registerOrUpdateVasp: { id: string } } }>(REGISTER_VASP, { vasp })
      return trpd.registerOrUpdateVasp.id
    }
    const vaspId = await register({ name: 'Two Hosts', url: `https://first-${host}` })
    await register({ name: 'Found Later', url: `https://second-${host}` })
    const answers = [{ key: 'owners', question: 'Who owns it?', answer: 'Weber' }]
    await api.request(REVIEW, { id: vaspId, input: { licence: 'ACTIVE', reviewedAt: '2025-01-01T00:00:00Z', answers } })
    await page.goto(`${node.baseUrl}/vasps/${vaspId}`)
    await page.getByRole('button', { name: 'Add a host' }).click()
    await submit(page, 'Add a host', async () => {
      await dialog.getByRole('textbox', { name: 'TRP endpoint at the host' }).fill(`https://second-${host}`)
      await dialog.getByRole('button', { name: 'Add a host' }).click()
      await dialog.getByRole('checkbox', { name: 'Both records are about the same VASP' }).check()
      expect(await accessibilityProblems(page)).toEqual([])
    })
    await page.getByText(`second-${host}`, { exact: true }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await page.getByRole('button', { name: 'Remove a host' }).click()
    await submit(page, 'Remove a host', async () => {})
    await page.getByText(`second-${host}`, { exact: true }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Show all records' }).click()
    await page.getByRole('button', { name: 'Erase answers and documents' }).click()
    await submit(page, 'Erase for good', async () => {
      await dialog.getByRole('combobox', { name: 'Why' }).selectOption('RECORDED_IN_ERROR')
      await dialog.getByRole('textbox', { name: 'Type ERASE to confirm' }).fill('ERASE')
    })
    await page.getByText(/^Answers and documents were erased on/).waitFor()

    // The times on every page are in the organisation's time zone.
    await api.request(SET_ZONE, { timeZone: 'Asia/Kathmandu' })
    await page.reload()
    await page
      .getByText(/GMT\+5:45/)
      .first()
      .waitFor()
    await api.request(SET_ZONE, { timeZone: 'UTC' })
    expect(complaints).toEqual([])
  })

  test('an observer reads the administration pages on a phone in German, without controls that observers may not use', async () => {
    await using tab = await openTab(browser, node.baseUrl, {
      locale: 'de-CH',
      colorScheme: 'dark',
      viewport: { width: 320, height: 640 },
    })
    const { page, complaints } = tab
    await signInAt(page, node, 'observer', '/settings')
    await page.getByText('Nur ein Administrator kann sie ändern.').waitFor()
    expect(await page.getByRole('button', { name: /Speichern|hinzufügen/ }).count()).toBe(0)
    for (const view of [
      'Start',
      'Regeln',
      'Prüfprotokoll',
      'Personen',
      'Sanktionsprüfung',
      'Aufbewahrung',
      'Systemzustand',
    ]) {
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
