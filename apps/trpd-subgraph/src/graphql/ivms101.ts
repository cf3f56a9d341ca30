import { listedIssues } from '../domain/ivms101/issue.ts'
import { parseIvms101 } from '../domain/ivms101/parse.ts'
import { validateIvms101 } from '../domain/ivms101/validate.ts'
import { parseJson } from '../domain/json.ts'
import type { Ivms101Version, Resolvers } from './resolvers.generated.ts'
import { unwrap } from './unwrap.ts'

const VERSIONS = { '2020': 'V2020', '2023': 'V2023', TRISA: 'TRISA' } as const satisfies Record<string, Ivms101Version>

export const ivms101Resolvers: Resolvers = {
  TrpdQuery: {
    validateIvms101: (_parent, { payload: text, version: wanted }, { service }) => {
      const { payload, dialect, issues: deviations } = parseIvms101(unwrap(parseJson(text)))
      const version = VERSIONS[dialect]
      const breaches = payload === undefined ? [] : validateIvms101(payload, service.now())
      const other = wanted != null && wanted !== version
      const edition = { path: '', constraint: 'DIALECT', message: `The payload is written as ${version}.` } as const
      const issues = [...listedIssues([...(other ? [edition] : []), ...deviations, ...breaches])]
      return { valid: issues.length === 0, version, issues }
    },
  },
}
