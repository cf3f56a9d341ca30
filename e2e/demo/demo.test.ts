import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ROOT } from '../harness/running-node.ts'
import { sharedNode } from '../harness/shared-node.ts'

/** The lines that are the same in every run: steps, operations and summary. */
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

async function runDemo(env: NodeJS.ProcessEnv) {
  const demo = spawn(process.execPath, [`${ROOT}/tools/node/src/demo/main.ts`], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, stderr, [code]] = await Promise.all([text(demo.stdout), text(demo.stderr), once(demo, 'exit')])
  return { output, stderr, code }
}

it('npm run demo prints the output that docs/demo.md shows', async () => {
  const { dataDir } = await sharedNode()
  const { output, stderr, code } = await runDemo({ DATA_DIR: dataDir })
  expect(stderr).toBe('')
  expect(code).toBe(0)
  expect(skeletonOf(output)).toEqual(skeletonOf(readFileSync(`${ROOT}/docs/demo.md`, 'utf8')))
})

it('npm run demo without a node prints a remedy and exits with code 1', async () => {
  const { stderr, code } = await runDemo({ DATA_DIR: '/nowhere/at/all' })
  expect(stderr).toContain('run "npm start" in another terminal first')
  expect(code).toBe(1)
})
