import { requireRange } from '@travel-rule/subgraph/page'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { exportVasps } from '../actions/export-vasps.ts'
import { type ImportedRow, importVasps } from '../actions/import-vasps.ts'
import { DIRECTORY_ROWS_MAX } from '../domain/vasp-directory.ts'

export const vaspDirectoryResolvers: Resolvers = {
  TrpdQuery: {
    vaspDirectory: (_parent, { format, first, after }, { service, runHeavy }) => {
      const limit = requireRange('first', first ?? DIRECTORY_ROWS_MAX, { min: 1, max: DIRECTORY_ROWS_MAX })
      return runHeavy(async () => unwrap(await exportVasps(service, { format, limit, after: after ?? undefined })))
    },
  },
  TrpdMutation: {
    importVasps: async (_parent, args, { service, actor, runHeavy }) =>
      runHeavy(async () => unwrap(await importVasps(service, args, actor))),
  },
  VaspDirectoryPart: {
    next: ({ next }) => next ?? null,
  },
  VaspImport: {
    added: ({ rows }) => count(rows, 'ADDED'),
    changed: ({ rows }) => count(rows, 'CHANGED'),
    unchanged: ({ rows }) => count(rows, 'UNCHANGED'),
    rows: ({ rows }) => [...rows],
    problems: ({ problems }) => [...problems],
  },
  VaspImportRow: {
    line: ({ line }) => line ?? null,
    vaspId: ({ vaspId }) => vaspId ?? null,
    changedFields: ({ changedFields }) => [...changedFields],
  },
  VaspImportProblem: {
    line: ({ line }) => line ?? null,
    field: ({ field }) => field ?? null,
  },
}

function count(rows: readonly ImportedRow[], outcome: ImportedRow['outcome']): number {
  return rows.filter((row) => row.outcome === outcome).length
}
