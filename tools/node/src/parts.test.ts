import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { openSecrets } from './data-folder.ts'
import { type Part, partEnvironment, partsOf } from './parts.ts'

const part: Part = {
  name: 'trpd',
  title: 'trpd subgraph',
  entry: 'main.ts',
  stopOrder: 2,
  env: { TRPD_VASP_NAME: 'Example VASP', TRPD_SEALING_KEYS: 'own' },
  fixedEnv: { TRPD_DATA_FILE: '/data/trpd.json' },
  ports: { TRPD_PORT: 5001 },
}

describe('the environment of a part', () => {
  test('the environment of a part contains its settings and ports', () => {
    expect(partEnvironment(part, {}, '/data')).toMatchObject({ ...part.env, ...part.fixedEnv, TRPD_PORT: '5001' })
  })

  test('the operator overrides the environment of a part, except for fixed settings and ports', () => {
    const operator = { TRPD_VASP_NAME: 'Real VASP', TRPD_PORT: '1', TRPD_DATA_FILE: '/elsewhere' }
    const env = partEnvironment(part, operator, '/data')
    expect(env).toMatchObject({
      TRPD_VASP_NAME: 'Real VASP',
      TRPD_SEALING_KEYS: 'own',
      ...part.fixedEnv,
      TRPD_PORT: '5001',
    })
  })

  test('the environment of a part omits a setting that the operator sets by a file', () => {
    const env = partEnvironment(part, { TRPD_SEALING_KEYS_FILE: '/run/keys', TRPD_PORT_FILE: '/run/port' }, '/data')
    expect(env).toMatchObject({ TRPD_SEALING_KEYS_FILE: '/run/keys', TRPD_PORT: '5001' })
    expect(env).not.toHaveProperty('TRPD_SEALING_KEYS')
    expect(env).not.toHaveProperty('TRPD_PORT_FILE')
  })

  test('the environment of a part omits empty variables and those of npm', () => {
    const env = partEnvironment(part, { TRPD_VASP_NAME: '', npm_config_cache: '/c' }, '/data')
    expect(env).toMatchObject({ TRPD_VASP_NAME: 'Example VASP' })
    expect(env).not.toHaveProperty('npm_config_cache')
  })
})

test.each([
  ['the embedded provider issues tokens for one audience, which the operator cannot change', false, 'travel-rule'],
  ['the audience of another provider is set by the operator', true, 'bank'],
])('%s', async (_title, externalIssuer, audience) => {
  const folder = await mkdtemp(join(tmpdir(), 'parts '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const databaseUrls = { trpd: 'postgres://t', aopd: 'postgres://a', autod: 'postgres://u', autodOwner: 'postgres://o' }
  const config = readConfig({})
  const options = {
    config,
    dataDir: folder,
    secrets: await openSecrets(folder),
    databaseUrls,
    demo: false,
    externalIssuer,
  }
  const gateway = partsOf(options).find(({ name }) => name === 'gateway')
  if (gateway === undefined) throw new Error('there is no gateway')
  expect(partEnvironment(gateway, { GATEWAY_OIDC_AUDIENCE: 'bank' }, folder)).toMatchObject({
    GATEWAY_OIDC_AUDIENCE: audience,
  })
})
