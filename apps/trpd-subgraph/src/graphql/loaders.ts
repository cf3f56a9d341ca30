import { type LegalHold, loadLegalHolds } from '@travel-rule/database/legal-holds'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import DataLoader from 'dataloader'
import { type AddressBookEntry, loadEntries } from '../address-book/store/address-book.ts'
import { newsSince } from '../cases/actions/mark-read.ts'
import type { Case } from '../cases/domain/case.ts'
import { listUnread } from '../cases/store/case-reads.ts'
import { type CaseChangesPage, listCaseChanges, loadCases, type StoredCaseChange } from '../cases/store/cases.ts'
import { type CheckRun, listCheckRuns, RUNS_LISTED_MAX } from '../checks/store/check-runs.ts'
import type { Customer } from '../customers/domain/customer.ts'
import { loadCustomersOf } from '../customers/store/customers.ts'
import { listDataRequests, type StoredDataRequest } from '../data-requests/store/data-requests.ts'
import type { CircuitBreaker } from '../delivery/domain/circuit-breaker.ts'
import type { DeliveryAttempt } from '../delivery/domain/delivery-attempt.ts'
import { loadBreakers } from '../delivery/store/circuit-breakers.ts'
import { listAttempts } from '../delivery/store/delivery-attempts.ts'
import type { DueDiligenceAnswer, DueDiligenceRecord } from '../due-diligence/domain/due-diligence.ts'
import type { DueDiligenceDocument } from '../due-diligence/domain/due-diligence-document.ts'
import type { KnownLeiRecord } from '../due-diligence/domain/lei-record.ts'
import {
  ANSWERS_BYTES_MAX,
  type DueDiligencePage,
  listRecords,
  loadAnswers,
  loadRecords,
} from '../due-diligence/store/due-diligence.ts'
import { listDocuments } from '../due-diligence/store/due-diligence-documents.ts'
import { loadLeiRecords } from '../due-diligence/store/lei-records.ts'
import { TRANSFERS } from '../erasure/store/erase-transfers.ts'
import type { Ports } from '../foundation/actions/transfer-service.ts'
import { isUuid } from '../foundation/domain/string-format.ts'
import { loadFacts, loadLists } from '../release/actions/permission.ts'
import type { ReleaseFacts } from '../release/domain/may-do.ts'
import { listAppliedRules, type StoredAppliedRule } from '../rules/store/applied-rules.ts'
import { loadScreenings, type TransferScreening } from '../screening/store/transfer-screenings.ts'
import {
  type Correction,
  listCorrections,
  loadResubmissions,
  type ResubmissionLinks,
} from '../sending/store/transfer-repairs.ts'
import type { Transfer } from '../transfers/domain/transfer.ts'
import { type HistoryEntry, listHistory } from '../transfers/store/transfer-history.ts'
import { loadAllSecrets, loadTransfers, type TransferSecrets } from '../transfers/store/transfers.ts'
import type { Vasp } from '../vasps/domain/vasp.ts'
import type { VaspMeasure } from '../vasps/domain/vasp-measure.ts'
import { type DataFailures, loadDataFailures } from '../vasps/store/data-failures.ts'
import { loadUnreleased, type Unreleased } from '../vasps/store/unreleased-transfers.ts'
import { listMeasures, type MeasuresPage } from '../vasps/store/vasp-measures.ts'
import { loadVasps } from '../vasps/store/vasps.ts'

/** One loader per entity and operation: loading any number of entities takes one SQL statement. */
export interface Loaders {
  readonly transfer: DataLoader<string, Transfer | undefined>
  /** Sealed data, which only fields that require `pii:read` load. */
  readonly transferSecrets: DataLoader<string, TransferSecrets | undefined>
  readonly history: DataLoader<string, readonly HistoryEntry[]>
  readonly attempts: DataLoader<string, readonly DeliveryAttempt[]>
  readonly checkRuns: DataLoader<string, readonly CheckRun[]>
  readonly latestChecks: DataLoader<string, CheckRun | undefined>
  /** Newest first. */
  readonly appliedRules: DataLoader<string, readonly StoredAppliedRule[]>
  readonly breaker: DataLoader<string, CircuitBreaker | undefined>
  /** By transfer id. */
  readonly case: DataLoader<string, Case | undefined>
  /** True if the case has unread changes for the person. */
  readonly isUnread: DataLoader<Reader, boolean, string>
  /** The facts that determine which acts are allowed, by transfer id. */
  readonly release: DataLoader<string, ReleaseFacts | undefined>
  /** The latest screening, by transfer id. */
  readonly screening: DataLoader<string, TransferScreening | undefined>
  /** The current legal hold, by transfer id. */
  readonly legalHold: DataLoader<string, LegalHold | undefined>
  /** By transfer id, newest first. */
  readonly corrections: DataLoader<string, readonly Correction[]>
  /** By transfer id. */
  readonly resubmission: DataLoader<string, ResubmissionLinks>
  /** By transfer id, newest first. */
  readonly dataRequests: DataLoader<string, readonly StoredDataRequest[]>
  readonly caseChanges: DataLoader<CaseChangesPage, readonly StoredCaseChange[], string>
  readonly vasp: DataLoader<string, Vasp | undefined>
  /** By LEI. */
  readonly leiRecord: DataLoader<string, KnownLeiRecord | undefined>
  /** Since a month, given as its first day. */
  readonly dataFailures: DataLoader<FailuresSince, DataFailures, string>
  readonly measures: DataLoader<MeasuresPage, readonly VaspMeasure[], string>
  /** By record id. */
  readonly dueDiligence: DataLoader<string, DueDiligenceRecord | undefined>
  readonly dueDiligencePage: DataLoader<DueDiligencePage, readonly DueDiligenceRecord[], string>
  /** Sealed data, by record id. */
  readonly dueDiligenceAnswers: DataLoader<string, readonly DueDiligenceAnswer[]>
  /** Without content, by record id. */
  readonly dueDiligenceDocuments: DataLoader<string, readonly DueDiligenceDocument[]>
  readonly unreleased: DataLoader<Vasp, Unreleased, string>
  readonly entry: DataLoader<string, AddressBookEntry | undefined>
  /** By the customer reference of an address book entry. */
  readonly customer: DataLoader<string, Customer | undefined>
  /** Clears the caches. Must be called after every change. */
  clear(): void
}

interface Reader {
  readonly person: string
  readonly transferId: string
}

interface FailuresSince {
  readonly vaspId: string
  readonly since: string
}

/** Loaders that cache for the duration of an operation. */
export function openLoaders(service: Ports<'database' | 'sealer' | 'now' | 'assets' | 'policy'>): Loaders {
  const {
    database: { db },
    sealer,
  } = service
  const loaders = {
    transfer: openEntityLoader((ids) => loadTransfers(db, sealer, ids)),
    vasp: openEntityLoader((ids) => loadVasps(db, ids)),
    entry: openEntityLoader((ids) => loadEntries(db, sealer, ids)),
    customer: new DataLoader((references: readonly string[]) => loadCustomersOf(db, sealer, references)),
    transferSecrets: new DataLoader(async (ids: readonly string[]) => {
      const found = await loadAllSecrets(db, sealer, ids)
      return ids.map((id) => found.get(id))
    }),
    history: new DataLoader(async (ids: readonly string[]) => {
      const entries = Map.groupBy(await listHistory(db, sealer, ids), ({ transfer }) => transfer.id)
      return ids.map((id) => entries.get(id) ?? [])
    }),
    attempts: new DataLoader(async (ids: readonly string[]) => {
      const found = await listAttempts(db, ids)
      return ids.map((id) => found.get(id) ?? [])
    }),
    case: new DataLoader(async (transferIds: readonly string[]) => {
      const found = await loadCases(db, sealer, transferIds)
      return transferIds.map((id) => found.get(id))
    }),
    isUnread: new DataLoader(
      async (readers: readonly Reader[]) => {
        const people = [...Map.groupBy(readers, ({ person }) => person)]
        const since = newsSince(service)
        const unread = new Map(
          await Promise.all(
            people.map(async ([person, own]) => {
              const transferIds = own.map(({ transferId }) => transferId)
              return [person, await listUnread(db, { person, transferIds, since })] as const
            }),
          ),
        )
        return readers.map(({ person, transferId }) => unread.get(person)?.has(transferId) ?? false)
      },
      { cacheKeyFn: (reader) => JSON.stringify(reader) },
    ),
    corrections: new DataLoader(async (transferIds: readonly string[]) => {
      const found = await listCorrections(db, sealer, transferIds)
      return transferIds.map((id) => found.get(id) ?? [])
    }),
    resubmission: new DataLoader(async (transferIds: readonly string[]) => {
      const found = await loadResubmissions(db, transferIds)
      return transferIds.map((id) => found.get(id) ?? {})
    }),
    dataRequests: new DataLoader(async (transferIds: readonly string[]) => {
      const found = await listDataRequests(db, sealer, transferIds)
      return transferIds.map((id) => found.get(id) ?? [])
    }),
    release: new DataLoader(async (transferIds: readonly string[]) => {
      const transfers = await loaders.transfer.loadMany(transferIds)
      const known = transfers.flatMap((each) => (each === undefined || each instanceof Error ? [] : [each]))
      const found = await loadFacts(service, db, known, await loadLists(service, db, service.now()))
      return transferIds.map((id) => found.get(id))
    }),
    screening: new DataLoader(async (transferIds: readonly string[]) => {
      const found = new Map((await loadScreenings(db, sealer, transferIds)).map((one) => [one.transferId, one]))
      return transferIds.map((id) => found.get(id))
    }),
    legalHold: new DataLoader(async (transferIds: readonly string[]) => {
      const found = new Map(
        (await loadLegalHolds(db, sealer, TRANSFERS, transferIds)).map((hold) => [hold.recordId, hold]),
      )
      return transferIds.map((id) => found.get(id))
    }),
    caseChanges: new DataLoader((pages: readonly CaseChangesPage[]) => listCaseChanges(db, sealer, pages), {
      cacheKeyFn: (page) => JSON.stringify(page),
    }),
    dataFailures: new DataLoader(
      async (keys: readonly FailuresSince[]) => {
        const months = [...Map.groupBy(keys, ({ since }) => since)]
        const found = await Promise.all(
          months.map(async ([since, own]) => {
            const failures = await loadDataFailures(db, [...new Set(own.map(({ vaspId }) => vaspId))], since)
            return [since, failures] as const
          }),
        )
        const bySince = new Map(found)
        return keys.map(({ vaspId, since }) => bySince.get(since)?.get(vaspId) ?? new Error('failures are missing'))
      },
      { cacheKeyFn: (key) => JSON.stringify(key) },
    ),
    leiRecord: new DataLoader(async (leis: readonly string[]) => {
      const found = new Map((await loadLeiRecords(db, leis)).map((known) => [known.lei, known]))
      return leis.map((lei) => found.get(lei))
    }),
    measures: new DataLoader((pages: readonly MeasuresPage[]) => listMeasures(db, sealer, pages), {
      cacheKeyFn: (page) => JSON.stringify(page),
    }),
    dueDiligence: openEntityLoader((ids) => loadRecords(db, ids)),
    dueDiligencePage: new DataLoader((pages: readonly DueDiligencePage[]) => listRecords(db, pages), {
      cacheKeyFn: (page) => JSON.stringify(page),
    }),
    dueDiligenceAnswers: new DataLoader(async (recordIds: readonly string[]) => {
      const found = await loadAnswers(db, sealer, recordIds)
      if (found === undefined) {
        const message = `These records have more than ${ANSWERS_BYTES_MAX} bytes of answers: ask for fewer of them.`
        throw refusalError({ code: 'DUE_DILIGENCE_ANSWERS_TOO_LARGE', message })
      }
      return recordIds.map((id) => found.get(id) ?? [])
    }),
    dueDiligenceDocuments: new DataLoader(async (recordIds: readonly string[]) => {
      const found = await listDocuments(db, sealer, recordIds)
      return recordIds.map((id) => found.get(id) ?? [])
    }),
    checkRuns: new DataLoader(async (ids: readonly string[]) => {
      const found = await listCheckRuns(db, ids, RUNS_LISTED_MAX)
      return ids.map((id) => found.get(id) ?? [])
    }),
    latestChecks: new DataLoader(async (ids: readonly string[]) => {
      const found = await listCheckRuns(db, ids, 1)
      return ids.map((id) => found.get(id)?.[0])
    }),
    appliedRules: new DataLoader(async (ids: readonly string[]) => {
      const found = await listAppliedRules(db, ids)
      return ids.map((id) => found.get(id) ?? [])
    }),
    unreleased: new DataLoader(
      async (vasps: readonly Vasp[]) => {
        const found = await loadUnreleased(db, vasps)
        return vasps.map(({ id }) => found.get(id) ?? { count: 0, ids: [] })
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    breaker: new DataLoader(async (vaspIds: readonly string[]) => {
      const found = await loadBreakers(db, vaspIds)
      return vaspIds.map((id) => found.get(id))
    }),
  }
  return {
    ...loaders,
    clear() {
      for (const loader of Object.values(loaders)) loader.clearAll()
    },
  }
}

/** A loader of entities by id; a string that is not a UUID yields undefined. */
function openEntityLoader<Entity extends { readonly id: string }>(
  load: (ids: readonly string[]) => Promise<readonly Entity[]>,
): DataLoader<string, Entity | undefined> {
  return new DataLoader(
    async (ids) => {
      const keys = ids.filter(isUuid)
      const found = keys.length === 0 ? [] : await load(keys)
      const byId = new Map(found.map((entity) => [entity.id, entity]))
      return ids.map((id) => byId.get(id.toLowerCase()))
    },
    { cacheKeyFn: (id) => id.toLowerCase() },
  )
}

type Resolve = (parent: unknown, args: unknown, context: { readonly loaders: Loaders }, info: unknown) => unknown

/** Wraps mutation resolvers so that each clears the loaders, and later fields see its effect. */
export function clearLoadersAfter(mutations: object): Record<string, Resolve> {
  return Object.fromEntries(
    Object.entries(mutations).map(([name, resolve]: [string, Resolve]) => [
      name,
      async (parent, args, context, info) => {
        const result = await resolve(parent, args, context, info)
        context.loaders.clear()
        return result
      },
    ]),
  )
}
