import { readFileSync } from 'node:fs'
import { readSettings } from '@travel-rule/service/settings'
import { freePort } from '@travel-rule/service/testing/free-ports'
import { expect, test } from 'vitest'
import { applyRealms } from './apply.ts'
import { settings } from './config.ts'

test('a Keycloak that does not respond is an error that names the setting', async () => {
  const url = `http://127.0.0.1:${await freePort()}/auth`
  const env = { KEYCLOAK_URL: url, KEYCLOAK_ADMIN_PASSWORD: 'password', CLIENT_SECRET: 'secret' }
  const files = [readFileSync(new URL('../realm.json', import.meta.url), 'utf8')]
  const applied = applyRealms({ config: readSettings(settings, env), files, apply: false, print: () => {} })
  await expect(applied).rejects.toThrow(`KEYCLOAK_URL: Keycloak does not respond at ${new URL(url).origin}`)
})
