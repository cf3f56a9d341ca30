import { OperatorError } from '@travel-rule/service/operator-error'
import type { CheckName } from './checks/domain/check.ts'
import type { Config } from './config.ts'
import type { ServiceRules } from './foundation/actions/transfer-service.ts'
import type { Jurisdiction } from './jurisdictions/domain/jurisdiction.ts'
import { releasePolicyOf } from './release/domain/release-policy.ts'
import type { Screening } from './screening/actions/open-screening.ts'
import { SCREENING_LOOK_BACK_SECONDS } from './screening/actions/screen-transfers.ts'
import type { Tuning } from './tuning.ts'
import { attemptSecondsMax } from './workers.ts'

/** What the settings say to the actions. Throws `OperatorError` for a jurisdiction that is not defined. */
export function serviceRules(config: Config & Tuning, { isOn }: Screening): ServiceRules {
  return {
    own: {
      name: config.vaspName,
      url: config.publicUrl,
      ...(config.vaspLei === undefined ? {} : { lei: config.vaspLei }),
    },
    hosts: { privateHosts: config.privateHosts !== 'refuse', ports: config.travelAddressPorts },
    verifiesSenders: config.tlsFolder !== undefined || config.tlsTermination === 'proxy',
    unverified: {
      perAddress: config.unverifiedMax.address,
      perTravelAddress: config.unverifiedMax.travelAddress,
      perVasp: config.unverifiedMax.vasp,
      total: config.unverifiedMax.total,
    },
    jurisdiction: jurisdictionOf(config),
    rateAgeMaxSeconds: config.agesMax.rate,
    retentionErases: config.retentionErases,
    requiredChecks: isOn ? new Set<CheckName>([...config.requiredChecks, 'SCREENING']) : config.requiredChecks,
    release: releasePolicyOf({ jurisdiction: config.jurisdiction, isScreened: isOn, own: config.releasePolicy }),
    proofAgeMaxSeconds: config.proofFeedUrl === undefined ? undefined : config.proofFeedAgeMaxSeconds,
    duplicateSeconds: config.agesMax.duplicate,
    inquiryTtlSeconds: config.deadlines.inquiry,
    confirmationTtlSeconds: config.deadlines.confirmation,
    discoveryTtlSeconds: config.discoveryTtlSeconds,
    caseDueSeconds: config.deadlines.case,
    screeningLists: config.screeningLists,
    screeningListAgeMaxSeconds: config.agesMax.list,
    screeningLookBackSeconds: SCREENING_LOOK_BACK_SECONDS,
    fourEyes: config.fourEyes,
    proposalTtlSeconds: config.deadlines.proposal,
    reviewedReasonsOnly: config.reviewedReasonsOnly,
    delivery: {
      ttlSeconds: config.delivery.ttl,
      triesMax: config.delivery.tries,
      delayMs: config.delivery.delay * 1_000,
      delayMaxMs: config.delivery.delayMax * 1_000,
    },
    attemptSecondsMax: attemptSecondsMax(config.delivery.timeout),
  }
}

function jurisdictionOf({ jurisdiction, jurisdictions }: Config): Jurisdiction | undefined {
  if (jurisdiction === undefined) return undefined
  const found = jurisdictions.find(({ code }) => code === jurisdiction)
  if (found !== undefined) return found
  const codes = jurisdictions.map(({ code }) => code).join(', ')
  throw new OperatorError(`TRPD_JURISDICTION: must be one of ${codes}, or be defined in TRPD_JURISDICTIONS.`)
}
