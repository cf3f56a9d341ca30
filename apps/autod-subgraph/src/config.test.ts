import { generateAssertionKeys } from '@travel-rule/auth/generate-keys'
import { generateSealingKeys } from '@travel-rule/database/seal'
import { readSettings } from '@travel-rule/service/settings'
import { describe, expect, it } from 'vitest'
import { settings } from './config.ts'

const needed = async () => ({
  AUTOD_DATABASE_URL: 'postgres://autod@localhost/autod',
  AUTOD_SIGNING_KEYS: JSON.stringify(await generateAssertionKeys()),
  AUTOD_SEALING_KEYS: generateSealingKeys(),
})

describe('the settings of autod', () => {
  it('the settings of autod require only a database, signing keys and sealing keys', async () => {
    expect(() => readSettings(settings, {})).toThrow(
      /AUTOD_DATABASE_URL[\s\S]*AUTOD_SIGNING_KEYS[\s\S]*AUTOD_SEALING_KEYS/,
    )
    expect(() => readSettings(settings, { AUTOD_SEALING_KEYS: 'k:c2hvcnQ=' })).toThrow('AUTOD_SEALING_KEYS')
    expect(readSettings(settings, await needed())).toMatchObject({
      port: 4003,
      feeds: [
        { source: 'trpd', url: 'http://127.0.0.1:4001/events' },
        { source: 'aopd', url: 'http://127.0.0.1:4002/events' },
      ],
    })
  })

  it.each(['trpd', 'trpd=ftp://x', 'autod=http://x/events', 'TRPD!=http://x/events'])(
    'the settings of autod refuse the feeds "%s"',
    async (feeds) => {
      const env = { ...(await needed()), AUTOD_FEEDS: feeds }
      expect(() => readSettings(settings, env)).toThrow('AUTOD_FEEDS')
    },
  )

  it.each(['{}', 'secret', '{"keys":[]}', '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"public-only"}]}'])(
    'the settings of autod refuse the signing keys %s without showing them',
    async (keys) => {
      const env = { ...(await needed()), AUTOD_SIGNING_KEYS: keys }
      expect(() => readSettings(settings, env)).toThrow(/^AUTOD_SIGNING_KEYS: must be a JWK set, [\s\S]*keys$/)
    },
  )
})
