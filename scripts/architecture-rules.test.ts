import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { undeclaredImports, violationsOf } from './architecture-rules.ts'
import { ALLOWED_UPWARD } from './layers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const rulesOf = (path: string, source: string) => violationsOf(path, source).map(({ rule, line }) => `${line}: ${rule}`)

it.each([
  [
    'apps/gateway/src/operation/a.ts',
    "import { x } from '@travel-rule/trpd-subgraph/x'",
    'imports point down: apps/gateway may not import apps/trpd-subgraph',
  ],
  [
    'apps/gateway/src/operation/a.ts',
    "import { x } from '../../../trpd-subgraph/src/x.ts'",
    'imports point down: apps/gateway may not import apps/trpd-subgraph',
  ],
  [
    'packages/auth/src/a.ts',
    "import { x } from '@travel-rule/gateway/x'",
    'imports point down: packages/auth may not import apps/gateway',
  ],
  [
    'packages/auth/src/a.ts',
    "import { type Agent, request } from 'node:http'",
    'values of node:http come from @travel-rule/service/node-http',
  ],
  ['packages/auth/src/a.ts', '/** The travel address of a VASP. */', 'packages/ hold no word of the domain'],
  [
    'apps/trpd-subgraph/src/transfers/domain/a.ts',
    "import { readFileSync } from 'node:fs'",
    'domain/ is pure: it may not import node:fs',
  ],
  [
    'apps/trpd-subgraph/src/transfers/domain/a.ts',
    "import {\n  sql,\n} from 'kysely'",
    'domain/ is pure: it may not import kysely',
  ],
  [
    'apps/trpd-subgraph/src/transfers/domain/a.ts',
    'const at = new Date()',
    'domain/ gets time, ids and randomness as arguments',
  ],
  [
    'apps/aopd-subgraph/src/proofs/domain/a.ts',
    "import { x } from '@travel-rule/database/x'",
    'domain/ is pure: it may not import @travel-rule/database/x',
  ],
  [
    'apps/aopd-subgraph/src/store/a.ts',
    "import { x } from '../proofs/actions/x.ts'",
    'imports point down: store may not import proofs/actions',
  ],
  ['apps/dashboard/src/ui/a.tsx', "import { x } from '../app/x.tsx'", 'imports point down: ui may not import app'],
  [
    'apps/trpd-subgraph/src/transfers/store/a.ts',
    "import { x } from '../actions/x.ts'",
    'imports point down: transfers/store may not import transfers/actions',
  ],
  [
    'apps/trpd-subgraph/src/rules/actions/a.ts',
    "import { x } from '../../assets/graphql/x.ts'",
    'imports point down: rules/actions may not import assets/graphql',
  ],
  [
    'apps/trpd-subgraph/src/assets/domain/a.ts',
    "import { x } from '../../rules/domain/x.ts'",
    'imports point down: assets/domain may not import rules/domain',
  ],
  [
    'apps/trpd-subgraph/src/cases/actions/a.ts',
    "import { x } from '../../transfers/actions/x.ts'",
    'imports point down: cases/actions may not import transfers/actions',
  ],
  [
    'apps/trpd-subgraph/src/odds/domain/a.ts',
    "import { x } from '../../rules/domain/x.ts'",
    'apps/trpd-subgraph/src/odds/domain/a.ts is in no folder of apps/trpd-subgraph in scripts/layers.ts',
  ],
  [
    'apps/trpd-subgraph/src/start.ts',
    'const port = process.env.PORT',
    'process.env is read in config.ts and main.ts only',
  ],
  [
    'tools/counterparty/src/a.ts',
    "import { x } from '@travel-rule/service/x'",
    'the counterparty shares no code with the service: @travel-rule/service/x',
  ],
  [
    'apps/gateway/src/relay/a.ts',
    "import type { X } from '../transport/http/x.ts'",
    'imports point down: relay may not import transport/http',
  ],
  [
    'apps/gateway/src/upstream/a.ts',
    "import { x } from '../relay/x.ts'",
    'imports point down: upstream may not import relay',
  ],
  [
    'packages/federation/src/execution/plan/a.ts',
    "import { x } from '../execute-plan.ts'",
    'imports point down: execution/plan may not import execution',
  ],
  [
    'packages/federation/src/execution/odds/a.ts',
    "import { x } from '../run/x.ts'",
    'packages/federation/src/execution/odds/a.ts is in no folder of packages/federation in scripts/layers.ts',
  ],
  [
    'apps/gateway/src/transport/websocket/a.ts',
    "import { x } from '../event-stream/x.ts'",
    'imports point down: transport/websocket may not import transport/event-stream',
  ],
  [
    'apps/gateway/src/odds/a.ts',
    "import { x } from '../relay/x.ts'",
    'apps/gateway/src/odds/a.ts is in no folder of apps/gateway in scripts/layers.ts',
  ],
  [
    'packages/service/src/a.test.ts',
    "import { x } from '@travel-rule/http-host/x'",
    'imports point down: packages/service may not import packages/http-host',
  ],
  ['apps/gateway/src/operation/a.ts', "export * from './b.ts'", 'no barrels'],
  ['apps/gateway/src/operation/a.ts', 'export default 1', 'no default exports'],
])('in %s, the source %j violates a rule', (path, source, rule) => {
  expect(rulesOf(path, source)).toEqual([`1: ${rule}`])
})

it.each([
  ['apps/trpd-subgraph/src/transfers/domain/a.ts', "import { base58 } from '@scure/base'\nimport { b } from './b.ts'"],
  [
    'apps/trpd-subgraph/src/cases/actions/a.ts',
    "import { save } from '../../transfers/store/save.ts'\nimport { decide } from '../../rules/domain/decide.ts'",
  ],
  ['apps/trpd-subgraph/src/rules/domain/a.ts', "import { x } from '../../transfers/domain/x.ts'"],
  ['apps/trpd-subgraph/src/cases/store/cases.ts', "import { x } from '../../transfers/store/x.ts'"],
  ['apps/trpd-subgraph/src/transfers/domain/a.ts', "import { ok } from '@travel-rule/service/result'"],
  ['apps/trpd-subgraph/src/main.ts', 'process.env.APOLLO_TELEMETRY_DISABLED = "true"'],
  ['apps/trpd-subgraph/src/cases/graphql/a.ts', '// process.env is not read here'],
])('in %s, the source %j violates no rule', (path, source) => {
  expect(rulesOf(path, source)).toEqual([])
})

const exceptions = Object.entries(ALLOWED_UPWARD).flatMap(([home, allowed]) =>
  allowed.map(([file, target]) => ({ home, file, target })),
)

it.each(exceptions)('$file of $home still imports $target, so that it is an exception', ({ home, file, target }) => {
  const source = readFileSync(`${root}${home}/src/${file}.ts`, 'utf8')
  expect(source).toContain(`'../../${target}`)
})

it('a test may import only the workspaces that its package.json declares', () => {
  const source =
    "import { a } from '@travel-rule/frames/a'\nimport { b } from '@travel-rule/certificates/b'\nimport 'ws'"
  const declared = new Set(['@travel-rule/conformance', '@travel-rule/frames'])
  expect(undeclaredImports('conformance/trp/report.test.ts', source, declared)).toEqual([
    {
      path: 'conformance/trp/report.test.ts',
      line: 2,
      rule: 'package.json does not declare @travel-rule/certificates',
    },
  ])
})
