import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { servesFolder } from '../postmaster.ts'
import { removeLeftOverClusters } from './left-over-clusters.ts'

test('the cluster of a killed test run is stopped and removed, but not that of a running one', async () => {
  const temporary = await mkdtemp(path.join(tmpdir(), 'pg-left-'))
  try {
    await chmod(temporary, 0o711)
    const script = `
      import { openEmbeddedCluster } from ${JSON.stringify(new URL('../embedded-cluster.ts', import.meta.url).href)}
      const dataDir = ${JSON.stringify(temporary)} + '/pg-test-' + process.pid + '-abc/cluster'
      const { pid } = await openEmbeddedCluster({ dataDir, durable: false })
      process.stdout.write(String(pid), () => process.kill(process.pid, 'SIGKILL'))`
    const run = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [[pid]] = await Promise.all([once(run.stdout, 'data'), once(run, 'exit')])
    const data = path.join(temporary, `pg-test-${run.pid}-abc`, 'cluster', 'data')
    expect(servesFolder(Number(pid), data)).toBe(true)
    const living = `pg-test-${process.pid}-def`
    await mkdir(path.join(temporary, living))

    await removeLeftOverClusters(temporary)
    expect(await readdir(temporary)).toEqual([living])
    expect(runs(Number(pid))).toBe(false)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
})

/** True if a process is running; false for a zombie. */
function runs(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}
