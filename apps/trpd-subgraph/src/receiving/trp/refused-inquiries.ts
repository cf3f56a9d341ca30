import type { Logger } from '@travel-rule/service/logger'
import { Counter, type Metrics } from '@travel-rule/service/metrics'
import type { Kysely } from 'kysely'
import type { RefusedInquiries } from '../../foundation/actions/transfer-service.ts'
import type { Tables } from '../../foundation/store/tables.ts'
import { addRefused, type RefusedRow } from '../store/unverified-inquiries.ts'

export interface RefusedInquiriesOptions {
  readonly db: Kysely<Tables>
  readonly metrics: Metrics
  readonly logger: Logger
  readonly now: () => Date
}

const FLUSH_EVERY_MS = 5_000
/** Maximum number of addresses between two flushes; refusals of further addresses are counted only in the metric. */
const ADDRESSES_MAX = 1_000

/**
 * Counts refused inquiries in memory and stores the counts every few seconds, so that a flood of inquiries
 * does not cause a flood of statements. Disposing stores the remaining counts.
 */
export function openRefusedInquiries(options: RefusedInquiriesOptions): RefusedInquiries & AsyncDisposable {
  const { db, logger, now } = options
  const total = openCounter(options.metrics)
  const pending = new Map<string, RefusedRow>()
  let storing: Promise<void> = Promise.resolve()

  async function store(): Promise<void> {
    const rows = [...pending.values()]
    pending.clear()
    if (rows.length === 0) return
    try {
      await addRefused(db, rows, now())
    } catch (err) {
      logger.warn({ err, addresses: rows.length }, 'counts of refused inquiries could not be stored')
    }
  }

  function flush(): Promise<void> {
    storing = storing.then(store)
    return storing
  }

  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref()
  return {
    count({ address, addressBookEntryId, limit }) {
      total.inc({ limit })
      const key = `${address} ${addressBookEntryId}`
      const before = pending.get(key)
      if (before === undefined && pending.size >= ADDRESSES_MAX) return
      const at = now()
      const { count, firstAt } = before ?? { count: 0, firstAt: at }
      pending.set(key, { address, addressBookEntryId, count: count + 1, firstAt, lastAt: at })
    },
    flush,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await flush()
    },
  }
}

function openCounter({ registry }: Metrics): Counter<'limit'> {
  const counter = new Counter({
    name: 'inquiries_refused_total',
    help: 'Inquiries of unverified senders that were refused with 429 and not stored, by the limit that was reached',
    labelNames: ['limit'],
    registers: [registry],
  })
  for (const limit of ['perAddress', 'perVasp', 'perTravelAddress', 'total']) counter.inc({ limit }, 0)
  return counter
}
