import type { Page } from 'playwright-core'
import type { NodeAccess } from '../harness/shared-node.ts'
import type { Role } from '../harness/tokens.ts'

/** Signs in as the node's person with this role, and waits for the editor. */
export async function signIn(page: Page, node: NodeAccess, role: Role): Promise<void> {
  const person = node.people.find((candidate) => candidate.role === role)
  if (person === undefined) throw new Error(`no person has the role ${role}`)
  await page.goto(`${node.baseUrl}/graphql`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('[name=username]').fill(person.username)
  await page.locator('[name=password]').fill(person.password)
  await page.keyboard.press('Enter')
  await editorReady(page)
}

export async function editorReady(page: Page): Promise<void> {
  await page.locator('.graphiql-query-editor .monaco-editor').waitFor()
}

/** Opens an example in the editor. */
export async function openExample(page: Page, title: string): Promise<void> {
  const show = page.getByRole('button', { name: 'Show Examples' })
  if (await show.isVisible()) await show.click()
  await page.getByRole('button', { name: title }).click()
}

export async function runOperation(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Execute query/ }).click()
}

/** The visible part of the response. */
export async function responseText(page: Page): Promise<string> {
  const text = (await page.locator('.graphiql-response .view-lines').textContent()) ?? ''
  return text.replaceAll('\u00a0', ' ')
}
