import type { SpawnOptions } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { processesOn } from '@travel-rule/embedded-postgres/testing/processes-on'
import { openReachableCheckout } from '@travel-rule/embedded-postgres/testing/reachable-checkout'
import { describe, expect, test } from 'vitest'
import { placeCluster } from '../harness/cluster-template.ts'
import {
  freePorts,
  nodeEnvironment,
  PORT_VARIABLES,
  ROOT,
  SUPERVISOR,
  startNode,
  supervisorOf,
} from '../harness/running-node.ts'
import { newDataFolder } from './data-folder.ts'
import { launch } from './launch.ts'
import { occupyPort } from './occupy-port.ts'
import { vaspNames } from './registered-vasps.ts'

const isRoot = process.getuid?.() === 0
const NOBODY = 65534

describe('a node that cannot start prints a remedy, exits with code 1 and leaves no process running', () => {
  test.each(PORT_VARIABLES)('a node does not start when the port of %s is in use', async (variable) => {
    using folder = newDataFolder()
    const ports = await freePorts()
    await using _occupied = await occupyPort(Number(ports[variable]))
    const output = await refusedStart(folder.path, ports)
    expect(output).toContain(`Port ${ports[variable]} is in use: set ${variable} to a free port.`)
    expect(output).toContain('PORT_BASE')
  })

  test('a node does not start when several ports are in use, and names each', async () => {
    using folder = newDataFolder()
    const ports = await freePorts()
    await using _gateway = await occupyPort(Number(ports.GATEWAY_PORT))
    await using _trp = await occupyPort(Number(ports.TRPD_TRP_PORT))
    const output = await refusedStart(folder.path, ports)
    expect(output).toContain(`set GATEWAY_PORT`)
    expect(output).toContain(`set TRPD_TRP_PORT`)
  })

  test('a node does not start when two parts have the same port', async () => {
    using folder = newDataFolder()
    const ports = await freePorts()
    const output = await refusedStart(folder.path, { ...ports, TRPD_PORT: ports.AOPD_PORT ?? '' })
    expect(output).toContain(`TRPD_PORT and AOPD_PORT are both ${ports.AOPD_PORT}`)
  })

  test('a node does not start when settings are invalid, and names each variable', async () => {
    using folder = newDataFolder()
    const output = await refusedStart(folder.path, { ...(await freePorts()), GATEWAY_PORT: 'many', TRPD_PORT: '70000' })
    expect(output).toMatch(/GATEWAY_PORT: must be a port number/)
    expect(output).toMatch(/TRPD_PORT: must be a port number/)
  })

  test('a node does not start when a part refuses a setting, and names the part, the variable and the log file', async () => {
    using folder = newDataFolder()
    await placeCluster(folder.path)
    const output = await refusedStart(folder.path, await freePorts(), { TRPD_DEADLINES: 'inquiry=tomorrow' })
    expect(output).toMatch(/The trpd subgraph ended with code 1/)
    expect(output).toContain(`${folder.path}/logs/trpd.log`)
    expect(output).toMatch(/TRPD_DEADLINES: inquiry must be/)
  })

  test('a node does not start when the data folder is a file', async () => {
    using folder = newDataFolder()
    const file = `${folder.path}/a file`
    writeFileSync(file, '')
    const output = await refusedStart(file, await freePorts())
    expect(output).toContain(`DATA_DIR: ${file} cannot be used`)
  })

  test.skipIf(!isRoot)(
    'a node does not start when the account cannot write to the data folder (root only)',
    async () => {
      using checkout = openReachableCheckout()
      using folder = newDataFolder({ open: true })
      mkdirSync(`${folder.path}/of root`)
      const account = { cwd: checkout.root, uid: NOBODY, gid: NOBODY }
      const output = await refusedStart(
        `${folder.path}/of root`,
        await freePorts(),
        {},
        supervisorOf(checkout),
        account,
      )
      expect(output).toContain('this account may not write there')
    },
  )

  test('a node does not start when an option is unknown', async () => {
    using folder = newDataFolder()
    const output = await refusedStart(folder.path, await freePorts(), {}, [...SUPERVISOR, '--no-such-option'])
    expect(output).toContain('--no-such-option')
  })

  test('a node does not start when another node runs on the data folder, and does not affect that node', async () => {
    using folder = newDataFolder()
    await using node = await startNode({ dataDir: folder.path, args: ['--no-demo'], clusterTemplate: true })
    const nodeFile = node.read()
    // Sessions and workers of PostgreSQL start and end all the time.
    const programs = () => processesOn(folder.path).filter(({ command }) => !command.startsWith('postgres: '))
    const running = programs()
    const [program, ...args] = SUPERVISOR
    const env = nodeEnvironment(folder.path, await freePorts())
    const { code, output } = await launch(program, args, { cwd: ROOT, env }).exited
    expect(code).toBe(1)
    expect(output).toContain(`Another node is running on the data folder ${folder.path}`)
    expect(output).toMatch(/DATA_DIR=<another folder> PORT_BASE=\d+ npm start/)
    expect(output).not.toMatch(/\n\s+at /)
    expect(node.read()).toEqual(nodeFile)
    expect(programs()).toEqual(running)
    expect(await vaspNames(node)).toEqual([])
  })

  async function refusedStart(
    dataDir: string,
    ports: Readonly<Record<string, string>>,
    env: Readonly<Record<string, string>> = {},
    [program, ...args]: readonly [string, ...string[]] = SUPERVISOR,
    account: SpawnOptions = {},
  ): Promise<string> {
    const launched = launch(program, args, { cwd: ROOT, env: nodeEnvironment(dataDir, ports, env), ...account })
    const { code, output } = await launched.exited
    expect({ code, output }).toEqual({ code: 1, output: expect.not.stringMatching(/\n\s+at |Ready in/) })
    expect(processesOn(dataDir)).toEqual([])
    expect(existsSync(`${dataDir}/node.json`)).toBe(false)
    return output
  }
})
