import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ROOT } from '../harness/running-node.ts'
import { sharedNode } from '../harness/shared-node.ts'

/** What does not change from run to run: the steps, the operations, and the ends of the summary. */
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
  const [output, problems, [code]] = await Promise.all([text(demo.stdout), text(demo.stderr), once(demo, 'exit')])
  return { output, problems, code }
}

it('npm run demo plays the story that docs/demo.md shows', async () => {
  const { dataDir } = await sharedNode()
  const { output, problems, code } = await runDemo({ DATA_DIR: dataDir })
  expect(problems).toBe('')
  expect(code).toBe(0)
  expect(skeletonOf(output)).toEqual(skeletonOf(readFileSync(`${ROOT}/docs/demo.md`, 'utf8')))
})

it('npm run demo without a node says what to do and ends with 1', async () => {
  const { problems, code } = await runDemo({ DATA_DIR: '/nowhere/at/all' })
  expect(problems).toContain('run "npm start" in another terminal first')
  expect(code).toBe(1)
})
