import { describe, expect, it } from 'vitest'
import {
  compareTrpVersions,
  downgradeTrpVersion,
  OWN_TRP_VERSION,
  parseTrpVersion,
  selectTrpVersion,
} from './trp-version.ts'

function speak(theirs: string | undefined, pinned?: string): string {
  const pin = pinned === undefined ? undefined : parseTrpVersion(pinned)
  const version = selectTrpVersion(pin?.ok ? pin.value : undefined, theirs)
  return version.ok ? version.value : version.refusal.code
}

describe('the version of a message', () => {
  it.each([
    ['2.1.0', '2.1.0'],
    ['2.1', '2.1.0'],
    ['3.0.0', '3.0.0'],
    ['3.1.0', '3.1.0'],
    ['3.2.1', '3.2.1'],
    [' 3.2.17 ', '3.2.17'],
  ])('%s is accepted', (text, version) => {
    expect(parseTrpVersion(text)).toEqual({ ok: true, value: version })
  })

  it.each([
    [undefined, 'TRP_VERSION_MISSING'],
    [' ', 'TRP_VERSION_MISSING'],
    ['1.0.0', 'TRP_VERSION_UNSUPPORTED'],
    ['2.0.9', 'TRP_VERSION_UNSUPPORTED'],
    ['3.3.0', 'TRP_VERSION_UNSUPPORTED'],
    ['4.0.0', 'TRP_VERSION_UNSUPPORTED'],
    ['3', 'TRP_VERSION_MALFORMED'],
    ['v3.2.1', 'TRP_VERSION_MALFORMED'],
    ['3.2.1-beta', 'TRP_VERSION_MALFORMED'],
    ['3.2.1.0', 'TRP_VERSION_MALFORMED'],
    ['3.2.99999', 'TRP_VERSION_MALFORMED'],
    ['-3.2.1', 'TRP_VERSION_MALFORMED'],
  ])('%s is refused with %s', (text, code) => {
    expect(parseTrpVersion(text)).toMatchObject({ ok: false, refusal: { code } })
  })
})

describe('the version to use', () => {
  it.each([
    [undefined, '3.2.1'],
    ['3.1.0', '3.1.0'],
    ['3.2.0', '3.2.0'],
    ['3.2.9', '3.2.1'],
    ['3.3.0', '3.2.1'],
    ['9.0.0', '3.2.1'],
    ['1.0.0', 'TRP_VERSION_UNSUPPORTED'],
    ['nonsense', 'TRP_VERSION_MALFORMED'],
  ])('with a counterparty that reports %s is %s', (theirs, version) => {
    expect(speak(theirs)).toBe(version)
  })

  it('the version to use is the one pinned in the wire profile', () => {
    expect(speak('3.2.1', '3.1.0')).toBe('3.1.0')
  })

  it('the version to use is downgraded step by step until none is left', () => {
    const second = downgradeTrpVersion(OWN_TRP_VERSION)
    expect(second).toBe('3.1.0')
    expect(second && downgradeTrpVersion(second)).toBeUndefined()
    expect(second && compareTrpVersions(second, OWN_TRP_VERSION)).toBeLessThan(0)
  })
})
