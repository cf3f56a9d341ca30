import { type Kysely, sql } from 'kysely'
import type { AssetRegistry } from '../../assets/domain/asset.ts'
import type { CheckName, CheckVerdict } from '../../checks/domain/check.ts'
import type { Tables, TransferRow } from '../../foundation/store/tables.ts'
import type { Transfer } from '../../transfers/domain/transfer.ts'
import { planTransferPage, type TransferPage } from '../../transfers/store/transfer-list.ts'
import type { PastDecision } from '../domain/dry-run.ts'

/** The facts about a past transfer that rules can use without opening personal data. */
export interface PastTransfer {
  readonly sequence: bigint
  readonly transfer: Pick<
    Transfer,
    'id' | 'direction' | 'channel' | 'assetId' | 'amount' | 'amountUnit' | 'sender' | 'ivms101Issues'
  >
  readonly vaspId: string | undefined
  readonly entry: { readonly address?: string; readonly active: boolean } | undefined
  /** Verdicts of the latest check run. */
  readonly verdicts: ReadonlyMap<CheckName, CheckVerdict>
  readonly decision: PastDecision
  /** True if no person decided. */
  readonly isAutomatic: boolean
}

/** A page of transfers like that of `listTransfers`, with the latest verdicts of their checks. */
export async function listPastTransfers(
  parts: { readonly db: Kysely<Tables>; readonly assets: AssetRegistry },
  page: TransferPage,
): Promise<PastTransfer[]> {
  const planned = await planTransferPage(parts, page)
  if (planned === undefined) return []
  const { rows } = await sql<PastRow>`
    select page.sequence, page.id, page.direction, page.channel, page.asset_id, page.amount, page.amount_unit,
      page.vasp_id, page.sender, page.ivms101_issues, page.status, page.address is not null as has_address,
      page.decided_by is null as is_automatic, entry.address as entry_address, entry.active as entry_active,
      run.verdicts
    from (${planned}) as page
    left join address_book as entry on entry.id = page.address_book_entry_id
    left join lateral (
      select array(select (result ->> 'check') || ' ' || (result ->> 'verdict')
        from jsonb_array_elements(check_runs.results) as result) as verdicts
      from check_runs where transfer_id = page.id order by check_runs.id desc limit 1
    ) as run on true
    order by page.created_at desc, page.sequence desc`.execute(parts.db)
  return rows.map(pastTransferOfRow)
}

type PastRow = Pick<
  TransferRow,
  | 'sequence'
  | 'id'
  | 'direction'
  | 'channel'
  | 'assetId'
  | 'amount'
  | 'amountUnit'
  | 'vaspId'
  | 'sender'
  | 'ivms101Issues'
  | 'status'
> & {
  readonly hasAddress: boolean
  readonly isAutomatic: boolean
  readonly entryAddress: string | null
  readonly entryActive: boolean | null
  /** Each item has the check and its verdict. */
  readonly verdicts: readonly string[] | null
}

function pastTransferOfRow(row: PastRow): PastTransfer {
  const { entryActive: active, entryAddress: address } = row
  return {
    sequence: row.sequence,
    transfer: {
      id: row.id,
      direction: row.direction,
      channel: row.channel,
      assetId: row.assetId,
      amount: row.amount,
      ...(row.amountUnit === null ? {} : { amountUnit: row.amountUnit }),
      ...(row.sender === null ? {} : { sender: row.sender }),
      ivms101Issues: row.ivms101Issues,
    },
    vaspId: row.vaspId ?? undefined,
    entry: active === null ? undefined : { active, ...(address === null ? {} : { address }) },
    verdicts: new Map((row.verdicts ?? []).map((verdict) => verdict.split(' ') as [CheckName, CheckVerdict])),
    decision: decisionOf(row),
    isAutomatic: row.isAutomatic,
  }
}

/** Our decision about an inquiry. A transfer that was canceled or expired after an approval still has its address. */
function decisionOf({ direction, channel, status, hasAddress }: PastRow): PastDecision {
  if (direction === 'SENT' || channel !== 'TRP') return 'UNDECIDED'
  if (status === 'DECLINED') return 'DECLINED'
  if (status === 'APPROVED' || status === 'CONFIRMED') return 'APPROVED'
  return (status === 'CANCELED' || status === 'EXPIRED') && hasAddress ? 'APPROVED' : 'UNDECIDED'
}
