import { DEFAULT_WIRE_PROFILE } from '../messages/domain/wire-profile.ts'
import { decide } from '../transfers/domain/decide-transfer.ts'
import type { Command } from '../transfers/domain/decision.ts'
import { openReceived, openSent, type Transfer } from '../transfers/domain/transfer.ts'
import type { Vasp } from '../vasps/domain/vasp.ts'

export const at = new Date('2026-01-01T00:00:00Z')
/** The time limit of the example transfers. */
export const later = new Date('2026-01-01T01:00:00Z')
export const facts = {
  id: 'a',
  requestIdentifier: 'b',
  assetId: 'btc',
  amount: '1',
  travelAddress: 'ta…',
  vaspId: 'c',
  protocolVersion: '3.2.1',
  ivms101Issues: [],
  deviations: [],
  createdAt: at,
} as const

/** The trusted VASP of the example transfers. */
export const exampleVasp: Vasp = {
  id: 'c',
  version: 1,
  name: 'VASP',
  trust: 'TRUSTED',
  autoApprove: false,
  furtherHosts: [],
  removedHosts: [],
  autoApproveLimits: {},
  pinnedKeys: [],
  wireProfile: DEFAULT_WIRE_PROFILE,
  learnedIdentifiers: {},
  createdAt: at,
  updatedAt: at,
}

export function sent(vaspTrusted: boolean, unit: 'WHOLE' | 'UNKNOWN' = 'WHOLE'): Transfer {
  const amountUnit = unit === 'WHOLE' ? unit : undefined
  return openSent({ facts: { ...facts, direction: 'SENT' }, amountUnit, vaspTrusted, expiresAt: later })
}

export function received(vaspTrusted: boolean, unit: 'WHOLE' | 'UNKNOWN' = 'WHOLE'): Transfer {
  const amountUnit = unit === 'WHOLE' ? unit : undefined
  return openReceived({ facts: { ...facts, direction: 'RECEIVED' }, amountUnit, vaspTrusted })
}

/** The transfer after these commands, all of which must be accepted. */
export function after(transfer: Transfer, ...commands: readonly Command[]): Transfer {
  return commands.reduce((current, command) => {
    const decision = decide(current, command)
    if (decision.outcome !== 'accepted') throw new Error(`${command.type} was ${decision.outcome}`)
    return decision.transfer
  }, transfer)
}

export const approve: Command = {
  type: 'assess',
  verdict: { outcome: 'APPROVE', address: 'x' },
  by: 'o',
  expiresAt: later,
  at,
}
export const decline: Command = {
  type: 'assess',
  verdict: { outcome: 'DECLINE', reason: 'r' },
  by: 'o',
  expiresAt: later,
  at,
}
