import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CertificateAuthority, createAuthority } from '@travel-rule/certificates/certificate-authority'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openMetrics } from './metrics.ts'
import { captureLog } from './testing/capture-log.ts'
import { openTlsFiles } from './tls-files.ts'

let authority: CertificateAuthority
let folder: string
beforeAll(async () => {
  authority = await createAuthority('Authority')
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

const issue = () => authority.issue({ name: 'us', hosts: ['us.example'] })
const write = (files: Readonly<Record<string, string>>) =>
  Promise.all(Object.entries(files).map(([name, content]) => writeFile(join(folder, name), content)))

async function writeAll({ certificate, key }: { certificate: string; key: string }, ca = authority.certificate) {
  await write({ 'tls.crt': certificate, 'tls.key': key, 'ca.crt': ca })
}

async function open() {
  const { logger, text } = captureLog()
  const metrics = openMetrics('tests')
  const files = await openTlsFiles({ folder, reloadSeconds: 0.02, logger, metrics })
  return { files, text, metrics }
}

test('changed files are loaded without a restart, and listeners are called', async () => {
  const first = await issue()
  await writeAll(first)
  const { files, metrics } = await open()
  using _ = files
  expect(files.current()).toMatchObject({ ...first, authorities: [authority.certificate.trim()] })
  const changed = new Promise<void>((resolve) => files.onChange(resolve))
  const second = await issue()
  // Copied one after another, as an operator would: in between, they do not match.
  await writeAll(second)
  await changed
  await vi.waitFor(() => expect(files.current().certificate).toBe(second.certificate), { timeout: 180_000 })
  const { validToDate } = new X509Certificate(second.certificate)
  const text = await metrics.registry.getSingleMetricAsString('tls_certificate_expires_timestamp_seconds')
  expect(text).toContain(`} ${validToDate.getTime() / 1_000}`)
})

test('files that cannot be used are logged, and the previous ones remain in use', async () => {
  const first = await issue()
  await writeAll(first)
  const { files, text, metrics } = await open()
  using _ = files
  await write({ 'tls.crt': 'nonsense' })
  await vi.waitFor(() => expect(text()).toContain('not a PEM certificate'), { timeout: 180_000 })
  expect(files.current().certificate).toBe(first.certificate)
  expect(await metrics.registry.getSingleMetricAsString('tls_reload_failures_total')).not.toMatch(/ 0$/)
})

test.each([
  ['ca.crt', (text: string) => text + text.slice(0, 200)],
  ['tls.crt', (text: string) => text + text.slice(0, 200)],
] as const)('a certificate that is truncated at the end of %s is not dropped silently', async (name, cut) => {
  const pair = await issue()
  await writeAll(pair)
  const { files, text } = await open()
  using _ = files
  const before = files.current()
  await write({ [name]: cut(name === 'ca.crt' ? authority.certificate : pair.certificate) })
  await vi.waitFor(() => expect(text()).toContain('the TLS files cannot be used'), { timeout: 180_000 })
  expect(text()).toContain(name)
  expect(files.current()).toBe(before)
})

test('with an empty ca.crt, no authority is trusted', async () => {
  await writeAll(await issue(), '')
  const { files } = await open()
  using _ = files
  expect(files.current().authorities).toEqual([])
})

test.each([
  ['a missing file', {}, /tls\.crt cannot be read \(ENOENT\)/],
  ['a certificate that is not PEM', { 'tls.crt': 'x', 'tls.key': 'x', 'ca.crt': '' }, /tls\.crt is not a PEM/],
])('the start fails with %s', async (_name, contents, problem) => {
  await write(contents)
  await expect(open()).rejects.toThrow(problem)
})

test('the start fails with the key of another certificate, or an authority that is not a certificate', async () => {
  const [one, other] = [await issue(), await issue()]
  await writeAll({ certificate: one.certificate, key: other.key })
  await expect(open()).rejects.toThrow(/tls\.key is not the key of the first certificate/)
  await writeAll(one, 'not PEM')
  await expect(open()).rejects.toThrow(/ca\.crt must contain PEM certificates/)
})
