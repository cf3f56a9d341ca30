import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { runChecksAgain } from '../actions/run-checks-again.ts'
import { type CheckResultInRun, type CheckRun, openEvidence } from '../store/check-runs.ts'

export const checkResolvers: Resolvers = {
  TrpdMutation: {
    runChecks: async (_parent, { id }, { service, actor }) => unwrap(await runChecksAgain(service, id, actor)),
  },
  Transaction: {
    checks: async ({ id }, _args, { loaders }) => {
      const run = await loaders.latestChecks.load(id)
      return run === undefined ? [] : resultsOf(run)
    },
    checkRuns: async ({ id }, _args, { loaders }) => [...(await loaders.checkRuns.load(id))],
  },
  CheckRun: {
    requestedBy: ({ by }) => (by === undefined ? null : { id: by }),
    results: (run) => resultsOf(run),
  },
  CheckResult: {
    check: ({ result }) => result.check,
    version: ({ result }) => result.version,
    verdict: ({ result }) => result.verdict,
    reason: ({ result }) => result.reason,
    missing: ({ result }) =>
      (result.missing ?? []).map(({ party, anyOf }) => ({
        party,
        anyOf: anyOf.map((fields) => ({ fields: [...fields] })),
      })),
    evidence: async ({ run, result }, _args, { service }) => {
      const evidence = (await openEvidence(service.database.db, service.sealer, run))[result.check] ?? {}
      return Object.entries(evidence).map(([name, value]) => ({ name, value }))
    },
    finding: ({ result }) => result.finding ?? null,
    required: ({ result }, _args, { service }) => service.policy.decisions.requiredChecks.has(result.check),
    checkedAt: ({ result }) => result.at,
  },
}

function resultsOf(run: CheckRun): CheckResultInRun[] {
  return run.results.map((result) => ({ run, result }))
}
