import { describe, expect, test } from 'vitest'
import { type Part, partEnvironment } from './parts.ts'

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
