import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDoor } from '@travel-rule/embedded-postgres/testing/cluster-door'
import type { TestProject } from 'vitest/node'
import { type RunningNode, startNode } from './running-node.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Socket at which the data folder of the shared node is given out. */
    sharedNode: string
  }
}

/** So that a counterparty that does not answer costs a story seconds. */
const PATIENCE = { TRPD_OUTBOUND_TIMEOUT_SECONDS: '2', TRPD_DELIVERY_DELAY_SECONDS: '1' }

/** One node for the stories that only use a node: started when the first asks for it, stopped at the end of the run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stories-'))
  const socket = join(folder, 'door')
  let node: Promise<RunningNode> | undefined
  const door = await openDoor(socket, async () => {
    node ??= startNode({ env: PATIENCE }).then(stopAtExit)
    return (await node).dataDir
  })
  project.provide('sharedNode', socket)
  return async () => {
    await door[Symbol.asyncDispose]()
    const started = await node?.catch(() => undefined)
    const isAlive = started?.process.exitCode === null && started.process.signalCode === null
    await started?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
    if (started !== undefined && !isAlive) {
      const { exitCode, signalCode } = started.process
      throw new Error(`The shared node ended by itself (${exitCode ?? signalCode}):\n${started.output()}`)
    }
  }
}

/** A run that is interrupted ends without tearing down. */
function stopAtExit(node: RunningNode): RunningNode {
  process.once('exit', () => node.process.kill('SIGTERM'))
  return node
}
