import { describe, expect, test } from 'vitest'
import { isGiven, partEnvironment } from './part-environment.ts'
import type { Part } from './parts.ts'

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
  test('holds its own settings and its ports', () => {
    expect(partEnvironment(part, {}, '/data')).toMatchObject({ ...part.env, ...part.fixedEnv, TRPD_PORT: '5001' })
  })

  test('lets what the operator gives win, but not for what the node relies on', () => {
    const given = { TRPD_VASP_NAME: 'Real VASP', TRPD_PORT: '1', TRPD_DATA_FILE: '/elsewhere' }
    const env = partEnvironment(part, given, '/data')
    expect(env).toMatchObject({
      TRPD_VASP_NAME: 'Real VASP',
      TRPD_SEALING_KEYS: 'own',
      ...part.fixedEnv,
      TRPD_PORT: '5001',
    })
  })

  test('gives no setting twice that the operator gives as a file', () => {
    const env = partEnvironment(part, { TRPD_SEALING_KEYS_FILE: '/run/keys', TRPD_PORT_FILE: '/run/port' }, '/data')
    expect(env).toMatchObject({ TRPD_SEALING_KEYS_FILE: '/run/keys', TRPD_PORT: '5001' })
    expect(env).not.toHaveProperty('TRPD_SEALING_KEYS')
    expect(env).not.toHaveProperty('TRPD_PORT_FILE')
  })

  test('leaves out empty variables and those of npm', () => {
    const env = partEnvironment(part, { TRPD_VASP_NAME: '', npm_config_cache: '/c' }, '/data')
    expect(env).toMatchObject({ TRPD_VASP_NAME: 'Example VASP' })
    expect(env).not.toHaveProperty('npm_config_cache')
  })
})

test.each([
  [{ X: '1' }, true],
  [{ X_FILE: '/x' }, true],
  [{ X: '', X_FILE: '' }, false],
  [{}, false],
])('isGiven of X in %j is %s', (env, expected) => {
  expect(isGiven(env, 'X')).toBe(expected)
})
