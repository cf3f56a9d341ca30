import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openLogger } from '@travel-rule/service/logger'
import { readSettings } from '@travel-rule/service/settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settings } from './config.ts'
import { start } from './start.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-start-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const startWith = (env: Record<string, string>) =>
  start(
    readSettings(settings, { IDP_PORT: '0', IDP_DATA_FILE: join(folder, 'identity.json'), ...env }),
    openLogger({ name: 'test', level: 'silent' }),
  )

test('the identity provider refuses to start beside a real issuer', async () => {
  const starting = startWith({ GATEWAY_OIDC_ISSUER: 'https://login.example/realms/main' })
  await expect(starting).rejects.toThrow(/^GATEWAY_OIDC_ISSUER: .*does not start beside a real one/)
})

test('the identity provider starts if it is the issuer that the gateway trusts', async () => {
  const issuer = 'http://localhost:4000/auth/realms/travel-rule'
  await using service = await startWith({ GATEWAY_OIDC_ISSUER: issuer, GATEWAY_BASE_URL: 'http://localhost:4000' })
  expect(service.ports.IDP_PORT).toBeGreaterThan(0)
  expect((await fetch(`http://127.0.0.1:${service.ports.IDP_PORT}/readyz`)).status).toBe(200)
})

test('an issuer of another realm or below another base URL is refused, naming the setting', async () => {
  for (const issuer of ['http://localhost:4000/auth/realms/other', 'http://localhost:5000/auth/realms/travel-rule']) {
    await expect(startWith({ GATEWAY_OIDC_ISSUER: issuer })).rejects.toThrow(
      `GATEWAY_OIDC_ISSUER: the gateway trusts ${issuer}`,
    )
  }
})

test('an idle connection stays open for longer than clients keep it', async () => {
  await using service = await startWith({})
  const { headers } = await fetch(`http://127.0.0.1:${service.ports.IDP_PORT}/`)
  expect(headers.get('keep-alive')).toBe('timeout=75')
})

test('a port in use is refused, naming the setting', async () => {
  const other = createServer()
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  await expect(startWith({ IDP_PORT: String(port) })).rejects.toThrow(
    `port ${port} is in use on 127.0.0.1; set IDP_PORT`,
  )
  other.close()
})

test('the data file is the only required setting', () => {
  expect(() => readSettings(settings, {})).toThrow(/^IDP_DATA_FILE/)
})
