import type { AccessedRecord } from '@travel-rule/subgraph/accesses'
import type { RecordedAccess } from '@travel-rule/subgraph/note-accesses'
import type { DueDiligenceFile } from '../due-diligence/store/due-diligence-documents.ts'
import type { EvidenceReference } from '../evidence/actions/gather-evidence.ts'

interface WithId {
  readonly id: string
}

interface OfVasp {
  readonly vaspId: string
}

interface OfTransfer {
  readonly transferId: string
}

/** Fields with personal data and their records, named as in events. */
export const recordedAccess: RecordedAccess = {
  scope: 'pii:read',
  records: {
    Transaction: ({ id }: WithId) => [{ type: 'transfer', id }],
    DataRequest: ({ transferId: id }: OfTransfer) => [{ type: 'transfer', id }],
    DataCorrection: ({ transferId: id }: OfTransfer) => [{ type: 'transfer', id }],
    DataResponse: ({ transferId: id }: OfTransfer) => [{ type: 'transfer', id }],
    AddressBookEntry: ({ id }: WithId) => [{ type: 'address', id }],
    TransactionEvidence: ({ transactionId }: EvidenceReference) => [{ type: 'transfer', id: transactionId }],
    VaspMeasure: ({ vaspId: id }: OfVasp) => [{ type: 'vasp', id }],
    DueDiligence: ({ vaspId: id }: OfVasp) => [{ type: 'vasp', id }],
    DueDiligenceDocument: ({ vaspId: id }: OfVasp) => [{ type: 'vasp', id }],
    DueDiligenceFile: ({ document: { vaspId: id } }: DueDiligenceFile) => [{ type: 'vasp', id }],
    TransferDraft: ({ id }: WithId) => [{ type: 'transfer-draft', id }],
    Customer: ({ id }: WithId) => [{ type: 'customer', id }],
  },
}

/** Access records for transactions with these ids. */
export function transferRecords(ids: readonly string[]): readonly AccessedRecord[] {
  return ids.map((id) => ({ type: 'transfer', id }))
}
