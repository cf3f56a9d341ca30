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
  const environments = await environmentsOf({ GATEWAY_OIDC_AUDIENCE: 'bank' }, externalIssuer)
  expect(environments.gateway).toMatchObject({ GATEWAY_OIDC_AUDIENCE: audience })
})

test('an operator who exposes a node exposes its gateway, and no other port', async () => {
  const environments = await environmentsOf({ PUBLIC_HOST: '0.0.0.0', INTERNAL_HOST: '0.0.0.0' }, false)
  expect(environments.gateway).toMatchObject({ PUBLIC_HOST: '0.0.0.0', INTERNAL_HOST: '127.0.0.1' })
  for (const name of ['trpd', 'aopd', 'autod']) {
    expect(environments[name], name).toMatchObject({ PUBLIC_HOST: '127.0.0.1', INTERNAL_HOST: '127.0.0.1' })
  }
})

/** The environment of each part, by its name. */
async function environmentsOf(
  env: NodeJS.ProcessEnv,
  externalIssuer: boolean,
): Promise<Record<string, NodeJS.ProcessEnv>> {
  const folder = await mkdtemp(join(tmpdir(), 'parts '))
  onTestFinished(() => rm(folder, { recursive: true }))
  const databaseUrls = { trpd: 'postgres://t', aopd: 'postgres://a', autod: 'postgres://u', autodOwner: 'postgres://o' }
  const secrets = await openSecrets(folder)
  const config = readConfig({})
  const parts = partsOf({ config, dataDir: folder, secrets, databaseUrls, demo: false, externalIssuer })
  return Object.fromEntries(parts.map((part) => [part.name, partEnvironment(part, env, folder)]))
}
