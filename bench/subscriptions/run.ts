import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestIssuer } from '@travel-rule/auth/testing/test-issuer'
import { isPublished } from '../gateway/settings.ts'
import { writeReport } from '../report.ts'
import { CASES, withBaseline } from './cases.ts'
import { measureCase } from './measure-case.ts'
import { readSubscriptionSettings, requireOpenFiles } from './settings.ts'
import { stageOpeners } from './stages.ts'
import { type CaseReport, lineOf, reportCase, tableOf } from './table.ts'

/** Longer than any run. */
const tokenSeconds = 7_200

/** Measures subscriptions through our gateway and a plain graphql-ws server, alternating. */
export async function run(): Promise<void> {
  const settings = readSubscriptionSettings(process.env)
  const cases = CASES.filter(({ name }) => settings.only?.has(name) ?? true)
  requireOpenFiles(Math.max(0, ...cases.map(({ clients }) => clients)))
  await using stack = new AsyncDisposableStack()
  const { path: folder } = stack.use(await mkdtempDisposable(join(tmpdir(), 'bench-')))
  const issuer = stack.use(await openTestIssuer())
  const open = stageOpeners({ folder, issuer, settings })
  const token = await issuer.token({
    realm_access: { roles: ['bench'] },
    exp: Math.floor(Date.now() / 1_000) + tokenSeconds,
  })

  const reports: CaseReport[] = []
  for (const its of cases) {
    const results = await measureCase({
      case: settings.baselineDir === undefined ? its : withBaseline(its),
      open,
      token,
      settings,
    })
    for (const [entrant, measured] of results) console.log(lineOf(its.name, entrant, measured))
    reports.push(...reportCase(its, results))
  }
  if (isPublished(settings)) await writeReport('subscriptions', { cases: reports }, tableOf(reports))
}
