import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { CHROMIUM, launchBrowser } from '../explorer/browser.ts'
import { startNode } from '../harness/running-node.ts'

test('an interrupted story with a node and a browser', async () => {
  await using node = await startNode({ args: ['--no-demo'] })
  const browser = CHROMIUM === undefined ? undefined : await launchBrowser()
  writeFileSync(`${process.env.INTERRUPT_FOLDER}/stories`, node.dataDir)
  await new Promise(() => {})
  await browser?.close()
})
