import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDoor } from '@travel-rule/embedded-postgres/testing/cluster-door'
import type { TestProject } from 'vitest/node'
import { type RunningNode, startNode } from './running-node.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A socket that serves the data folder of the shared node. */
    sharedNode: string
  }
}

const DELAYS = {
  /** Short, since stories wait for a repeated delivery. */
  TRPD_DELIVERY: 'delay=1',
  /** Long enough for what a story does before the callback. */
  COUNTERPARTY_CALLBACK_DELAY_MS: '5000',
}

/** Shares one node among stories that only use it. It is started for the first story and stopped after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'stories-'))
  const socket = join(folder, 'door')
  let node: Promise<RunningNode> | undefined
  const door = await openDoor(socket, async () => {
    node ??= startNode({ env: DELAYS }).then(stopAtExit)
    return (await node).dataDir
  })
  project.provide('sharedNode', socket)
  return async () => {
    await door[Symbol.asyncDispose]()
    const started = await node?.catch(() => undefined)
    const isRunning = started?.process.exitCode === null && started.process.signalCode === null
    await started?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
    if (started !== undefined && !isRunning) {
      const { exitCode, signalCode } = started.process
      throw new Error(`The shared node exited (${exitCode ?? signalCode}):\n${started.output()}`)
    }
  }
}

/** Stops the node if an interrupted run exits without a teardown. */
function stopAtExit(node: RunningNode): RunningNode {
  process.once('exit', () => node.process.kill('SIGTERM'))
  return node
}
