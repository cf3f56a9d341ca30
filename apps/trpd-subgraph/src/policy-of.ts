import { OperatorError } from '@travel-rule/service/operator-error'
import type { CheckName } from './checks/domain/check.ts'
import type { Config } from './config.ts'
import type { Policy } from './foundation/actions/policy.ts'
import type { Jurisdiction } from './jurisdictions/domain/jurisdiction.ts'
import { releasePolicyOf } from './release/domain/release-policy.ts'
import { SCREENING_LOOK_BACK_SECONDS } from './screening/actions/screen-transfers.ts'
import type { Tuning } from './tuning.ts'
import { attemptSecondsMax } from './workers.ts'

/** What the settings say to the actions. Throws `OperatorError` for a jurisdiction that is not defined. */
export function policyOf(config: Config & Tuning): Policy {
  const isScreened = config.screeningLists.length > 0 || config.screeningVendor !== undefined
  return {
    own: {
      name: config.vaspName,
      url: config.publicUrl,
      ...(config.vaspLei === undefined ? {} : { lei: config.vaspLei }),
    },
    jurisdiction: jurisdictionOf(config),
    hosts: { privateHosts: config.privateHosts !== 'refuse', ports: config.travelAddressPorts },
    senders: {
      verified: config.tlsFolder !== undefined || config.tlsTermination === 'proxy',
      unverifiedMax: {
        perAddress: config.unverifiedMax.address,
        perTravelAddress: config.unverifiedMax.travelAddress,
        perVasp: config.unverifiedMax.vasp,
        total: config.unverifiedMax.total,
      },
    },
    deadlineSeconds: config.deadlines,
    ageMaxSeconds: {
      ...config.agesMax,
      proofs: config.proofFeedUrl === undefined ? undefined : config.proofFeedAgeMaxSeconds,
      discovery: config.discoveryTtlSeconds,
    },
    decisions: {
      fourEyes: config.fourEyes,
      requiredChecks: isScreened ? new Set<CheckName>([...config.requiredChecks, 'SCREENING']) : config.requiredChecks,
      reviewedReasonsOnly: config.reviewedReasonsOnly,
    },
    release: releasePolicyOf({ jurisdiction: config.jurisdiction, isScreened, own: config.releasePolicy }),
    screening: { isOn: isScreened, lists: config.screeningLists, lookBackSeconds: SCREENING_LOOK_BACK_SECONDS },
    usesLeiRegister: config.gleifUrl !== undefined,
    delivery: {
      ttlSeconds: config.delivery.ttl,
      triesMax: config.delivery.tries,
      delayMs: config.delivery.delay * 1_000,
      delayMaxMs: config.delivery.delayMax * 1_000,
      attemptSecondsMax: attemptSecondsMax(config.delivery.timeout),
    },
    retentionErases: config.retentionErases,
  }
}

function jurisdictionOf({ jurisdiction, jurisdictions }: Config): Jurisdiction | undefined {
  if (jurisdiction === undefined) return undefined
  const found = jurisdictions.find(({ code }) => code === jurisdiction)
  if (found !== undefined) return found
  const codes = jurisdictions.map(({ code }) => code).join(', ')
  throw new OperatorError(`TRPD_JURISDICTION: must be one of ${codes}, or be defined in TRPD_JURISDICTIONS.`)
}
