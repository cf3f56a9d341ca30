import { isBelow, type SelfHostedRequirement } from '../../jurisdictions/domain/jurisdiction.ts'
import { counterpartyAddressOf } from '../../transfers/domain/transfer.ts'
import type { AddressProof, Check, CheckFacts, CheckFinding, OwnershipFact, ProofSourceState } from './check.ts'

/** Checks that our customer has proven control of the self-hosted wallet, where the law of this node requires it. */
export const ownershipProof: Check = {
  name: 'OWNERSHIP_PROOF',
  version: 1,
  needs: ['OWNERSHIP'],
  judge(facts) {
    const { transfer, jurisdiction, ownership = { source: 'NOT_READ', proofs: [] } } = facts
    if (transfer.channel !== 'SELF_HOSTED') return undefined
    const requirement = requirementOf(facts)
    const finding = judgeWallet(counterpartyAddressOf(transfer), ownership, requirement)
    const law = jurisdiction && { jurisdiction: jurisdiction.code, version: String(jurisdiction.version) }
    return { ...finding, evidence: { ...finding.evidence, ...law } }
  },
}

const UNRELIABLE: Readonly<Record<Exclude<ProofSourceState, 'READ'>, string>> = {
  NOT_CONFIGURED: 'No source of ownership proofs is configured: TRPD_PROOF_FEED_URL.',
  NOT_READ: 'The ownership proofs have not been read yet.',
  STOPPED:
    'Reading the ownership proofs is stopped, because their database was restored from a backup: npm run feeds -- accept aopd trpd.',
  BEHIND: 'The ownership proofs were last read too long ago.',
}

function judgeWallet(
  address: string | undefined,
  { source, proofs }: OwnershipFact,
  requirement: Requirement,
): CheckFinding {
  const { isRequired, reason } = requirement
  const evidence = address === undefined ? {} : { address }
  if (address !== undefined && source === 'READ') return judgeProofs(address, proofs, requirement)
  if (isRequired === false) return { verdict: 'PASS', reason, evidence }
  if (address !== undefined && source !== 'READ') return { verdict: 'UNKNOWN', reason: UNRELIABLE[source], evidence }
  return { verdict: 'UNKNOWN', reason: `The address of the self-hosted wallet is not recorded. ${reason}` }
}

/** Judges the most conclusive proof: of the customer, of an unknown owner, of another customer, or revoked. */
function judgeProofs(
  address: string,
  proofs: readonly AddressProof[],
  { isRequired, reason }: Requirement,
): CheckFinding {
  const valid = proofs.filter(({ revokedAt }) => revokedAt === undefined)
  const best =
    valid.find((proof) => proof.of === 'CUSTOMER') ??
    valid.find((proof) => proof.of === 'UNKNOWN') ??
    valid[0] ??
    proofs[0]
  if (best === undefined) {
    const verdict = isRequired === undefined ? 'UNKNOWN' : isRequired ? 'FAIL' : 'PASS'
    return { verdict, reason: `The wallet was not proven. ${reason}`, evidence: { address } }
  }
  const evidence = evidenceOf(address, best)
  if (best.revokedAt !== undefined) {
    const verdict = isRequired === true ? 'FAIL' : 'WARN'
    return { verdict, reason: `The proof of the wallet was revoked. ${reason}`, evidence }
  }
  switch (best.of) {
    case 'CUSTOMER':
      return { verdict: 'PASS', reason: 'The customer has proven to control the wallet.', evidence }
    case 'UNKNOWN': {
      const found = 'The wallet was proven, but neither for this transaction nor with the reference of its customer.'
      return { verdict: isRequired === false ? 'PASS' : 'WARN', reason: `${found} ${reason}`, evidence }
    }
    case 'OTHER_CUSTOMER': {
      const verdict = isRequired === true ? 'FAIL' : 'WARN'
      return { verdict, reason: `Another customer has proven to control the wallet. ${reason}`, evidence }
    }
  }
}

function evidenceOf(address: string, { id, method, verifiedAt, revokedAt }: AddressProof) {
  return {
    address,
    proof: id,
    method,
    verifiedAt: verifiedAt.toISOString(),
    ...(revokedAt === undefined ? {} : { revokedAt: revokedAt.toISOString() }),
  }
}

/** The law's requirement of a proof for a transfer; `undefined` if unknown. */
interface Requirement {
  readonly isRequired: boolean | undefined
  readonly reason: string
}

function requirementOf({ jurisdiction, valueIn }: CheckFacts): Requirement {
  if (jurisdiction === undefined) {
    return { isRequired: undefined, reason: 'The jurisdiction of this node is not set: TRPD_JURISDICTION.' }
  }
  const { code, selfHosted } = jurisdiction
  const law = `The law of ${code}`
  const required = selfHosted?.ownershipProof.value
  if (selfHosted === undefined || required === null || required === undefined) {
    return { isRequired: undefined, reason: `Whether the law of ${code} requires an ownership proof is not set.` }
  }
  if (!required) return { isRequired: false, reason: `${law} requires no ownership proof.` }
  const { amount } = selfHosted
  if (amount.value === null) {
    const reason = `The amount from which the law of ${code} requires an ownership proof is not set.`
    return { isRequired: undefined, reason }
  }
  if (isEveryAmount(amount)) return { isRequired: true, reason: `${law} requires an ownership proof.` }
  const from = `${amount.operator === '>' ? 'above' : 'from'} ${amount.value} ${amount.currency}`
  const reason = `${law} requires an ownership proof ${from}`
  const value = valueIn?.(amount.currency)
  if (value === undefined) {
    return { isRequired: undefined, reason: `${reason}, and the value of the amount in ${amount.currency} is unknown.` }
  }
  return isBelow(value, amount)
    ? { isRequired: false, reason: `${reason}, and the amount is worth less.` }
    : { isRequired: true, reason: `${reason}.` }
}

function isEveryAmount({ operator, value }: SelfHostedRequirement['amount']): boolean {
  return value === '0' && operator === '>='
}
