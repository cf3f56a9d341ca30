import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { nodeEnvironment, ROOT } from '../harness/running-node.ts'
import { sharedNode } from '../harness/shared-node.ts'

test('npm run feeds uses the embedded databases of the node that runs on the data folder', async () => {
  const { dataDir } = await sharedNode()
  const feeds = (...args: string[]) =>
    promisify(execFile)(process.execPath, [`${ROOT}/tools/node/src/feeds/main.ts`, ...args], {
      env: nodeEnvironment(dataDir, {}),
    })
  // In a node that has just started, a feed may not have been read yet.
  const list = (...reader: string[]) => expect.poll(async () => (await feeds('list', ...reader)).stdout)
  await list().toMatch(/^aopd: position \d+, epoch \S{36}\ntrpd: position \d+, epoch \S{36}\n$/)
  await list('trpd').toMatch(/^aopd: position \d+, epoch \S{36}\n$/)
  await expect(feeds('accept', 'trpd')).rejects.toMatchObject({
    code: 1,
    stderr: 'Reading the feed of trpd is not stopped.\n',
  })
})
