import { pageSize, readPage } from '@travel-rule/subgraph/page'
import { listRates } from '../../assets/store/rates.ts'
import { assetOf } from '../../foundation/actions/transfer-service.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { readFilter } from '../../transfers/graphql/transaction-filter.ts'
import { transactionCursors } from '../../transfers/graphql/transaction-page.ts'
import { dryRunRules } from '../actions/dry-run-rules.ts'
import { replaceRules } from '../actions/replace-rules.ts'
import { setRates } from '../actions/set-rates.ts'
import { isDecisive, LIMITS_RULE, type RuleAction } from '../domain/rule.ts'
import { listRuleSets } from '../store/rule-sets.ts'

/** Maximum number of rules listed per transaction. */
const APPLIED_MAX = 50
/** The empty rules before any were set. */
const NO_RULES = { version: 0, rules: [], note: undefined, author: undefined, createdAt: undefined }

export const ruleResolvers: Resolvers = {
  TrpdQuery: {
    ruleSet: async (_parent, { version }, { service }) => {
      const query = { limit: 1, offset: 0, version: version ?? undefined }
      const [found] = await listRuleSets(service.database.db, query)
      return found ?? (version == null || version === 0 ? NO_RULES : null)
    },
    ruleSets: (_parent, args, { service }) => listRuleSets(service.database.db, readPage(args)),
    async dryRunRules(_parent, { rules, filter, first, after }, context) {
      const request = {
        rules,
        filter: readFilter(filter, context),
        first: pageSize(first),
        after: after == null ? undefined : transactionCursors.decode(after),
      }
      const run = await context.runHeavy((pause) => dryRunRules(context.service, { ...request, pause }))
      return { ...unwrap(run), first: request.first }
    },
    rates: async (_parent, args, { service }) => {
      const rates = await listRates(service.database.db, readPage(args))
      // An operator may have removed an asset from the settings.
      return rates.filter(({ assetId }) => service.assets.byId(assetId) !== undefined)
    },
  },
  TrpdMutation: {
    replaceRules: async (_parent, args, { service, actor }) =>
      unwrap(await replaceRules(service, withoutNulls(args), actor)),
    setRates: async (_parent, { rates }, { service, actor }) => [...unwrap(await setRates(service, rates, actor))],
  },
  ReplacedRules: {
    ruleSet: ({ set }) => set,
    warnings: ({ warnings }) => [...warnings],
  },
  RuleSet: {
    rules: ({ rules }) => [...rules],
    note: ({ note }) => note ?? null,
    author: ({ author }) => (author === undefined ? null : { id: author }),
    createdAt: ({ createdAt }) => createdAt ?? null,
  },
  Rule: {
    reasonId: ({ reasonId }) => reasonId ?? null,
    internalReason: ({ internalReason }) => internalReason ?? null,
    assignee: ({ assignee }) => (assignee === undefined ? null : { id: assignee }),
    priority: ({ priority }) => priority ?? null,
    dueSeconds: ({ dueSeconds }) => dueSeconds ?? null,
  },
  CheckCondition: { check: ({ check }) => check ?? null },
  AmountCondition: {
    asset: ({ unit }, _args, { service }) => ('asset' in unit ? (service.assets.byId(unit.asset) ?? null) : null),
    currency: ({ unit }) => ('currency' in unit ? unit.currency : null),
  },
  RuleDryRun: {
    otherwise: ({ tally }) => tally.otherwise(),
    outcomes: ({ tally }) => tally.counts().map((count) => ({ ...count, action: count.action ?? null })),
    rules: ({ tally, rules }) =>
      [...rules.map(({ name }) => name), LIMITS_RULE].map((rule) => ({ rule, count: tally.countOf(rule) })),
    differences: ({ differences, first }) => differences.slice(0, first),
    endCursor: ({ differences, first }) => {
      const last = differences.length > first ? differences[first - 1] : undefined
      return last === undefined ? null : transactionCursors.encode(last.sequence)
    },
    warnings: ({ warnings }) => [...warnings],
  },
  RuleDifference: {
    transaction: async ({ transferId }, _args, { loaders }) => (await loaders.transfer.load(transferId)) ?? null,
    rule: ({ rule }) => rule ?? null,
    action: ({ action }) => action ?? null,
  },
  Rate: {
    asset: (rate, _args, { service }) => assetOf(service, rate),
    isOutdated: ({ at }, _args, { service }) =>
      service.now().getTime() - at.getTime() > service.policy.ageMaxSeconds.rate * 1_000,
    setBy: ({ setBy }) => ({ id: setBy }),
  },
  Transaction: {
    decidedByRule: async ({ id, version, decidedBy }, _args, { loaders }) => {
      if (decidedBy !== undefined) return null
      const applied = await loaders.appliedRules.load(id)
      return applied.find(({ action, transferVersion }) => isDecisive(action) && transferVersion <= version) ?? null
    },
    appliedRules: async ({ id, version }, _args, { loaders }) =>
      (await loaders.appliedRules.load(id))
        .filter(({ transferVersion }) => transferVersion <= version)
        .slice(0, APPLIED_MAX),
  },
  TransactionChange: {
    rule: async ({ transfer: { id, version }, actor }, _args, { loaders }) => {
      if (actor.type !== 'SYSTEM') return null
      const decided = ({ action, transferVersion }: { action: RuleAction; transferVersion: number }) =>
        isDecisive(action) && transferVersion === version
      return (await loaders.appliedRules.load(id)).find(decided) ?? null
    },
  },
}
