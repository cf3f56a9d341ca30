import { describe, expect, it } from 'vitest'
import type { DueDiligence } from '../../due-diligence/domain/due-diligence.ts'
import { checkFacts } from '../../testing/example-facts.ts'
import { at, later } from '../../testing/example-transfers.ts'
import { vaspDueDiligence } from './vasp-due-diligence.ts'

const complete: DueDiligence = {
  id: 'r',
  licence: 'ACTIVE',
  leiEntityStatus: 'ACTIVE',
  leiRegistrationStatus: 'ISSUED',
  reviewedAt: at.toISOString(),
  nextReviewAt: later.toISOString(),
  recordedBy: 'officer-1',
  recordedAt: at.toISOString(),
}

function judge(change: Partial<DueDiligence>, now = at) {
  const { vasp, ...facts } = checkFacts({ at: now })
  return vaspDueDiligence.judge({
    ...facts,
    ...(vasp && { vasp: { ...vasp, dueDiligence: { ...complete, ...change } } }),
  })
}

describe('the due diligence about a VASP', () => {
  it.each<[string, Partial<DueDiligence>, string]>([
    ['that is complete and recent', {}, 'PASS'],
    ['that needs no licence', { licence: 'NOT_REQUIRED' }, 'PASS'],
    ['whose licence is suspended', { licence: 'SUSPENDED' }, 'FAIL'],
    ['whose licence is revoked', { licence: 'REVOKED' }, 'FAIL'],
    ['without a licence', { licence: 'NONE' }, 'FAIL'],
    ['whose LEI moves to another issuer', { leiRegistrationStatus: 'PENDING_TRANSFER' }, 'PASS'],
    ['whose LEI has lapsed', { leiRegistrationStatus: 'LAPSED' }, 'WARN'],
    ['whose LEI is annulled', { leiRegistrationStatus: 'ANNULLED' }, 'FAIL'],
    ['whose entity is inactive', { leiEntityStatus: 'INACTIVE', leiRegistrationStatus: 'LAPSED' }, 'FAIL'],
    ['whose LEI has a status that we do not know', { leiRegistrationStatus: 'NEW_STATUS' }, 'UNKNOWN'],
    ['whose entity has a status that we do not know', { leiEntityStatus: 'NULL' }, 'UNKNOWN'],
    [
      'whose LEI has lapsed and whose licence is revoked',
      { leiRegistrationStatus: 'LAPSED', licence: 'REVOKED' },
      'FAIL',
    ],
  ])('%s', (_case, change, verdict) => {
    expect(judge(change)).toMatchObject({ verdict })
  })

  it('due diligence is a WARN from the moment a review is due', () => {
    expect(judge({}, new Date(later.getTime() - 1))).toMatchObject({ verdict: 'PASS' })
    expect(judge({}, later)).toMatchObject({ verdict: 'WARN', reason: 'A review of the VASP is due.' })
  })

  it('missing due diligence is UNKNOWN, and a self-hosted wallet needs none', () => {
    const facts = checkFacts()
    expect(vaspDueDiligence.judge(facts)).toMatchObject({ verdict: 'UNKNOWN' })
    const transfer = { ...facts.transfer, channel: 'SELF_HOSTED' } as const
    expect(vaspDueDiligence.judge({ ...facts, transfer })).toBeUndefined()
  })
})
