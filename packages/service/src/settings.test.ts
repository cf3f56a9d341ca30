import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  addressesSetting,
  booleanSetting,
  bytesSetting,
  databaseUrlSetting,
  defineSettings,
  issuerSetting,
  listSetting,
  logLevelSetting,
  mapSetting,
  type Parsed,
  partsSetting,
  portSetting,
  readSettings,
  SettingsError,
  secondsSetting,
  urlSetting,
} from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'settings '))
afterAll(() => rmSync(folder, { recursive: true }))

const settings = defineSettings({
  port: { variable: 'SHOP_PORT', schema: portSetting, default: '4001', description: 'Where to listen.' },
  databaseUrl: {
    variable: 'SHOP_DATABASE_URL',
    schema: databaseUrlSetting,
    description: 'Where the data is.',
    secret: true,
    example: 'postgres://shop@localhost/shop',
  },
  motto: { variable: 'SHOP_MOTTO', schema: z.string().optional(), description: 'Shown to visitors.' },
})

const partsOfDay = partsSetting('hours=8,seconds=60', { hours: portSetting, seconds: secondsSetting })

const url = 'postgres://shop:hunter2@localhost/shop'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(settings, env)
    return []
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError)
    return (error as SettingsError).problems
  }
}

describe('reading', () => {
  test('values are converted, defaults used, and absent optional values omitted', () => {
    const config = readSettings(settings, { SHOP_DATABASE_URL: url })
    expect(config).toEqual({ port: 4001, databaseUrl: url, motto: undefined })
    expectTypeOf(config).toEqualTypeOf<Parsed<typeof settings>>()
    expectTypeOf(config.port).toEqualTypeOf<number>()
    expectTypeOf(config.motto).toEqualTypeOf<string | undefined>()
  })

  test('an empty variable counts as absent', () => {
    expect(readSettings(settings, { SHOP_DATABASE_URL: url, SHOP_PORT: '' }).port).toBe(4001)
  })

  test('one error lists every problem by the name of its variable', () => {
    expect(problemsOf({ SHOP_PORT: 'abc' })).toEqual([
      'SHOP_PORT: must be a port number from 0 to 65535, not "abc"',
      'SHOP_DATABASE_URL: required, but not set. Where the data is.',
    ])
  })

  test('secrets are never printed', () => {
    expect(problemsOf({ SHOP_DATABASE_URL: 'mysql://shop:hunter2@localhost' })).toEqual([
      'SHOP_DATABASE_URL: must be a URL that starts with postgres:// or postgresql://',
    ])
    const telltale = defineSettings({
      key: {
        variable: 'SHOP_KEY',
        schema: z.string().refine(() => false, { error: ({ input }) => `bad key ${String(input)}` }),
        description: 'A key.',
        secret: true,
      },
    })
    expect(() => readSettings(telltale, { SHOP_KEY: 'hunter2' })).toThrow(/^SHOP_KEY: not valid/)
  })
})

test('a variable whose value belongs to another setting now is refused, also as a file', () => {
  const renamed = defineSettings({
    door: { variable: 'SHOP_DOOR', schema: z.string().optional(), formerly: ['SHOP_GATE'], description: 'The door.' },
  })
  const refusal = 'SHOP_DOOR: replaces SHOP_GATE, which is still set: docs/upgrading.md says how'
  expect(() => readSettings(renamed, { SHOP_GATE: 'red' })).toThrow(refusal)
  expect(() => readSettings(renamed, { SHOP_GATE_FILE: '/run/gate', SHOP_DOOR: 'red' })).toThrow(refusal)
  expect(readSettings(renamed, { SHOP_GATE: '', SHOP_DOOR: 'red' })).toEqual({ door: 'red' })
})

describe('values in files', () => {
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  test('a variable ending in _FILE names the file that contains the value, without its last line break', () => {
    const path = write('url', `${url}\n`)
    expect(readSettings(settings, { SHOP_DATABASE_URL_FILE: path }).databaseUrl).toBe(url)
  })

  test.each([
    ['a variable set twice', () => ({ SHOP_DATABASE_URL: url, SHOP_DATABASE_URL_FILE: write('a', url) }), /set twice/],
    ['no such file', () => ({ SHOP_DATABASE_URL_FILE: join(folder, 'none') }), /no such file .*none/],
    ['a folder', () => ({ SHOP_DATABASE_URL_FILE: folder }), /it is a directory/],
    ['an empty file', () => ({ SHOP_DATABASE_URL_FILE: write('empty', '\n') }), /is empty/],
    ['a huge file', () => ({ SHOP_DATABASE_URL_FILE: write('huge', 'x'.repeat(1_000_001)) }), /longer than 1 MB/],
    ['a wrong value', () => ({ SHOP_DATABASE_URL_FILE: write('wrong', 'mysql://hunter2') }), /must be a URL/],
  ])('%s is a problem', (_name, env, problem) => {
    const [first, ...more] = problemsOf(env() as unknown as Record<string, string>)
    expect(first).toMatch(problem)
    expect(first).not.toContain('hunter2')
    expect(more).toEqual([])
  })
})

describe('descriptions', () => {
  test('the descriptions of settings can be iterated to write documentation', () => {
    expect([...settings]).toEqual([
      expect.objectContaining({ variable: 'SHOP_PORT', default: '4001', secret: false, required: false }),
      expect.objectContaining({
        variable: 'SHOP_DATABASE_URL',
        secret: true,
        required: true,
        example: expect.any(String),
      }),
      expect.objectContaining({ key: 'motto', description: 'Shown to visitors.', required: false }),
    ])
  })

  test.each([
    ['an invalid variable name', { a: { variable: 'shop-port', schema: z.string(), description: '' } }],
    ['a default that its schema refuses', { a: { variable: 'A', schema: portSetting, description: '', default: 'x' } }],
    [
      'a name twice',
      {
        a: { variable: 'A', schema: z.string(), description: '' },
        b: { variable: 'A', schema: z.string(), description: '' },
      },
    ],
  ])('%s is a mistake in a description of settings', (_name, wrong) => {
    expect(() => defineSettings(wrong)).toThrow()
  })
})

describe('schemas', () => {
  test.each([
    [portSetting, '0', 0],
    [portSetting, '65535', 65_535],
    [secondsSetting, '3600', 3_600],
    [bytesSetting, '500000', 500_000],
    [bytesSetting, '2 MB', 2_000_000],
    [bytesSetting, '2MiB', 2_097_152],
    [booleanSetting, 'Yes', true],
    [booleanSetting, '0', false],
    [urlSetting, 'https://shop.example/base/', 'https://shop.example/base'],
    [urlSetting, ' https://shop.example ', 'https://shop.example'],
    [issuerSetting, 'https://tenant.example/', 'https://tenant.example/'],
    [listSetting, 'a, b', ['a', 'b']],
    [addressesSetting, '10.0.0.7, 10.1.0.0/16,fd00::/8', ['10.0.0.7', '10.1.0.0/16', 'fd00::/8']],
    [mapSetting, 'a=http://x/?y=z, b=2', { a: 'http://x/?y=z', b: '2' }],
    [mapSetting, '__proto__=x', JSON.parse('{"__proto__":"x"}')],
    [partsOfDay, 'seconds=5', { hours: 8, seconds: 5 }],
    [logLevelSetting, 'debug', 'debug'],
    [databaseUrlSetting, 'postgresql://a/b', 'postgresql://a/b'],
  ] as const)('%# accepts %s %s', (schema, text, value) => {
    expect(Object.assign({}, { value: schema.parse(text) })).toEqual({ value })
  })

  test.each([
    [portSetting, ['65536', '-1', '1.5', '1e3', ' ', '0x10']],
    [secondsSetting, ['-1', '1.5', '1h', '999999999999']],
    [bytesSetting, ['-1', '1.5 MB', '1 XB', 'MB', '9999999999999']],
    [booleanSetting, ['maybe', 'toString', '2']],
    [urlSetting, ['shop.example', 'ftp://shop.example', 'https://a:b@shop.example', 'https://a/?b', 'https://a/#b']],
    [issuerSetting, ['tenant.example', 'https://a:b@tenant.example', 'https://tenant.example/?a']],
    [listSetting, ['a,,b', ',']],
    [addressesSetting, ['proxy.example', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/', 'fd00::/129', '10.0.0.1,']],
    [mapSetting, ['a', 'a=', '=b', 'a=1,a=2', 'a=1,']],
    [partsOfDay, ['5', 'minutes=5', 'hours=-1', '__proto__=5']],
    [logLevelSetting, ['loud']],
    [databaseUrlSetting, ['mysql://a', 'postgres://']],
  ])('%# refuses what it should', (schema, texts) => {
    for (const text of texts) expect([text, schema.safeParse(text).success]).toEqual([text, false])
  })

  test('a setting of several parts reports every wrong one', () => {
    const messages = partsOfDay.safeParse('hours=-1,seconds=soon,minutes=5').error?.issues.map(({ message }) => message)
    expect(messages).toEqual([
      'hours must be a port number from 0 to 65535',
      'seconds must be a whole number of seconds',
      'must only name hours, seconds',
    ])
  })

  test('any map of plain names and values round-trips', () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,8}$/)
    fc.assert(
      fc.property(fc.dictionary(word, word, { minKeys: 1 }), (map) => {
        const text = Object.entries(map)
          .map(([name, value]) => `${name}=${value}`)
          .join(',')
        expect({ ...mapSetting.parse(text) }).toEqual({ ...map })
      }),
    )
  })
})
