import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { verdictsOf } from '../../signatures/domain/verdict.ts'
import { type Command, type Decision, decide, INCONCLUSIVE_MAX } from './decide.ts'
import { PROOF_STATUSES, type Proof, type ProofStatus, type Submission } from './proof.ts'

const createdAt = new Date('2026-01-01T00:00:00Z')
const expiresAt = new Date('2026-01-02T00:00:00Z')
const at = new Date('2026-01-01T12:00:00Z')
const { valid, invalid, notCovered } = verdictsOf('test/1')
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'

describe('a requested proof', () => {
  it('a requested proof becomes VERIFIED by a valid signature, with the address that the wallet chose', () => {
    expect(decide(proofWith({ address: undefined }), submit('VALID'))).toMatchObject({
      kind: 'changed',
      event: { type: 'proof.verified' },
      proof: { status: 'VERIFIED', address, attempts: 1, version: 2, updatedAt: at, decidedBy: undefined },
    })
  })

  it('a requested proof stays REQUESTED after a signature that cannot be verified', () => {
    expect(decide(proofWith({}), submit('INCONCLUSIVE'))).toMatchObject({
      event: { type: 'proof.attempted' },
      proof: { status: 'REQUESTED', attempts: 1, inconclusiveAttempts: 1, submission: submission('INCONCLUSIVE') },
    })
  })

  it('a requested proof becomes VERIFIED by a valid signature after an inconclusive one', () => {
    const attempted = changed(decide(proofWith({}), submit('INCONCLUSIVE')))
    expect(decide(attempted, submit('VALID'))).toMatchObject({
      event: { type: 'proof.verified' },
      proof: { status: 'VERIFIED', attempts: 2, inconclusiveAttempts: 1 },
    })
  })

  it('a requested proof does not lose attempts to signatures that cannot be verified, of which there may be twenty', () => {
    let proof = proofWith({ attempts: 2 })
    for (let count = 1; count < INCONCLUSIVE_MAX; count++)
      proof = changed(decide(proof, submit('INCONCLUSIVE', at, count)))
    expect(proof).toMatchObject({ status: 'REQUESTED', attempts: 21, inconclusiveAttempts: 19 })
    expect(decide(proof, submit('INCONCLUSIVE'))).toMatchObject({
      event: { type: 'proof.inconclusive' },
      proof: { status: 'INCONCLUSIVE', attempts: 22, inconclusiveAttempts: 20 },
    })
  })

  it('a requested proof becomes INCONCLUSIVE by the last allowed invalid signature if an earlier one could not be verified', () => {
    const proof = proofWith({ attempts: 3, inconclusiveAttempts: 1 })
    expect(decide(proof, submit('INVALID'))).toMatchObject({
      event: { type: 'proof.inconclusive' },
      proof: { status: 'INCONCLUSIVE', attempts: 4, inconclusiveAttempts: 1 },
    })
  })

  it('a requested proof counts a repeated submission once, unless its verdict has changed', () => {
    for (const outcome of ['INVALID', 'INCONCLUSIVE'] as const) {
      const proof = changed(decide(proofWith({}), submit(outcome)))
      expect(decide(proof, submit(outcome))).toEqual({ kind: 'unchanged', proof })
      expect(decide(proof, submit('VALID'))).toMatchObject({ proof: { status: 'VERIFIED', attempts: 2 } })
    }
  })

  it('a requested proof stays REQUESTED after an invalid signature, which counts as an attempt', () => {
    expect(decide(proofWith({}), submit('INVALID'))).toMatchObject({
      event: { type: 'proof.attempted' },
      proof: { status: 'REQUESTED', attempts: 1, address, submission: { verdict: { outcome: 'INVALID' } } },
    })
  })

  it('a requested proof becomes REJECTED by the last allowed invalid signature', () => {
    expect(decide(proofWith({ attempts: 2 }), submit('INVALID'))).toMatchObject({
      event: { type: 'proof.rejected' },
      proof: { status: 'REJECTED', attempts: 3 },
    })
  })

  it('a requested proof accepts a signature until the moment it expires', () => {
    const justBefore = new Date(expiresAt.getTime() - 1)
    expect(decide(proofWith({}), submit('VALID', justBefore)).kind).toBe('changed')
    expect(decide(proofWith({}), submit('VALID', expiresAt))).toMatchObject({ refusal: { code: 'PROOF_EXPIRED' } })
  })

  it('a requested proof expires when it is due, not before', () => {
    expect(decide(proofWith({}), { type: 'expire', at })).toMatchObject({ kind: 'unchanged' })
    expect(decide(proofWith({}), { type: 'expire', at: expiresAt })).toMatchObject({ proof: { status: 'EXPIRED' } })
  })

  it('a requested proof can be canceled, and canceling again changes nothing', () => {
    const canceled = decide(proofWith({}), { type: 'cancel', by: 'alice', at })
    expect(canceled).toMatchObject({
      event: { type: 'proof.canceled' },
      proof: { status: 'CANCELED', decidedBy: 'alice' },
    })
    expect(decide(proofWith({ status: 'CANCELED' }), { type: 'cancel', by: 'bob', at }).kind).toBe('unchanged')
  })
})

describe('a proof that ended', () => {
  it('a proof that ended accepts the same submission again without changing', () => {
    for (const status of ['VERIFIED', 'REJECTED', 'INCONCLUSIVE'] as const) {
      const proof = proofWith({ status, submission: submission('VALID') })
      expect(decide(proof, submit('VALID'))).toEqual({ kind: 'unchanged', proof })
    }
  })

  it('a proof that ended refuses another submission with its status', () => {
    expect(decide(proofWith({ status: 'REJECTED' }), submit('VALID'))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'PROOF_WRONG_STATUS', message: expect.stringContaining('REJECTED') },
    })
  })

  it('a proof that ended can be revoked only when it is VERIFIED', () => {
    const revoke: Command = { type: 'revoke', by: 'alice', reason: 'wallet was stolen', at }
    for (const status of PROOF_STATUSES) {
      const decision = decide(proofWith({ status }), revoke)
      if (status === 'VERIFIED')
        expect(decision).toMatchObject({
          proof: { status: 'REVOKED', decidedBy: 'alice', decisionReason: 'wallet was stolen' },
        })
      else expect(decision).toMatchObject({ refusal: { code: 'PROOF_WRONG_STATUS' } })
    }
  })
})

describe('a proof that ended as INCONCLUSIVE', () => {
  const accept: Command = { type: 'accept', by: 'alice', reason: 'seen on a call', address: undefined, at }
  const reject: Command = { ...accept, type: 'reject' }

  it('a proof that ended as INCONCLUSIVE can be accepted or rejected by a person, and keeps the verdict of the verifier', () => {
    const proof = proofWith({ status: 'INCONCLUSIVE', submission: submission('INCONCLUSIVE') })
    const decided = { decidedBy: 'alice', decisionReason: 'seen on a call', submission: proof.submission }
    expect(decide(proof, accept)).toMatchObject({
      event: { type: 'proof.verified' },
      proof: { status: 'VERIFIED', address, ...decided },
    })
    expect(decide(proof, reject)).toMatchObject({
      event: { type: 'proof.rejected' },
      proof: { status: 'REJECTED', ...decided },
    })
  })

  it('a proof that ended as INCONCLUSIVE proves the address that the wallet chose, and none other than the requested one', () => {
    const chosen = { ...accept, address: 'bc1qchosen' }
    const open = proofWith({ status: 'INCONCLUSIVE', address: undefined })
    expect(decide(open, chosen)).toMatchObject({ proof: { status: 'VERIFIED', address: 'bc1qchosen' } })
    expect(decide(open, accept)).toMatchObject({ kind: 'refused', refusal: { code: 'ADDRESS_INVALID' } })
    expect(decide(proofWith({ status: 'INCONCLUSIVE' }), chosen)).toMatchObject({ proof: { address } })
  })
})

describe('the decision of a person', () => {
  const accept: Command = { type: 'accept', by: 'alice', reason: 'seen on a call', address: undefined, at }
  const reject: Command = { ...accept, type: 'reject' }

  it('a person can decide about a proof that is open or expired, if a signature could not be verified', () => {
    for (const status of ['REQUESTED', 'EXPIRED'] as const) {
      const proof = proofWith({ status, attempts: 1, inconclusiveAttempts: 1 })
      expect(decide(proof, accept)).toMatchObject({ proof: { status: 'VERIFIED', decidedBy: 'alice' } })
      expect(decide(proof, reject)).toMatchObject({ proof: { status: 'REJECTED', decidedBy: 'alice' } })
    }
  })

  it('a person can accept a proof that is REJECTED', () => {
    const proof = proofWith({ status: 'REJECTED', attempts: 3 })
    expect(decide(proof, accept)).toMatchObject({ proof: { status: 'VERIFIED', decisionReason: 'seen on a call' } })
    expect(decide(proof, reject)).toMatchObject({ refusal: { code: 'PROOF_WRONG_STATUS' } })
  })

  it('a person cannot decide about any other proof', () => {
    for (const status of PROOF_STATUSES.filter((each) => each !== 'INCONCLUSIVE' && each !== 'REJECTED'))
      for (const command of [accept, reject])
        expect(decide(proofWith({ status }), command)).toMatchObject({ refusal: { code: 'PROOF_WRONG_STATUS' } })
  })
})

describe('any sequence of commands', () => {
  const ends: Record<ProofStatus, readonly ProofStatus[]> = {
    REQUESTED: ['REQUESTED', 'VERIFIED', 'REJECTED', 'INCONCLUSIVE', 'EXPIRED', 'CANCELED'],
    VERIFIED: ['REVOKED'],
    REJECTED: ['VERIFIED'],
    INCONCLUSIVE: ['VERIFIED', 'REJECTED'],
    EXPIRED: ['VERIFIED', 'REJECTED'],
    CANCELED: [],
    REVOKED: [],
  }
  const commands = fc.oneof(
    fc.constantFrom<Command>(submit('VALID'), submit('INVALID'), submit('INCONCLUSIVE'), submit('INVALID', expiresAt)),
    fc.constantFrom<Command>({ type: 'cancel', by: 'a', at }, { type: 'revoke', by: 'a', reason: 'r', at }),
    fc.constantFrom<Command>(
      { type: 'accept', by: 'a', reason: 'r', address, at },
      { type: 'reject', by: 'a', reason: 'r', address: undefined, at },
    ),
    fc.constantFrom<Command>({ type: 'expire', at }, { type: 'expire', at: expiresAt }),
  )

  it('any sequence of commands makes only allowed transitions, one version at a time, and never exceeds the attempts', () => {
    fc.assert(
      fc.property(fc.array(commands, { maxLength: 12 }), (sequence) => {
        let proof = proofWith({})
        for (const command of sequence) {
          const decision = decide(proof, command)
          if (decision.kind !== 'changed') continue
          expect(ends[proof.status]).toContain(decision.proof.status)
          expect(decision.proof.version).toBe(proof.version + 1)
          const { attempts, inconclusiveAttempts, attemptsMax } = decision.proof
          expect(attempts - inconclusiveAttempts).toBeLessThanOrEqual(attemptsMax)
          proof = decision.proof
        }
      }),
    )
  })
})

describe('an erased proof', () => {
  it.each(PROOF_STATUSES)(
    'an erased proof that was %s no longer changes, and has expired for its customer',
    (status) => {
      const proof = proofWith({ status, address: undefined, challenge: '', erasedAt: at })
      expect(decide(proof, submit('VALID'))).toMatchObject({ kind: 'refused', refusal: { code: 'PROOF_EXPIRED' } })
      for (const command of [
        { type: 'cancel', by: 'alice', at },
        { type: 'revoke', by: 'alice', reason: 'why', at },
        { type: 'accept', by: 'alice', reason: 'why', address, at },
      ] as const) {
        expect(decide(proof, command)).toMatchObject({ kind: 'refused', refusal: { code: 'PROOF_ERASED' } })
      }
      expect(decide(proof, { type: 'expire', at: expiresAt })).toEqual({ kind: 'unchanged', proof })
    },
  )
})

function changed(decision: Decision): Proof {
  if (decision.kind !== 'changed') throw new Error(`the command left the proof ${decision.kind}`)
  return decision.proof
}

function submit(outcome: Submission['verdict']['outcome'], when = at, number = 0): Command {
  return { type: 'submit', submission: { ...submission(outcome), signature: `c2ln${number}` }, address, at: when }
}

function submission(outcome: Submission['verdict']['outcome']): Submission {
  const verdict = { VALID: valid('ok'), INVALID: invalid('SIGNER_MISMATCH', 'no'), INCONCLUSIVE: notCovered('why') }[
    outcome
  ]
  return { address, signature: 'c2ln0', channel: 'API', verdict }
}

function proofWith(fields: Partial<Proof>): Proof {
  return {
    id: '5b0a0a0e-0000-4000-8000-000000000000',
    version: 1,
    status: 'REQUESTED',
    asset: 'BTC',
    address,
    challenge: 'challenge',
    token: 'token',
    customerReference: undefined,
    transactionId: undefined,
    addressBookEntryId: undefined,
    attempts: 0,
    inconclusiveAttempts: 0,
    attemptsMax: 3,
    submission: undefined,
    decidedBy: undefined,
    decisionReason: undefined,
    expiresAt,
    createdAt,
    updatedAt: createdAt,
    erasedAt: undefined,
    ...fields,
  }
}
