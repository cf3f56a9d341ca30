import { describe, expect, test } from 'vitest'
import { demoCommand, isSet, readConfig } from './config.ts'
import { portsInUse } from './ports.ts'

const portsOf = (env: NodeJS.ProcessEnv) => portsInUse(readConfig(env), { demo: true, externalIssuer: false })

test.each([
  ['rates=localhost:4005', 'JOINED_SUBGRAPHS: must have http(s) URLs'],
  ['trpd=http://127.0.0.1:1/graphql', 'JOINED_SUBGRAPHS: must not name trpd, aopd, autod'],
])('JOINED_SUBGRAPHS=%s is refused', (value, message) => {
  expect(() => readConfig({ JOINED_SUBGRAPHS: value })).toThrow(message)
})

describe('PORT_BASE', () => {
  test('PORT_BASE moves every port of a node by the same offset', () => {
    const moved = Object.entries(portsOf({})).map(([variable, port]) => [variable, port + 1000])
    expect(portsOf({ PORT_BASE: '5000' })).toEqual(Object.fromEntries(moved))
    expect(portsOf({ PORT_BASE: '5000' })).toMatchObject({
      GATEWAY_PORT: 5000,
      GATEWAY_INTERNAL_PORT: 5010,
      TRPD_PORT: 5001,
      TRPD_TRP_PORT: 5101,
      COUNTERPARTY_PORT: 5201,
    })
  })

  test('PORT_BASE does not move a port that has its own setting', () => {
    const ports = portsOf({ PORT_BASE: '5000', TRPD_PORT: '7001' })
    expect(ports).toEqual({ ...portsOf({ PORT_BASE: '5000' }), TRPD_PORT: 7001 })
  })

  test('PORT_BASE gives a second node in the same checkout its own data folder', () => {
    expect(readConfig({}).dataDir).toMatch(/\/\.data$/)
    expect(readConfig({ PORT_BASE: '5000' }).dataDir).toMatch(/\/\.data-5000$/)
    expect(readConfig({ PORT_BASE: '5000', DATA_DIR: '/data' }).dataDir).toBe('/data')
  })

  test.each(['0', '65335', 'many', '-1'])(
    'PORT_BASE=%s is refused, and reported together with every other problem',
    (base) => {
      expect(() => readConfig({ PORT_BASE: base, TRPD_PORT: 'x' })).toThrow(
        /^PORT_BASE: must be a port number.*\nTRPD_PORT: must be a port number/,
      )
    },
  )

  test('the highest PORT_BASE is 65334, so that every port is below 65536', () => {
    expect(Math.max(...Object.values(portsOf({ PORT_BASE: '65334' })))).toBe(65_535)
  })
})

test.each([
  [{}, 'npm run demo'],
  [{ PORT_BASE: '5000' }, 'PORT_BASE=5000 npm run demo'],
  [{ PORT_BASE: '5000', DATA_DIR: "/it's here" }, "DATA_DIR='/it'\\''s here' npm run demo"],
])('in the environment %j, the demo of the node is started by: %s', (env, command) => {
  expect(demoCommand(readConfig(env))).toBe(command)
})

test.each([
  [{ X: '1' }, true],
  [{ X_FILE: '/x' }, true],
  [{ X: '', X_FILE: '' }, false],
  [{}, false],
])('in the environment %j, X is set: %s', (env, expected) => {
  expect(isSet(env, 'X')).toBe(expected)
})
