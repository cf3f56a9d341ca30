import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { leiResponse } from '@travel-rule/trpd-subgraph/testing/lei-response'
import pg from 'pg'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHROMIUM, openTab, sharedBrowser } from '../explorer/browser.ts'
import { type Api, openApi } from '../harness/api.ts'
import { eventually } from '../harness/eventually.ts'
import { startNode } from '../harness/running-node.ts'
import { accessTo, type NodeAccess } from '../harness/shared-node.ts'
import { inquire, UNKNOWN_VASP_ADDRESS } from '../harness/transfers.ts'
import { accessibilityProblems, isTooWide, signInAt } from './dashboard-page.ts'
import { focusProblems } from './focus-order.ts'

const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const LEI = '529900T8BM49AURSDO55'
/** Unusual but possible texts from a register and a vendor. */
const HOSTILE = '<img src=x onerror="document.title=1"> \u202egnp.exe'
const REGISTER = `mutation ($vasp: VaspInput!) { trpd { registerOrUpdateVasp(vasp: $vasp) { id } } }`
const RECORD = `query ($id: ID!) { trpd { vasp(id: $id) { leiRecord { retrievedAt } } } }`
/** Maximum length of a vendor's name for a VASP. */
const NAME_LENGTH_MAX = 400
/** A register is requested once a minute. */
const REGISTER_MS = 90_000

interface LeiRecord {
  readonly trpd: { readonly vasp: { readonly leiRecord: { readonly retrievedAt: string | null } | null } }
}

describe.skipIf(CHROMIUM === undefined)('VASPs in the dashboard of a separate node', () => {
  const stack = new AsyncDisposableStack()
  let browser: Browser
  let id: string
  let node: NodeAccess
  let api: Api
  /** The vendor's response; `undefined` leaves the request unanswered. */
  let owner: object | undefined = {}

  beforeAll(async () => {
    const server = createServer((request, response) => {
      const lei = request.url?.slice(-20) ?? ''
      const entity = { legalName: { name: HOSTILE, language: 'de' } }
      if (request.method === 'GET') response.end(JSON.stringify(leiResponse(lei, { entity })))
      else if (owner !== undefined) response.end(JSON.stringify(owner))
    })
    const url = await listen(server)
    stack.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    const mapping = { vendor: 'Example Analytics', body: { q: '{address}' }, name: 'owner.name', website: 'owner.url' }
    const running = stack.use(
      await startNode({
        clusterTemplate: true,
        env: {
          TRPD_GLEIF_URL: url,
          TRPD_JURISDICTION: 'CH',
          TRPD_ATTRIBUTION_VENDOR: JSON.stringify({ url, timeoutSeconds: 1, ...mapping }),
        },
      }),
    )
    node = accessTo(running)
    api = await openApi(node, 'compliance-officer')
    browser = await sharedBrowser()
    // The register's record is requested within a minute, while the other tests run.
    const registered = await api.request<{ trpd: { registerOrUpdateVasp: { id: string } } }>(REGISTER, {
      vasp: { name: 'Known VASP', url: 'https://known.example', lei: LEI },
    })
    id = registered.trpd.registerOrUpdateVasp.id
  })
  afterAll(() => stack.disposeAsync())

  test('an officer sees which data the law requires about each party', async () => {
    await using tab = await openTab(browser, node.baseUrl, { locale: 'de-DE', viewport: { width: 320, height: 700 } })
    const { page, complaints } = tab
    await signInAt(page, node, 'compliance-officer', '/new-transfer')
    await page.getByText('Felder, die das Recht von CH (').waitFor()
    for (const party of ['Auftraggeber', 'Begünstigter']) {
      await page.getByRole('region', { name: party }).getByLabel('Familienname (gesetzlich vorgeschrieben)').waitFor()
      await page.getByRole('region', { name: party }).getByLabel('Konten (gesetzlich vorgeschrieben)').waitFor()
    }
    // Data of which one alternative suffices.
    const originator = page.getByRole('region', { name: 'Auftraggeber' })
    for (const field of ['Straße', 'Geburtsdatum', 'Nummer des Ausweises', 'Kundennummer']) {
      await originator.getByLabel(`${field} (eines von mehreren)`).waitFor()
    }
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await focusProblems(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('an officer can look up the holder of an address', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await signInAt(page, node, 'compliance-officer', '/new-transfer')
    await page
      .getByLabel('How the data is exchanged')
      .selectOption({ label: 'By another channel, or not yet: only record it' })
    const ask = page.getByRole('button', { name: /Ask .*Example Analytics.* who holds this address/ })
    await ask.click()
    await page.getByText('Choose the asset and enter the address first.').waitFor()
    await page.getByLabel('Asset').selectOption('btc')
    await page.getByLabel('Payment address').fill(ADDRESS)

    owner = { owner: { name: HOSTILE, url: 'https://known.example/about' } }
    await ask.click()
    await page.getByText('In your directory:').waitFor()
    await page.locator('strong', { hasText: 'Known VASP' }).waitFor()
    expect(await page.title()).not.toBe('1')
    expect(await accessibilityProblems(page)).toEqual([])
    owner = { owner: null }
    await ask.click()
    await page.getByText('This does not prove that the wallet is self-hosted').waitFor()
    owner = undefined
    await ask.click()
    await page.getByText('nothing is known about this address').waitFor()
    // The longest accepted name, and a longer one.
    owner = { owner: { name: HOSTILE.padEnd(NAME_LENGTH_MAX, 'x') } }
    await ask.click()
    await page.getByText('<img src=x').waitFor()
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await page.title()).not.toBe('1')
    owner = { owner: { name: HOSTILE.padEnd(NAME_LENGTH_MAX + 1, 'x') } }
    await ask.click()
    await page.getByText('nothing is known about this address').waitFor()
    owner = { owner: { name: 'Bob Exchange' } }
    await page
      .getByLabel('How the data is exchanged')
      .selectOption({ label: 'With no one, because the wallet is self-hosted: only record it' })
    await ask.click()
    await page.getByText('You are recording this wallet as self-hosted').waitFor()
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
  })

  test('an officer sees which transactions could not continue after their VASP was trusted', async () => {
    const broken = await inquire(api, UNKNOWN_VASP_ADDRESS)
    await inquire(api, UNKNOWN_VASP_ADDRESS)
    const seal = await replaceSeal(node.databaseUrls.trpd, broken.id, Buffer.of(0))
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    const trust = async () => {
      await page.getByRole('button', { name: 'Trust this VASP' }).click()
      await page.getByRole('dialog').getByRole('textbox', { name: 'Note for the record' }).fill('Known')
      await page.getByRole('dialog').getByRole('button', { name: 'Trust this VASP' }).click()
    }
    await signInAt(page, node, 'compliance-officer', `/vasps/${broken.vasp.id}`)
    await trust()
    const deliveries = page.getByRole('region', { name: 'Delivery health' })
    await deliveries.getByText('One blocked transaction could not continue').waitFor()
    await deliveries.getByRole('link', { name: `Blocked transaction ${broken.id}` }).waitFor()
    expect(await accessibilityProblems(page)).toEqual([])
    await replaceSeal(node.databaseUrls.trpd, broken.id, seal)
    await trust()
    await deliveries.getByText('could not continue').waitFor({ state: 'detached' })
  })

  test('the page of a VASP shows the record of its LEI', async () => {
    await using tab = await openTab(browser, node.baseUrl)
    const { page } = tab
    await eventually(
      () => api.request<LeiRecord>(RECORD, { id }),
      ({ trpd }) => typeof trpd.vasp.leiRecord?.retrievedAt === 'string',
      REGISTER_MS,
    )
    await signInAt(page, node, 'compliance-officer', `/vasps/${id}`)
    const record = page.getByRole('region', { name: 'LEI register' })
    await record.getByText('ACTIVE').waitFor()
    await record.getByText('<img src=x').waitFor()
    expect(await page.title()).not.toBe('1')
    expect(await isTooWide(page)).toBe(false)
    expect(await accessibilityProblems(page)).toEqual([])
  })
})

/** Replaces the stored personal data of a transaction; returns the previous data. */
async function replaceSeal(connectionString: string | undefined, id: string, sealed: Buffer): Promise<Buffer> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const { rows } = await client.query<{ old: Buffer }>(
      `update transfers set private_sealed = $2 from (select private_sealed as old from transfers where id = $1) before
       where id = $1 returning old`,
      [id, sealed],
    )
    if (rows[0] === undefined) throw new Error(`no transaction ${id}`)
    return rows[0].old
  } finally {
    await client.end()
  }
}

async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://localhost:${(server.address() as AddressInfo).port}`
}
