import { readPage } from '@travel-rule/subgraph/page'
import { isUuid } from '../../foundation/domain/string-format.ts'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { addDueDiligenceDocument } from '../actions/add-due-diligence-document.ts'
import { eraseDueDiligence } from '../actions/erase-due-diligence.ts'
import { recordDueDiligence } from '../actions/record-due-diligence.ts'
import { loadFile } from '../store/due-diligence-documents.ts'

export const dueDiligenceResolvers: Resolvers = {
  TrpdQuery: {
    dueDiligenceDocument: async (_parent, { id }, { service, runHeavy }) =>
      (isUuid(id) ? await runHeavy(() => loadFile(service.database.db, service.sealer, id)) : undefined) ?? null,
  },
  TrpdMutation: {
    recordDueDiligence: async (_parent, { id, input }, { service, actor }) =>
      unwrap(await recordDueDiligence(service, id, withoutNulls(input), actor)),
    addDueDiligenceDocument: async (_parent, { id, ...document }, { service, actor }) =>
      unwrap(await addDueDiligenceDocument(service, id, document, actor)),
    eraseDueDiligence: async (_parent, args, { service, actor }) =>
      unwrap(await eraseDueDiligence(service, withoutNulls(args), actor)),
  },
  Vasp: {
    dueDiligence: ({ id, dueDiligence }) => (dueDiligence === undefined ? null : { ...dueDiligence, vaspId: id }),
    dueDiligenceHistory: async ({ id }, args, { loaders }) => {
      const { limit, offset } = readPage(args)
      return [...(await loaders.dueDiligencePage.load({ vaspId: id, limit, offset }))]
    },
  },
  DueDiligence: {
    riskRating: ({ riskRating }) => riskRating ?? null,
    reviewedAt: ({ reviewedAt }) => new Date(reviewedAt),
    nextReviewAt: ({ nextReviewAt }) => (nextReviewAt === undefined ? null : new Date(nextReviewAt)),
    recordedBy: ({ recordedBy }) => ({ id: recordedBy }),
    recordedAt: ({ recordedAt }) => new Date(recordedAt),
    answers: async ({ id }, _args, { loaders }) => [...(await loaders.dueDiligenceAnswers.load(id))],
    documents: async ({ id }, _args, { loaders }) => [...(await loaders.dueDiligenceDocuments.load(id))],
    erasedAt: async ({ id }, _args, { loaders }) => (await loaders.dueDiligence.load(id))?.erasedAt ?? null,
  },
  DueDiligenceDocument: {
    name: ({ name }) => name ?? null,
    sha256: ({ sha256 }) => sha256.toString('hex'),
    addedBy: ({ addedBy }) => ({ id: addedBy }),
  },
  DueDiligenceFile: { content: ({ content }) => content.toString('base64') },
}
