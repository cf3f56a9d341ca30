import { readPage, requireRange } from '@travel-rule/subgraph/page'
import { NAMESPACE } from '@travel-rule/subgraph/resolver-values'
import { newsSince } from '../../cases/actions/mark-read.ts'
import type { CasePriority } from '../../cases/domain/case.ts'
import { listMentions } from '../../cases/store/case-mentions.ts'
import { secondsAfter } from '../../foundation/actions/transfer-service.ts'
import { isUuid } from '../../foundation/domain/string-format.ts'
import { firstMonth } from '../../graphql/first-month.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { countVasps } from '../../vasps/store/vasps.ts'
import { addHistograms, summarizeResponses } from '../domain/response-times.ts'
import {
  countDecisions,
  countEvents,
  countRuleDecisions,
  type DayCount,
  listResponses,
} from '../store/desk-activity.ts'
import { type CaseGroup, countOpenCases, countOwnCases, OPEN_STATUSES } from '../store/open-cases.ts'

const PRIORITIES: readonly CasePriority[] = ['URGENT', 'HIGH', 'NORMAL', 'LOW']
/** Boundaries between age ranges, in hours. */
const AGE_HOURS = [1, 4, 24, 72, 168]
const DUE_SOON_SECONDS = 86_400
const PEOPLE_MAX = 100
const RULES_MAX = 100
const DAYS = { default: 30, max: 90 }
const MONTHS_MAX = 3
/** Default number of items in a list. */
const VASPS = 20
const MENTIONS = 20

export const deskResolvers: Resolvers = {
  TrpdQuery: {
    deskSummary: () => NAMESPACE,
  },
  DeskSummary: {
    openCases: async (_parent, _args, { service }) => {
      const now = service.now()
      const { groups, openedBefore, dueBefore } = await countOpenCases(service.database.db, {
        openedBefore: AGE_HOURS.map((hours) => secondsAfter(now, -3_600 * hours)),
        dueBefore: [now, secondsAfter(now, DUE_SOON_SECONDS)],
        defaultDueSeconds: service.policy.deadlineSeconds.case,
      })
      return openCasesOf(groups, openedBefore, dueBefore)
    },
    myCases: async (_parent, _args, { service, identity }) => {
      const now = service.now()
      const { total, dueBefore } = await countOwnCases(service.database.db, {
        assignee: identity.subject,
        dueBefore: [now, secondsAfter(now, DUE_SOON_SECONDS)],
        defaultDueSeconds: service.policy.deadlineSeconds.case,
      })
      return { total, ...dueOf(dueBefore) }
    },
    mentions: async (_parent, { limit }, { service, loaders, identity }) => {
      const { limit: most } = readPage({ limit: limit ?? MENTIONS })
      const search = { person: identity.subject, since: newsSince(service), limit: most }
      const found = (await listMentions(service.database.db, search)).map(async ({ transferId, by, at }) => {
        const transaction = await loaders.transfer.load(transferId)
        return transaction === undefined ? [] : [{ transaction, by: { id: by }, at }]
      })
      return (await Promise.all(found)).flat()
    },
    decisions: async (_parent, { days }, { service }) => {
      const { db } = service.database
      const since = lastDays(service.now(), days)[0] ?? ''
      const [decisions, rules] = await Promise.all([
        countDecisions(db, since),
        countRuleDecisions(db, since, RULES_MAX),
      ])
      const people = decisions.flatMap(({ person, ...counts }) =>
        person === undefined ? [] : [{ person: { id: person }, ...counts }],
      )
      const automatic = decisions.find(({ person }) => person === undefined)
      return {
        automatic: { approved: automatic?.approved ?? 0, declined: automatic?.declined ?? 0 },
        byPeople: { approved: sum(people, ({ approved }) => approved), declined: sum(people, (each) => each.declined) },
        people: people.slice(0, PEOPLE_MAX),
        rules,
      }
    },
    vaspReviewsDue: (_parent, _args, { service }) => countVasps(service.database.db, { reviewDueBy: service.now() }),
    trend: async (_parent, { days }, { service }) => {
      const listed = lastDays(service.now(), days)
      const counts = Map.groupBy(await countEvents(service.database.db, listed[0] ?? ''), ({ day }) => day)
      return listed.map((day) => deskDayOf(day, counts.get(day) ?? []))
    },
    responseTimes: async (_parent, { months, vasp, limit }, { service, loaders }) => {
      const { limit: most } = readPage({ limit: limit ?? VASPS })
      const since = firstMonth(service.now(), months, MONTHS_MAX)
      if (vasp != null && !isUuid(vasp)) return []
      const found = await listResponses(service.database.db, { since, vaspId: vasp ?? undefined, limit: most })
      const all = found.map(async ({ vaspId, histograms: { PERSON, SERVICE, COUNTERPARTY } }) => {
        const known = await loaders.vasp.load(vaspId)
        if (known === undefined) return []
        const ours = summarizeResponses(addHistograms([PERSON, SERVICE])) ?? null
        const byPeople = summarizeResponses(PERSON) ?? null
        return [{ vasp: known, ours, byPeople, theirs: summarizeResponses(COUNTERPARTY) ?? null }]
      })
      return (await Promise.all(all)).flat()
    },
  },
}

/** `openedBefore` corresponds to `AGE_HOURS`, `dueBefore` to now and to the end of the due-soon period. */
function openCasesOf(groups: readonly CaseGroup[], openedBefore: readonly number[], dueBefore: readonly number[]) {
  const count = (some: readonly CaseGroup[]) => sum(some, (group) => group.count)
  const total = count(groups)
  const byAssignee = [...Map.groupBy(groups, ({ assignee }) => assignee)].flatMap(([assignee, own]) =>
    assignee === undefined ? [] : [{ assignee: { id: assignee }, count: count(own) }],
  )
  return {
    total,
    unassigned: count(groups.filter(({ assignee }) => assignee === undefined)),
    ...dueOf(dueBefore),
    byStatus: OPEN_STATUSES.map((status) => ({
      status,
      count: count(groups.filter((group) => group.status === status)),
    })),
    byPriority: PRIORITIES.map((priority) => ({
      priority,
      count: count(groups.filter((group) => group.priority === priority)),
    })),
    byAge: [0, ...AGE_HOURS].map((fromHours, index) => ({
      fromHours,
      toHours: AGE_HOURS[index] ?? null,
      count: (index === 0 ? total : (openedBefore[index - 1] ?? 0)) - (openedBefore[index] ?? 0),
    })),
    byAssignee: byAssignee.toSorted((a, b) => b.count - a.count).slice(0, PEOPLE_MAX),
  }
}

function dueOf([overdue = 0, dueByTomorrow = 0]: readonly number[]) {
  return { overdue, dueSoon: dueByTomorrow - overdue }
}

function deskDayOf(day: string, counts: readonly DayCount[]) {
  const number = (isCounted: (count: DayCount) => boolean) => sum(counts.filter(isCounted), ({ count }) => count)
  const of = (event: DayCount['event']) => number((count) => count.event === event)
  const decided = (event: DayCount['event'], direction: DayCount['direction']) =>
    number((count) => count.event === event && count.direction === direction)
  const [approved, declined] = [decided('transfer.approved', 'RECEIVED'), decided('transfer.declined', 'RECEIVED')]
  return {
    day,
    received: of('transfer.received'),
    sent: of('transfer.inquired'),
    registered: of('transfer.registered'),
    decided: approved + declined,
    approved,
    declined,
    approvedByCounterparties: decided('transfer.approved', 'SENT'),
    declinedByCounterparties: decided('transfer.declined', 'SENT'),
    confirmed: of('transfer.confirmed'),
    canceled: of('transfer.canceled'),
    expired: of('transfer.expired'),
    failed: of('transfer.failed'),
  }
}

/** The days up to `now` in UTC, oldest first. Throws the refusal `INPUT_INVALID`. */
function lastDays(now: Date, argument: number | null | undefined): string[] {
  const days = requireRange('days', argument ?? DAYS.default, { min: 1, max: DAYS.max })
  const dayOf = (ago: number) =>
    secondsAfter(now, -86_400 * ago)
      .toISOString()
      .slice(0, 10)
  return Array.from({ length: days }, (_, index) => dayOf(days - 1 - index))
}

function sum<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0)
}
