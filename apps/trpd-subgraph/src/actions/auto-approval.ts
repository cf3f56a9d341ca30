import type { CommandOf } from '../domain/decision.ts'
import type { Transfer } from '../domain/transfer.ts'
import type { Vasp } from '../domain/vasp.ts'
import { loadEntries } from '../store/address-book.ts'
import { type Node, secondsAfter } from './node.ts'
import type { Work } from './work.ts'

/**
 * The command that approves a RECEIVED transfer without a person; undefined when a person has to decide.
 *
 * Needs: the VASP trusted and its switch on, no deviation in the IVMS101 payload, and an active entry of the address book with a payment address.
 */
export async function autoApproval(
  { sealer, rules, now }: Node,
  { tx }: Work,
  transfer: Transfer,
  vasp: Vasp,
): Promise<CommandOf<'assess'> | undefined> {
  const { state, direction, ivms101Issues, addressBookEntryId } = transfer
  if (direction !== 'RECEIVED' || state.status !== 'PENDING' || ivms101Issues.length > 0) return undefined
  if (!vasp.autoApprove || vasp.trust !== 'TRUSTED' || addressBookEntryId === undefined) return undefined
  const [entry] = await loadEntries(tx, sealer, [addressBookEntryId])
  if (entry?.address === undefined || !entry.active) return undefined
  const at = now()
  const verdict = { outcome: 'APPROVE', address: entry.address } as const
  return { type: 'assess', verdict, expiresAt: secondsAfter(at, rules.confirmationTtlSeconds), at }
}
