import { readPage } from '@travel-rule/subgraph/page'
import { firstMonth } from '../../graphql/first-month.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { recordMeasure } from '../actions/record-measure.ts'
import { listFailingVasps } from '../store/data-failures.ts'

const MONTHS_MAX = 12
/** Default number of VASPs in `failingVasps`. */
const VASPS = 20

export const vaspFailureResolvers: Resolvers = {
  TrpdQuery: {
    failingVasps: async (_parent, { months, limit }, { service, loaders }) => {
      const page = readPage({ limit: limit ?? VASPS })
      const ids = await listFailingVasps(service.database.db, firstMonth(service.now(), months, MONTHS_MAX), page.limit)
      const found = await Promise.all(ids.map((id) => loaders.vasp.load(id)))
      return found.filter((vasp) => vasp !== undefined)
    },
  },
  TrpdMutation: {
    recordMeasure: async (_parent, { id, ...input }, { service, actor }) =>
      unwrap(await recordMeasure(service, id, withoutNulls(input), actor)),
  },
  Vasp: {
    dataFailures: ({ id }, { months }, { service, loaders }) =>
      loaders.dataFailures.load({ vaspId: id, since: firstMonth(service.now(), months, MONTHS_MAX) }),
    measures: async ({ id }, args, { loaders }) => {
      const { limit, offset } = readPage(args)
      return [...(await loaders.measures.load({ vaspId: id, limit, offset }))]
    },
  },
  DataFailures: {
    gapShare: ({ inquiriesReceived, inquiriesWithGaps }) =>
      inquiriesReceived === 0 ? null : inquiriesWithGaps / inquiriesReceived,
    gaps: ({ gaps }) => [...gaps],
  },
  VaspMeasure: {
    deadline: ({ deadline }) => deadline ?? null,
    note: ({ note }) => note ?? null,
    recordedBy: ({ recordedBy }) => ({ id: recordedBy }),
  },
}
