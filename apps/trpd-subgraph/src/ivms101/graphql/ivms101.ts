import { withoutBidiControls } from '@travel-rule/service/bidi-controls'
import { parseJson } from '../../foundation/domain/json.ts'
import type { Ivms101Version, Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { constraintName, listedIssues } from '../domain/issue.ts'
import { issuePathIn } from '../domain/issue-path.ts'
import { parseIvms101 } from '../domain/parse.ts'
import { validateIvms101 } from '../domain/validate.ts'

const VERSIONS = { '2020': 'V2020', '2023': 'V2023', TRISA: 'TRISA' } as const satisfies Record<string, Ivms101Version>

/** Names for display: the stored payload stays as received. */
const nameResolvers: Pick<Resolvers, 'NaturalPersonNameIdentifier' | 'LegalPersonNameIdentifier'> = {
  NaturalPersonNameIdentifier: {
    primaryIdentifier: ({ primaryIdentifier }) => shown(primaryIdentifier),
    secondaryIdentifier: ({ secondaryIdentifier }) => shown(secondaryIdentifier),
  },
  LegalPersonNameIdentifier: {
    legalPersonName: ({ legalPersonName }) => shown(legalPersonName),
  },
}

function shown(name: string | undefined): string | null {
  return name === undefined ? null : withoutBidiControls(name)
}

export const ivms101Resolvers: Resolvers = {
  ...nameResolvers,
  Ivms101Issue: {
    constraintName: ({ constraint }) => constraintName(constraint) ?? null,
  },
  TrpdQuery: {
    validateIvms101: (_parent, args, { service, runHeavy }) =>
      runHeavy(async (pause) => {
        const json = unwrap(parseJson(args.payload))
        await pause()
        const { payload, dialect, issues: formIssues } = parseIvms101(json)
        await pause()
        const version = VERSIONS[dialect]
        const dataIssues = payload === undefined ? [] : validateIvms101(payload, service.now())
        const message = `The payload is in the form ${version}: rewrite it, or validate it as that version.`
        const mismatch = { path: '', constraint: 'DIALECT', message } as const
        const versionIssues = args.version != null && args.version !== version ? [mismatch] : []
        const issues = listedIssues([...versionIssues, ...formIssues, ...dataIssues])
        return {
          valid: issues.length === 0,
          version,
          issues: issues.map((issue) => ({ ...issue, path: issuePathIn(dialect, issue.path) })),
        }
      }),
  },
}
