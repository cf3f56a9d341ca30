import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { launchBrowser, openTab } from './explorer/browser.ts'
import { openApi } from './harness/api.ts'
import { counterpartyAt } from './harness/counterparty.ts'
import { inquire, trustVaspAt, UNKNOWN_VASP_ADDRESS } from './harness/transfers.ts'
const node = { ...JSON.parse(readFileSync('/tmp/w/dash-data/node.json', 'utf8')), dataDir: '/tmp/w/dash-data' }
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const api = await openApi(node)
const cp = counterpartyAt(node.counterparty.url)
if (process.argv.includes('--fill')) {
  await trustVaspAt(api, cp.url).catch((e) => console.log(String(e)))
  const made: any = await api.request(`mutation { trpd { createTravelAddress(input: { asset: "btc", address: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4" }) { travelAddress } } }`)
  for (const amount of ['0.75', '12.5', '0.00012345']) await cp.inquire({ travelAddress: made.trpd.createTravelAddress.travelAddress, asset: 'BTC', amount, confirmAfterMs: null })
  await inquire(api, UNKNOWN_VASP_ADDRESS)
  const a = await cp.addresses()
  await inquire(api, a.approve); await inquire(api, a.reject); await inquire(api, a.callback)
}
const browser = await launchBrowser()
const shot = process.argv.includes('--fill') ? '' : ''
async function signIn(page: any, role: string, path = '/') {
  const person = node.people.find((p: any) => p.role === role)
  await page.goto(`${node.baseUrl}${path}`)
  await page.getByRole('button', { name: /Sign in|Anmelden/ }).click()
  await page.locator('[name=username]').fill(person.username)
  await page.locator('[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Inbox|Eingang/, exact: true }).waitFor()
}
async function check(page: any, name: string) {
  await page.waitForTimeout(400)
  await page.screenshot({ path: `/tmp/w/shots/${name}.png` })
  // through playwright, not a script element: CSP
  const client = await page.context().newCDPSession(page)
  await client.send('Runtime.evaluate', { expression: axe })
  const { result } = await client.send('Runtime.evaluate', { expression: 'axe.run().then(r => JSON.stringify(r.violations.map(v => [v.id, v.nodes.map(n => n.html.slice(0,160) + " | " + (n.any[0]?.message ?? n.all[0]?.message ?? ""))])))', awaitPromise: true, returnByValue: true })
  console.log(name, result.value)
}
const light: any = { colorScheme: 'light' }
{
  await using tab = await openTab(browser, node.baseUrl, light)
  const { page, complaints } = tab
  await page.goto(node.baseUrl)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await check(page, '01-sign-in')
  await signIn(page, 'compliance-officer')
  await page.locator('.row').first().waitFor()
  await check(page, '02-inbox')
  await page.keyboard.press('j'); await page.keyboard.press('j')
  await check(page, '03-inbox-focus')
  await page.locator('.account').click()
  await check(page, '04-menu')
  await page.keyboard.press('Escape')
  await page.getByText('12.5 BTC').first().click()
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  await check(page, '05-transaction')
  await page.getByRole('button', { name: 'Show personal data' }).click()
  await page.locator('.party').first().waitFor()
  await page.screenshot({ path: '/tmp/w/shots/06-persons.png' })
  await page.evaluate('document.querySelector("#persons").scrollIntoView()')
  await check(page, '06-persons')
  await page.evaluate('document.querySelector("#proofs").scrollIntoView()')
  await check(page, '07-bottom')
  await page.keyboard.press('d')
  await page.getByRole('dialog').waitFor()
  await check(page, '08-decline')
  await page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click()
  await check(page, '09-decline-missing')
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await check(page, '10-shortcuts')
  console.log('complaints', complaints)
}
{
  await using tab = await openTab(browser, node.baseUrl, { colorScheme: 'dark', locale: 'de-CH', viewport: { width: 320, height: 640 } })
  const { page, complaints } = tab
  await signIn(page, 'observer')
  await page.locator('.row').first().waitFor()
  await check(page, '11-phone-dark-de')
  console.log('overflow', await page.evaluate('document.documentElement.scrollWidth'))
  await page.locator('.row a').first().click()
  await page.locator('#timeline').waitFor()
  await check(page, '12-phone-transaction')
  console.log('overflow', await page.evaluate('[document.documentElement.scrollWidth, document.querySelector(".content").scrollWidth]'))
  console.log('complaints', complaints)
}
{
  await using tab = await openTab(browser, node.baseUrl, { colorScheme: 'dark' })
  const { page, complaints } = tab
  await signIn(page, 'administrator', '/?folder=ALL')
  await page.locator('.row').first().waitFor()
  await check(page, '13-dark-all')
  await page.locator('.row a').first().click()
  await page.locator('#timeline').waitFor()
  await check(page, '14-dark-transaction')
  await page.evaluate('document.documentElement.dir = "rtl"')
  await check(page, '15-rtl')
  await page.keyboard.press('u')
  await check(page, '16-rtl-inbox')
  console.log('complaints', complaints)
}
await browser.close()
void shot
