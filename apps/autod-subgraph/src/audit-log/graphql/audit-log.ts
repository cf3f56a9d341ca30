import { isCaughtUp, listFeedCursors } from '@travel-rule/database/feed-cursor'
import { refusalError } from '@travel-rule/subgraph/graphql-error'
import { connectionOf, cursorsOf, loadPage, pageSize, parseSequence, requireRange } from '@travel-rule/subgraph/page'
import { referencedUser } from '../../graphql/context.ts'
import type { AuditLogFilter, InputMaybe, Resolvers } from '../../graphql/resolvers.generated.ts'
import { countAudit, listAudit } from '../../store/audit-log.ts'
import { VERIFY_ENTRIES_MAX, verifyAudit } from '../../store/verify-audit.ts'
import { type AuditFilter, entityLinks } from '../domain/audit-entry.ts'
import { readableSources, visibleEntry } from '../domain/visible-entry.ts'

const cursors = cursorsOf('audit', {
  code: 'AUDIT_CURSOR_INVALID',
  message: 'after must be the endCursor of an earlier page of auditLogs.',
})

/** The default of the argument, repeated here for an explicit `null`. */
const VERIFY_ENTRIES = 10_000

export const auditLogResolvers: Resolvers = {
  AutodQuery: {
    async auditLogs(_parent, { filter, first, after }, { db, identity, runHeavy }) {
      const size = pageSize(first)
      const before = after == null ? undefined : cursors.decode(after)
      const sources = readableSources(identity.scopes)
      const page = { limit: size + 1, before }
      const entries = await loadPage(size, runHeavy, () => listAudit(db, readFilter(filter), page))
      return connectionOf(entries, {
        size,
        isContinued: before !== undefined,
        nodeOf: (entry) => visibleEntry(entry, sources),
        cursorOf: ({ sequence }) => cursors.encode(sequence),
      })
    },
    auditLogsCount: (_parent, { filter }, { db }) => countAudit(db, readFilter(filter)),
    async verifyAuditLog(_parent, { from, to, first }, { db, sources, loadCheckpoints, runHeavy }) {
      const entriesMax = requireRange('first', first ?? VERIFY_ENTRIES, { min: 1, max: VERIFY_ENTRIES_MAX })
      const range = { from: sequenceArgument('from', from) ?? 1n, to: sequenceArgument('to', to), entriesMax }
      const report = await runHeavy(async (pause) => verifyAudit(db, range, await loadCheckpoints(), pause))
      if (!report.isComplete || range.to !== undefined) return report
      const cursors = await listFeedCursors(db, sources)
      return { ...report, isComplete: cursors.every(isCaughtUp) }
    },
  },
  AuditLogEntry: {
    id: ({ eventId }) => eventId,
    sequence: ({ sequence }) => String(sequence),
    subjectType: ({ subject }) => subject.type,
    subjectId: ({ subject }) => subject.id,
    detail: ({ detail }) =>
      Object.entries(detail)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => ({ name, value: value === null ? null : String(value) })),
    transaction: (entry) => reference(entityLinks(entry).transactionId),
    vasp: (entry) => reference(entityLinks(entry).vaspId),
    hash: ({ hash }) => Buffer.from(hash).toString('hex'),
    previousHash: ({ previousHash }) => Buffer.from(previousHash).toString('hex'),
  },
  AuditActor: {
    name: ({ name }) => name ?? null,
    user: ({ type, id }, _args, { loaders }) => (type === 'USER' ? referencedUser(loaders, id) : null),
  },
  AuditLogReport: {
    from: ({ from }) => String(from),
    to: ({ to }) => String(to),
    newestCheckpoint: ({ newestCheckpoint }) => newestCheckpoint ?? null,
    isIntact: ({ problems }) => problems.length === 0,
    problems: ({ problems }) => problems.map(({ sequence, ...rest }) => ({ ...rest, sequence: String(sequence) })),
  },
  AuditCheckpoint: {
    sequence: ({ sequence }) => String(sequence),
  },
}

function readFilter(filter: InputMaybe<AuditLogFilter> | undefined): AuditFilter {
  const entries = Object.entries(filter ?? {}).filter(([, value]) => value != null)
  return Object.fromEntries(entries) as AuditFilter
}

function sequenceArgument(name: string, value: string | null | undefined): bigint | undefined {
  if (value == null) return undefined
  const sequence = parseSequence(value)
  if (sequence !== undefined) return sequence
  const message = `${name} must be the sequence of an entry: an integer from 1.`
  throw refusalError({ code: 'AUDIT_SEQUENCE_INVALID', message })
}

function reference(id: string | undefined): { id: string } | null {
  return id === undefined ? null : { id }
}

/** The audit trails that this subgraph adds to entities of trpd. */
export const linkedEntityResolvers: Pick<Resolvers, 'Transaction' | 'Vasp'> = {
  Transaction: {
    __resolveReference: ({ id }) => ({ id }),
    async auditTrail({ id }, { first }, { loaders }) {
      return [...(await loaders.transactionTrail.load({ id, first: pageSize(first) }))]
    },
  },
  Vasp: {
    __resolveReference: ({ id }) => ({ id }),
    async auditTrail({ id }, { first }, { loaders }) {
      return [...(await loaders.vaspTrail.load({ id, first: pageSize(first) }))]
    },
  },
}
