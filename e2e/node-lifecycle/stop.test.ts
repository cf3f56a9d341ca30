import { existsSync, readFileSync } from 'node:fs'
import { processesOn } from '@travel-rule/embedded-postgres/testing/processes-on'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../harness/eventually.ts'
import { isAlive } from '../harness/node-processes.ts'
import { freePorts, nodeEnvironment, ROOT, type RunningNode, SUPERVISOR, startNode } from '../harness/running-node.ts'
import { type DataFolder, newDataFolder } from './data-folder.ts'
import { launch } from './launch.ts'
import { occupiedPorts } from './occupy-port.ts'
import { registerVasp, vaspNames } from './registered-vasps.ts'

describe('a node that is stopped', () => {
  /** Used for all signals and commands, since only the first start has to create the databases. */
  let folder: DataFolder
  let ports: Readonly<Record<string, string>>
  beforeAll(async () => {
    folder = newDataFolder()
    ports = await freePorts()
  })
  afterAll(() => folder[Symbol.dispose]())

  test('a node that is stopped by SIGHUP, as from a closed terminal, exits with code 0 and leaves no process running', async () => {
    await using node = await startNode({ dataDir: folder.path, ports, clusterTemplate: true })
    expect(processesOn(folder.path).length).toBeGreaterThan(7)
    expect(await node.stop('SIGHUP')).toBe(0)
    await expectStopped(node)
    expectOrderedStop(node)
  })

  test('a node stops when npm start receives SIGTERM', async () => {
    await using node = await startNode({
      dataDir: folder.path,
      ports,
      clusterTemplate: true,
      command: ['npm', 'start'],
    })
    expect(node.read().pid).not.toBe(node.process.pid)
    await node.stop('SIGTERM')
    await expectStopped(node)
    expectOrderedStop(node)
  })

  test('a node stops when npm start and the node both receive SIGINT, as from Ctrl-C', async () => {
    const command = ['setsid', '--wait', 'npm', 'start'] as const
    await using node = await startNode({ dataDir: folder.path, ports, clusterTemplate: true, command })
    const { pid } = node.read()
    const group = Number(/^\d+ \(.*\) \S+ \d+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1])
    process.kill(-group, 'SIGINT')
    await expectStopped(node)
  })

  test('a node stopped while starting, after any part is ready, leaves no process running, and can be restarted', async () => {
    using folder = newDataFolder()
    const ports = await freePorts()
    for (const part of ['PostgreSQL', 'identity provider', 'gateway']) {
      const [program, ...args] = SUPERVISOR
      const { child, exited } = launch(program, args, { cwd: ROOT, env: nodeEnvironment(folder.path, ports) })
      let printed = ''
      child.stdout?.on('data', (chunk: Buffer) => {
        printed += chunk
      })
      await eventually(
        () => printed,
        (output) => output.includes(`✓ ${part}`),
      )
      child.kill('SIGINT')
      const { code, output } = await exited
      const outcome = { part, code, output, remaining: processesOn(folder.path) }
      expect(outcome).toEqual({ part, code: 0, output: expect.stringMatching(/Stopped\.\s*$/), remaining: [] })
      expect(existsSync(`${folder.path}/node.json`)).toBe(false)
    }
    await using node = await startNode({ dataDir: folder.path, ports })
    expect(await vaspNames(node)).toEqual([])
  })
})

describe('a node whose supervisor is killed', () => {
  let folder: DataFolder
  let ports: Readonly<Record<string, string>>
  /** Processes that the first test leaves running for the next one. */
  let restarted: RunningNode | undefined
  beforeAll(async () => {
    folder = newDataFolder()
    ports = await freePorts()
  })
  afterAll(async () => {
    await restarted?.[Symbol.asyncDispose]()
    folder[Symbol.dispose]()
  })

  test('a node whose supervisor was killed while starting can be restarted', async () => {
    const [program, ...args] = SUPERVISOR
    const { child, exited } = launch(program, args, { cwd: ROOT, env: nodeEnvironment(folder.path, ports) })
    await eventually(
      () => processesOn(folder.path).filter(({ command }) => /src\/main\.ts/.test(command)),
      ({ length }) => length === 7,
    )
    child.kill('SIGKILL')
    restarted = await startNode({ dataDir: folder.path, ports })
    await exited
    expect(await vaspNames(restarted)).toEqual([])
  })

  test('a node whose supervisor was killed restarts with its data and ports, and no old process remains', async () => {
    const killed = restarted ?? (await startNode({ dataDir: folder.path, ports, clusterTemplate: true }))
    await registerVasp(killed, 'Surviving VASP')
    const before = killed.read()
    const old = processesOn(folder.path).map(({ pid }) => pid)
    await killed.stop('SIGKILL')

    await using node = await startNode({ dataDir: folder.path, ports })
    expect(await vaspNames(node)).toEqual(['Surviving VASP'])
    expect(node.read().clientSecret).toBe(before.clientSecret)
    const now = processesOn(folder.path).map(({ pid }) => pid)
    expect(now.filter((pid) => old.includes(pid))).toEqual([])
    expect(now.length).toBeGreaterThan(7)
    await node.stop()
    await expectStopped(node)
  })

  test('only PostgreSQL outlives a killed supervisor, and can still shut down cleanly', async () => {
    const killed = await startNode({ dataDir: folder.path, ports, clusterTemplate: true })
    const { postgres, ...parts } = killed.read().parts
    await killed.stop('SIGKILL')
    const pids = Object.values(parts).map(({ pid }) => pid)
    await eventually(
      () => processesOn(folder.path).filter(({ pid }) => pids.includes(pid)),
      ({ length }) => length === 0,
    )
    expect(isAlive(postgres?.pid ?? 0)).toBe(true)
    process.kill(postgres?.pid ?? 0, 'SIGINT')
    await eventually(
      () => processesOn(folder.path),
      ({ length }) => length === 0,
    )
    const log = readFileSync(`${folder.path}/postgres/postgres.log`, 'utf8')
    expect(log.trim().split('\n').at(-1)).toMatch(/database system is shut down$/)
    expect(log).not.toMatch(/PANIC/)
  })
})

/** Checks the stop order: the gateway first, then the subgraphs, and the database last. */
function expectOrderedStop(node: RunningNode): void {
  const gatewayStopped = loggedAt(node, 'gateway', 'stopped')
  expect(gatewayStopped).toBeGreaterThan(0)
  for (const part of ['trpd', 'aopd', 'autod']) {
    expect(loggedAt(node, part, 'stopping')).toBeGreaterThanOrEqual(gatewayStopped)
    expect(loggedAt(node, part, 'stopped')).toBeGreaterThan(0)
  }
  const log = readFileSync(`${node.dataDir}/postgres/postgres.log`, 'utf8')
  expect(log.trim().split('\n').at(-1)).toMatch(/database system is shut down$/)
  // Autovacuum runs at any time, and a stop ends it.
  expect(log).not.toMatch(/FATAL(?!: +terminating autovacuum process)|PANIC/)
}

async function expectStopped(node: RunningNode): Promise<void> {
  const remaining = await eventually(
    () => processesOn(node.dataDir),
    ({ length }) => length === 0,
  )
  expect(remaining).toEqual([])
  expect(node.output()).toMatch(/Stopping …[\s\S]*Stopped\.\s*$/)
  expect(existsSync(`${node.dataDir}/node.json`)).toBe(false)
  expect(await occupiedPorts(node.ports)).toEqual([])
}

/** When a part last logged a message, in milliseconds since 1970; 0 when never. */
function loggedAt(node: RunningNode, part: string, message: string): number {
  const lines = readFileSync(`${node.dataDir}/logs/${part}.log`, 'utf8').trim().split('\n')
  const entries = lines.flatMap((line) =>
    line.startsWith('{') ? [JSON.parse(line) as { msg: string; time: number | string }] : [],
  )
  const time = entries.findLast(({ msg }) => msg === message)?.time
  return time === undefined ? 0 : new Date(time).getTime()
}
