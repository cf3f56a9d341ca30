import { type DueDiligence, leiStateOf } from '../../due-diligence/domain/due-diligence.ts'
import { type LeiStatuses, latestLeiStatuses } from '../../due-diligence/domain/lei-record.ts'
import type { Check, CheckVerdict } from './check.ts'

/** Checks that the other VASP has a licence and a valid LEI, and was reviewed recently enough. */
export const vaspDueDiligence: Check = {
  name: 'VASP_DUE_DILIGENCE',
  version: 2,
  needs: ['LEI_RECORD'],
  judge({ transfer: { channel }, vasp, leiRecord, at }) {
    if (channel === 'SELF_HOSTED') return undefined
    if (vasp === undefined) return { verdict: 'UNKNOWN', reason: 'The other VASP is not known.' }
    const { dueDiligence } = vasp
    if (dueDiligence === undefined) {
      return { verdict: 'UNKNOWN', reason: 'No due diligence about the VASP is recorded: call recordDueDiligence.' }
    }
    const { licence, reviewedAt, nextReviewAt = '' } = dueDiligence
    const lei = latestLeiStatuses(dueDiligence, leiRecord)
    const evidence = { licence, leiEntityStatus: '', leiRegistrationStatus: '', ...lei, reviewedAt, nextReviewAt }
    const findings = findingsOf(dueDiligence, lei, at)
    const worst = SEVERITY.find((verdict) => findings.some((finding) => finding.verdict === verdict))
    if (worst === undefined) {
      return {
        verdict: 'PASS',
        reason: 'The licence and the LEI of the VASP are valid, and no review is due.',
        evidence,
      }
    }
    return { verdict: worst, reason: findings.map(({ reason }) => reason).join(' '), evidence }
  },
}

const SEVERITY: readonly CheckVerdict[] = ['FAIL', 'UNKNOWN', 'WARN']

function findingsOf(
  { licence, nextReviewAt }: DueDiligence,
  statuses: LeiStatuses,
  at: Date,
): { readonly verdict: CheckVerdict; readonly reason: string }[] {
  const lei = LEI_FINDINGS[leiStateOf(statuses)]
  const isLicensed = licence === 'ACTIVE' || licence === 'NOT_REQUIRED'
  const isDue = nextReviewAt !== undefined && new Date(nextReviewAt) <= at
  return [
    ...(isLicensed ? [] : [{ verdict: 'FAIL', reason: `The licence of the VASP is ${licence}.` } as const]),
    ...(lei === undefined ? [] : [lei]),
    ...(nextReviewAt === undefined
      ? [{ verdict: 'UNKNOWN', reason: 'The date of the next review of the VASP is not set.' } as const]
      : []),
    ...(isDue ? [{ verdict: 'WARN', reason: 'A review of the VASP is due.' } as const] : []),
  ]
}

const LEI_FINDINGS = {
  VALID: undefined,
  LAPSED: { verdict: 'WARN', reason: 'The registration of the LEI has lapsed.' },
  INVALID: { verdict: 'FAIL', reason: 'The LEI is no longer valid.' },
  UNKNOWN: { verdict: 'UNKNOWN', reason: 'The status of the LEI is not known.' },
} as const
