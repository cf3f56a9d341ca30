import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { NodeAccess } from '../harness/shared-node.ts'
import type { Role } from '../harness/tokens.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Signs in as the node's person with this role, and waits for the view at `path`. */
export async function signInAt(page: Page, node: NodeAccess, role: Role, path = '/'): Promise<void> {
  const person = node.people.find((candidate) => candidate.role === role)
  if (person === undefined) throw new Error(`no person has the role ${role}`)
  await page.goto(`${node.baseUrl}${path}`)
  await page.getByRole('button', { name: /^(Sign in|Anmelden)$/ }).click()
  await page.locator('[name=username]').fill(person.username)
  await page.locator('[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await page.locator('.account').waitFor()
}

/** Resolves when colour transitions have ended: text on a half-faded button is hard to read. */
const TRANSITIONS_END = 'Promise.allSettled(document.getAnimations().map(({ finished }) => finished))'

/** Axe's findings on the page, as `rule: element`. The page's policy forbids adding a script element. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  // Once per document, since axe's source has half a megabyte.
  const { result: loaded } = await session.send('Runtime.evaluate', { expression: "'axe' in window" })
  if (loaded.value !== true) await session.send('Runtime.evaluate', { expression: axe })
  const { result } = await session.send('Runtime.evaluate', {
    expression: `${TRANSITIONS_END}.then(() => axe.run({ resultTypes: ['violations'] })).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
    awaitPromise: true,
    returnByValue: true,
  })
  return result.value as readonly string[]
}

/** The link of a transaction in the list. */
export function rowOf(page: Page, id: string) {
  return page.locator(`a[href$="/transactions/${id}"]`)
}

/**
 * Problems of the printed page: parts that are useless on paper, broken numbers of seven digits, and extra scrollbars.
 */
export async function layoutProblems(page: Page): Promise<readonly string[]> {
  const problems = (await page.evaluate(SCROLLBARS_AND_NUMBERS)) as string[]
  await page.emulateMedia({ media: 'print' })
  const printed = (await page.evaluate(PRINTED_CONTROLS)) as string[]
  await page.emulateMedia({ media: null })
  return [...problems, ...printed]
}

const SCROLLBARS_AND_NUMBERS = `(() => {
  const problems = []
  const { scrollHeight, clientHeight } = document.documentElement
  if (scrollHeight > clientHeight) problems.push('the window scrolls beside the page')
  for (const list of document.querySelectorAll('.rows')) {
    const rest = list.scrollHeight - list.clientHeight
    if (rest > 0 && rest < 8) problems.push('a list scrolls by ' + rest + ' pixels')
  }
  for (const number of document.querySelectorAll('.number:not(th), .folder-count')) {
    const text = document.createTreeWalker(number, NodeFilter.SHOW_TEXT).nextNode()
    if (text === null || !number.checkVisibility()) continue
    const before = text.data
    text.data = '1,234,567'
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = new Set([...range.getClientRects()].map(({ top }) => top)).size
    if (lines > 1) problems.push('a number breaks: ' + number.outerHTML)
    text.data = before
  }
  return problems
})()`

const PRINTED_CONTROLS = `[...document.querySelectorAll('main :is(button:not(.row-button, .entry), .button, input, select, textarea)')]
  .filter((control) => control.checkVisibility({ visibilityProperty: true }))
  .map((control) => 'printed: ' + control.outerHTML.slice(0, 120))`

/** True if an element is wider than the window, or than its dialog. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(
    '[document.documentElement, ...document.querySelectorAll("main, [role=dialog] form")].some((it) => it.scrollWidth > it.clientWidth)',
  )
}
