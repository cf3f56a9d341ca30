import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMetrics } from '@travel-rule/service/metrics'
import { captureLog } from '@travel-rule/service/testing/capture-log'
import { openTlsFiles } from '@travel-rule/service/tls-files'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseHolders, writeCertificates } from './write-certificates.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'certs-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function load(name: string) {
  const options = { folder: join(folder, name), reloadSeconds: 60, logger: captureLog().logger }
  using files = await openTlsFiles({ ...options, metrics: openMetrics('tests') })
  return files.current()
}

it('each node gets a TLS folder, and one authority issues all certificates, even those of a second run', async () => {
  expect(await writeCertificates(folder, parseHolders([]))).toEqual([join(folder, 'alice'), join(folder, 'bob')])
  const [alice, bob] = [await load('alice'), await load('bob')]
  const [ca = ''] = alice.authorities
  const authority = new X509Certificate(ca)
  expect(alice.leaf.checkHost('localhost')).toBe('localhost')
  expect(alice.leaf.checkIP('127.0.0.1')).toBe('127.0.0.1')
  for (const { leaf } of [alice, bob]) {
    expect(leaf.checkIssued(authority)).toBe(true)
    expect(leaf.verify(authority.publicKey)).toBe(true)
  }
  await writeCertificates(folder, parseHolders(['carol=trp.carol.example']))
  const carol = await load('carol')
  expect(carol.leaf.checkHost('trp.carol.example')).toBe('trp.carol.example')
  expect(carol.leaf.verify(authority.publicKey)).toBe(true)
  expect((await stat(join(folder, 'alice', 'tls.key'))).mode & 0o777).toBe(0o600)
})

it('an authority that cannot be read is not replaced', async () => {
  const path = join(folder, 'authority', 'ca.key')
  const before = await readFile(path, 'utf8')
  await writeFile(path, 'nonsense')
  await expect(writeCertificates(folder, parseHolders(['dave']))).rejects.toThrow('remove it to create')
  expect(await readFile(path, 'utf8')).toBe('nonsense')
  await writeFile(path, before)
})

it.each(['Alice', '../alice', 'authority', 'alice=', 'alice=a,,b', ''])('%j is not the name of a node', (argument) => {
  expect(() => parseHolders([argument])).toThrow('write a name in lower case')
})
