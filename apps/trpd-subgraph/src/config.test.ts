import { generateSealingKeys } from '@travel-rule/database/seal'
import { readSettings } from '@travel-rule/service/settings'
import { expect, it } from 'vitest'
import { settings } from './config.ts'

const env = {
  TRPD_VASP_NAME: 'Example VASP',
  TRPD_DATABASE_URL: 'postgres://trpd@localhost/trpd',
  TRPD_SEALING_KEYS: generateSealingKeys(),
}

it('an entry of the limits of unverified senders, the deadlines or the delivery that is left out has its default', () => {
  const changed = { TRPD_UNVERIFIED_MAX: 'address=200,vasp=20', TRPD_DEADLINES: 'case=60', TRPD_DELIVERY: 'tries=3' }
  expect(readSettings(settings, { ...env, ...changed })).toMatchObject({
    unverifiedMax: { address: 200, travelAddress: 50, vasp: 20, total: 1_000 },
    deadlines: { inquiry: 86_400, confirmation: 604_800, proposal: 86_400, case: 60 },
    delivery: { timeout: 20, concurrent: 24, delay: 2, delayMax: 3_600, tries: 3, ttl: 86_400 },
  })
})

it('the time limit of a vendor that names none is 10 seconds for screening and 5 for an address', () => {
  const screening = {
    url: 'https://api.vendor.example/',
    secret: 'a key of the vendor',
    body: '{name}',
    hits: 'hits',
    name: 'name',
  }
  const attribution = { url: 'https://api.vendor.example', vendor: 'Vendor', body: '{address}', name: 'name' }
  const vendors = {
    TRPD_SCREENING_VENDOR: JSON.stringify(screening),
    TRPD_ATTRIBUTION_VENDOR: JSON.stringify(attribution),
  }
  expect(readSettings(settings, { ...env, ...vendors })).toMatchObject({
    screeningVendor: { ...screening, url: 'https://api.vendor.example', timeoutSeconds: 10 },
    attributionVendor: { ...attribution, timeoutSeconds: 5 },
  })
})

it.each([
  ['TRPD_UNVERIFIED_MAX', '1000', 'must be pairs'],
  ['TRPD_UNVERIFIED_MAX', 'address=0', 'address must be'],
  ['TRPD_UNVERIFIED_MAX', 'sender=5', 'must only name'],
  ['TRPD_DELIVERY', 'tries=1000', 'tries must be'],
  ['TRPD_MAIL', '{"url":"smtp://mail.example"}', 'from: '],
  ['TRPD_MAIL', '{"from":"desk@vasp.example"}', 'url: '],
  ['TRPD_SCREENING_VENDOR', '{"body":{"q":"{name}"},"hits":"hits","name":"caption"}', 'url: '],
  ['TRPD_SCREENING_VENDOR', '{"url":"vendor.example","body":{},"hits":"hits","name":"caption"}', 'url: must be a URL'],
  [
    'TRPD_ATTRIBUTION_VENDOR',
    '{"url":"https://a.example","secret":"x","vendor":"V","body":{},"name":"name"}',
    'secret: ',
  ],
  ['TRPD_ATTRIBUTION_VENDOR', '{', 'is not valid JSON'],
])('the settings of trpd refuse %s=%s and name the variable', (variable, value, problem) => {
  expect(() => readSettings(settings, { ...env, [variable]: value })).toThrow(`${variable}: ${problem}`)
})
