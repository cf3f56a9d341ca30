import { generateSealingKeys } from '@travel-rule/database/seal'
import { readSettings } from '@travel-rule/service/settings'
import { expect, it } from 'vitest'
import { settings } from './config.ts'

const env = {
  AOPD_PUBLIC_URL: 'https://proofs.example/',
  AOPD_VASP_NAME: ' Example VASP ',
  AOPD_DATABASE_URL: 'postgres://aopd@localhost/aopd',
  AOPD_SEALING_KEYS: generateSealingKeys(),
}

it('the settings of aopd require only those without a sensible default', () => {
  expect(readSettings(settings, env)).toMatchObject({
    port: 4002,
    aoppPort: 4102,
    publicUrl: 'https://proofs.example',
    vaspName: 'Example VASP',
    assertionJwksUrl: 'http://127.0.0.1:4010/.well-known/jwks.json',
    feedJwksUrl: 'http://127.0.0.1:4003/.well-known/jwks.json',
  })
})

it.each([
  ['AOPD_SEALING_KEYS', 'k:c2hvcnQ='],
  ['AOPD_RETENTION_PERIODS', '['],
  ['AOPD_VASP_NAME', ' '],
  ['AOPD_VASP_NAME', '銀行'],
  ['AOPD_PUBLIC_URL', 'proofs.example'],
])('the settings of aopd refuse %s=%s and name the variable', (variable, value) => {
  expect(() => readSettings(settings, { ...env, [variable]: value })).toThrow(new RegExp(`^${variable}: must`))
})
