import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHECK_NAMES, type CheckName, type CheckVerdict } from '../../checks/domain/check.ts'
import { type Finding, mayDo, type ReleaseFacts } from './may-do.ts'
import { ACTS, type Act, BUILT_IN_POLICIES, parseStops, releasePolicyOf, type Stop } from './release-policy.ts'

const bare = releasePolicyOf({ jurisdiction: undefined, isScreened: false, own: [] })
const screened = releasePolicyOf({ jurisdiction: undefined, isScreened: true, own: [] })
const eu = releasePolicyOf({ jurisdiction: 'EU', isScreened: true, own: [] })

const facts: ReleaseFacts = {
  direction: 'SENT',
  channel: 'TRP',
  status: 'APPROVED',
  holds: [],
  isOnHold: false,
  findings: new Map(),
  isChecked: true,
  lists: [],
  accepted: new Map(),
  personsNeeded: 1,
}

/** The status in which each act can be done. */
const READY: Readonly<Record<Act, Partial<ReleaseFacts>>> = {
  SEND: { direction: 'SENT', status: 'PENDING', unsent: 'INQUIRY' },
  APPROVE: { direction: 'RECEIVED', status: 'PENDING' },
  PAY: { direction: 'SENT', status: 'APPROVED' },
  CREDIT: { direction: 'RECEIVED', status: 'CONFIRMED' },
  REPORT: { direction: 'SENT', status: 'CONFIRMED' },
}
const GATED = ['SEND', 'APPROVE', 'PAY', 'CREDIT'] as const

function found(check: CheckName, verdict: CheckVerdict, isCurrent = true): Pick<ReleaseFacts, 'findings'> {
  const finding: Finding = { verdict, isCurrent, ...(verdict === 'PASS' ? {} : { id: `${check} ${verdict}` }) }
  return { findings: new Map([[check, finding]]) }
}

describe('the release policy of a node without a jurisdiction and without lists', () => {
  it.each(ACTS)('a node without a jurisdiction and lists allows %s without any check', (act) => {
    expect(mayDo(act, { ...facts, ...READY[act], isChecked: false }, bare)).toBe('MAY')
  })

  it.each(GATED)(
    'a node without a jurisdiction and lists still stops %s after a hit of an earlier screening',
    (act) => {
      const hit = found('SCREENING', 'FAIL', false)
      expect(mayDo(act, { ...facts, ...READY[act], ...hit }, bare)).toMatchObject([{ code: 'FINDING_OPEN' }])
    },
  )

  it('the policy of a node without a jurisdiction and lists says that it requires nothing', () => {
    expect([bare.requiresNothing, screened.requiresNothing, eu.requiresNothing]).toEqual([true, false, false])
  })
})

describe('where screening is set up', () => {
  it.each(GATED)('%s waits until the current data has been screened', (act) => {
    const ready = { ...facts, ...READY[act] }
    const missing = [{ code: 'CHECK_NOT_RUN', check: 'SCREENING', remedy: 'WAIT' }]
    expect(mayDo(act, ready, screened)).toEqual(missing)
    expect(mayDo(act, { ...ready, ...found('SCREENING', 'PASS', false) }, screened)).toMatchObject(missing)
    expect(mayDo(act, { ...ready, ...found('SCREENING', 'PASS') }, screened)).toBe('MAY')
  })

  it('a possible match alone stops nothing, unless the operator adds a stop', () => {
    const warned = { ...facts, ...found('SCREENING', 'WARN') }
    expect(mayDo('PAY', warned, screened)).toBe('MAY')
    const own: Stop[] = [{ check: 'SCREENING', verdicts: ['WARN'], acts: ['PAY'] }]
    const tightened = releasePolicyOf({ jurisdiction: undefined, isScreened: true, own })
    expect(mayDo('PAY', warned, tightened)).toMatchObject([{ code: 'FINDING_OPEN', verdict: 'WARN' }])
  })

  it('a missing or outdated list stops everything until a person accepts what was found without it', () => {
    const lists = [{ name: 'UN', state: 'OUTDATED' }] as const
    const passed = { ...facts, ...found('SCREENING', 'PASS'), lists }
    expect(mayDo('PAY', passed, screened)).toMatchObject([{ code: 'SCREENING_LIST_OUTDATED', list: 'UN' }])
    const gap = { ...facts, ...found('SCREENING', 'UNKNOWN'), lists }
    expect(mayDo('PAY', { ...gap, accepted: new Map([['SCREENING UNKNOWN', 1]]) }, screened)).toBe('MAY')
  })

  it('the hash of a payment that was already made is sent, unless the operator withholds it', () => {
    const hit = { ...facts, ...READY.REPORT, ...found('SCREENING', 'FAIL'), isOnHold: true }
    expect(mayDo('REPORT', hit, screened)).toBe('MAY')
    const own: Stop[] = [{ check: 'SCREENING', verdicts: ['FAIL'], acts: ['REPORT'] }]
    const strict = releasePolicyOf({ jurisdiction: undefined, isScreened: true, own })
    expect(mayDo('REPORT', hit, strict)).toMatchObject([{ code: 'FINDING_OPEN' }])
  })
})

describe('a finding', () => {
  const hit = { ...facts, ...found('SCREENING', 'FAIL') }

  it('a finding is accepted by its id, so another finding remains open', () => {
    expect(mayDo('PAY', { ...hit, accepted: new Map([['SCREENING FAIL', 1]]) }, screened)).toBe('MAY')
    expect(mayDo('PAY', { ...hit, accepted: new Map([['another', 1]]) }, screened)).toMatchObject([
      { code: 'FINDING_OPEN', finding: 'SCREENING FAIL', remedy: 'ACCEPT_FINDING' },
    ])
  })

  it('a finding needs two persons above the four-eyes limit', () => {
    const large = { ...hit, personsNeeded: 2 }
    const by = (persons: number) =>
      mayDo('PAY', { ...large, accepted: new Map([['SCREENING FAIL', persons]]) }, screened)
    expect(by(1)).toMatchObject([{ code: 'FINDING_NEEDS_SECOND_PERSON' }])
    expect(by(2)).toBe('MAY')
  })

  it('an accepted finding counts only as long as the data is unchanged', () => {
    const accepted = new Map([['SCREENING FAIL', 1]])
    expect(mayDo('PAY', { ...facts, ...found('SCREENING', 'FAIL', false), accepted }, screened)).toMatchObject([
      { code: 'CHECK_NOT_RUN' },
    ])
  })

  it('a check that does not apply is not required', () => {
    const passed = { findings: new Map([...found('SCREENING', 'PASS').findings]) }
    expect(mayDo('PAY', { ...facts, ...passed }, eu)).toBe('MAY')
    expect(mayDo('PAY', { ...facts, ...passed, isChecked: false }, eu)).toMatchObject([
      { check: 'IVMS101_COMPLETENESS', code: 'CHECK_NOT_RUN' },
      { check: 'OWNERSHIP_PROOF', code: 'CHECK_NOT_RUN' },
    ])
  })
})

describe('the status', () => {
  it.each([
    ['PAY', { direction: 'RECEIVED' }, 'TRANSACTION_WRONG_DIRECTION'],
    ['CREDIT', { direction: 'SENT' }, 'TRANSACTION_WRONG_DIRECTION'],
    ['PAY', { status: 'PENDING' }, 'TRANSACTION_WRONG_STATUS'],
    ['PAY', { status: 'CONFIRMED' }, 'TRANSACTION_WRONG_STATUS'],
    ['SEND', { status: 'PENDING' }, 'TRANSACTION_WRONG_STATUS'],
    ['SEND', { status: 'BLOCKED', holds: ['VASP_NOT_TRUSTED'] }, 'VASP_NOT_TRUSTED'],
    ['PAY', { isOnHold: true }, 'CASE_ON_HOLD'],
  ] as const)('the status does not allow %s with %j', (act, change, code) => {
    expect(mayDo(act, { ...facts, ...change }, bare)).toMatchObject([{ code }])
  })
})

const anyVerdict = fc.constantFrom<CheckVerdict>('PASS', 'WARN', 'FAIL', 'UNKNOWN')
const anyFinding = fc.record({ verdict: anyVerdict, isCurrent: fc.boolean(), accepted: fc.nat(2) })
const anyFindings = fc.dictionary(fc.constantFrom(...CHECK_NAMES), anyFinding) as fc.Arbitrary<
  Partial<Record<CheckName, { verdict: CheckVerdict; isCurrent: boolean; accepted: number }>>
>
const anyStop = fc.record({
  check: fc.constantFrom(...CHECK_NAMES),
  verdicts: fc.subarray(['WARN', 'FAIL', 'UNKNOWN'] as const, { minLength: 1 }),
  acts: fc.subarray([...ACTS], { minLength: 1 }),
})

it('no act passes an unaccepted finding that stops it, and an additional stop never allows more', () => {
  const anyFacts = fc.record({
    act: fc.constantFrom(...GATED),
    found: anyFindings,
    personsNeeded: fc.constantFrom(1, 2),
    jurisdiction: fc.constantFrom(undefined, ...BUILT_IN_POLICIES.jurisdictions.map(({ code }) => code)),
    own: fc.array(anyStop, { maxLength: 3 }),
    more: anyStop,
  })
  fc.assert(
    fc.property(anyFacts, ({ act, found: all, personsNeeded, jurisdiction, own, more }) => {
      const entries = Object.entries(all) as [CheckName, NonNullable<(typeof all)[CheckName]>][]
      const findings = new Map(
        entries.map(([check, { verdict, isCurrent }]) => [check, { verdict, isCurrent, id: check }] as const),
      )
      const accepted = new Map(entries.map(([check, finding]) => [check, finding.accepted] as const))
      const known = { ...facts, ...READY[act], findings, accepted, personsNeeded }
      const policy = releasePolicyOf({ jurisdiction, isScreened: true, own })
      const isAllowed = mayDo(act, known, policy) === 'MAY'
      const isOpen = policy.stops.some(({ check, verdicts, acts }) => {
        const finding = all[check]
        if (!acts.includes(act) || finding === undefined || finding.accepted >= personsNeeded) return false
        return verdicts.some((verdict) => verdict === finding.verdict)
      })
      if (isOpen) expect(isAllowed).toBe(false)
      const tightened = releasePolicyOf({ jurisdiction, isScreened: true, own: [...own, more] })
      if (!isAllowed) expect(mayDo(act, known, tightened)).not.toBe('MAY')
    }),
    { seed: 1 },
  )
})

describe('the stops of an operator', () => {
  it('stops of an operator are read from JSON', () => {
    const text = '[{"check":"SCREENING","verdicts":["WARN"],"acts":["PAY"]}]'
    expect(parseStops(text)).toMatchObject({ ok: true, value: [{ check: 'SCREENING' }] })
  })

  it.each([
    ['no JSON', '{'],
    ['an unknown check', '[{"check":"NOTHING","verdicts":["WARN"],"acts":["PAY"]}]'],
    ['an act that is none', '[{"check":"SCREENING","verdicts":["WARN"],"acts":["CONFIRM"]}]'],
    ['PASS as a verdict', '[{"check":"SCREENING","verdicts":["PASS"],"acts":["PAY"]}]'],
    ['an unknown field', '[{"check":"SCREENING","verdicts":["WARN"],"acts":["PAY"],"except":[]}]'],
  ])('stops of an operator with %s are refused', (_case, text) => {
    expect(parseStops(text)).toMatchObject({ ok: false, refusal: { code: 'RELEASE_POLICY_INVALID' } })
  })
})
