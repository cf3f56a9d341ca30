import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ROOT } from '../harness/running-node.ts'
import { sharedNode } from '../harness/shared-node.ts'

/** The lines that are equal in every run: steps, operations and summary. */
function skeletonOf(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => /^\d+\. |^ {2}(→|✓) |^The story/.test(line))
    .map(withoutIds)
}

function withoutIds(line: string): string {
  return line
    .replace(/http:\/\/localhost:\d+/g, 'http://localhost')
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replace(/with [0-9a-f]{16}…/, 'with <hash>')
}

/** The rows of the table in docs/trp.md. */
function documentedOutcomes(): string[] {
  const [, section = ''] = readFileSync(`${ROOT}/docs/trp.md`, 'utf8').split('\n## The demo counterparty\n')
  return [...section.matchAll(/^\| `([\w-]+)` \| (.+) \| (.+) \|$/gm)].map(
    ([, name, what, outcome]) => `"${name}", which ${what}: ${outcome}`,
  )
}

async function runDemo(env: NodeJS.ProcessEnv, options: readonly string[] = []) {
  const demo = spawn(process.execPath, [`${ROOT}/tools/node/src/demo/main.ts`, ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, stderr, [code]] = await Promise.all([text(demo.stdout), text(demo.stderr), once(demo, 'exit')])
  return { output, stderr, code }
}

it('npm run demo prints the output in docs/demo.md, and with --all tries every outcome in docs/trp.md', async () => {
  const { dataDir } = await sharedNode()
  const { output, stderr, code } = await runDemo({ DATA_DIR: dataDir }, ['--all'])
  expect(stderr).toBe('')
  expect(code).toBe(0)
  const [, story = '', outcomes = '', summary = ''] =
    /^([\s\S]*?)(?=\n10\. )([\s\S]*)(\nThe story is complete\.(?:\n.*){4})/.exec(output) ?? []
  expect(skeletonOf(story + summary)).toEqual(skeletonOf(readFileSync(`${ROOT}/docs/demo.md`, 'utf8')))
  const tried = outcomes.matchAll(/^\d+\. Inquire at (.*)$[\s\S]*?^ {4}expected: (.*)$/gm)
  expect([...tried].map(([, persona, outcome]) => `${persona}: ${outcome}`)).toEqual(documentedOutcomes())
})

it('npm run demo without a node prints a remedy and exits with code 1', async () => {
  const { stderr, code } = await runDemo({ DATA_DIR: '/nowhere/at/all' })
  expect(stderr).toContain('run "npm start" in another terminal first')
  expect(code).toBe(1)
})
