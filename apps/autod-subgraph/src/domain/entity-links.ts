import type { AuditRecord } from './audit-entry.ts'

/** The entities of other services whose trail shows a record. */
export interface EntityLinks {
  readonly transactionId: string | undefined
  readonly vaspId: string | undefined
}

/**
 * A record belongs to the trail of what it is about, and of what its detail names as `transactionId` or `vaspId`: the
 * proof requested for a transaction shows in the transaction's trail.
 */
export function entityLinks({ subject, detail }: Pick<AuditRecord, 'subject' | 'detail'>): EntityLinks {
  return {
    transactionId: subject.type === 'transfer' ? subject.id : idIn(detail.transactionId),
    vaspId: subject.type === 'vasp' ? subject.id : idIn(detail.vaspId),
  }
}

function idIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
