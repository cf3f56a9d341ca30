import { refuse } from '@travel-rule/service/result'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap } from '../../graphql/unwrap.ts'
import { previewThresholds } from '../actions/preview-thresholds.ts'
import { setThresholds } from '../actions/set-thresholds.ts'
import { LIST_NAMES } from '../domain/list-entry.ts'
import type { ScreeningSubject } from '../domain/screening-result.ts'
import { listScreeningLists } from '../store/screening-lists.ts'
import { loadThresholds } from '../store/screening-thresholds.ts'

const NAME_LENGTH_MAX = 400
const ADDRESS_LENGTH_MAX = 256

/** The id of no transaction: an officer's search belongs to none. */
const NO_TRANSFER = ''

export const screeningResolvers: Resolvers = {
  TrpdQuery: {
    screeningLists: async (_parent, _args, { service }) => {
      const states = new Map((await listScreeningLists(service.database.db)).map((state) => [state.name, state]))
      const missing = { entries: 0, malformed: 0, malformedRows: [] }
      return LIST_NAMES.filter((name) => states.has(name) || service.policy.screening.lists.includes(name)).map(
        (name) => states.get(name) ?? { name, ...missing },
      )
    },
    screen: async (_parent, { name, kind, address }, { service, signal }) => {
      const subjects: ScreeningSubject[] = name?.trim() ? [{ name: name.trim(), kind: kind ?? 'PERSON' }] : []
      const wallets = address?.trim() ? [{ asset: '', address: address.trim() }] : []
      if (subjects.length + wallets.length === 0) unwrap(refuse('INPUT_INVALID', 'A name or an address is required.'))
      if ((name?.length ?? 0) > NAME_LENGTH_MAX)
        unwrap(refuse('INPUT_INVALID', `name has more than ${NAME_LENGTH_MAX} characters.`))
      if ((address?.length ?? 0) > ADDRESS_LENGTH_MAX)
        unwrap(refuse('INPUT_INVALID', `address has more than ${ADDRESS_LENGTH_MAX} characters.`))
      const result = await service.screening.screen({ subjects, wallets, requiresAddresses: true }, signal)
      return { ...result, transferId: NO_TRANSFER, screenedAt: service.now() }
    },
    screeningThresholds: (_parent, _args, { service }) => loadThresholds(service.database.db),
    previewScreeningThresholds: async (_parent, thresholds, { service, runHeavy }) =>
      unwrap(await runHeavy((pause) => previewThresholds(service, thresholds, pause))),
  },
  TrpdMutation: {
    setScreeningThresholds: async (_parent, args, { service, actor }) =>
      unwrap(await setThresholds(service, args, actor)),
  },
  ScreeningThresholds: {
    author: ({ author }) => (author === undefined ? null : { id: author }),
    createdAt: ({ createdAt }) => createdAt ?? null,
  },
  ScreeningThresholdsPreview: {
    changed: ({ changes }) => changes.reduce((sum, { count }) => sum + count, 0),
    changes: ({ changes }) => [...changes],
  },
  Transaction: {
    screening: async ({ id }, _args, { loaders }) => (await loaders.screening.load(id)) ?? null,
  },
  ScreeningList: {
    isRequired: ({ name }, _args, { service }) => service.policy.screening.lists.includes(name),
    state: ({ loadedAt }, _args, { service }) => {
      if (loadedAt === undefined) return 'MISSING'
      const ageSeconds = (service.now().getTime() - loadedAt.getTime()) / 1_000
      return ageSeconds > service.policy.ageMaxSeconds.list ? 'OUTDATED' : 'CURRENT'
    },
    version: ({ version }) => version ?? null,
    publishedOn: ({ publishedOn }) => publishedOn ?? null,
    loadedAt: ({ loadedAt }) => loadedAt ?? null,
    ageHours: ({ loadedAt }, _args, { service }) =>
      loadedAt === undefined ? null : Math.floor((service.now().getTime() - loadedAt.getTime()) / 3_600_000),
    malformedRows: ({ malformedRows }) => [...malformedRows],
    refused: ({ refused }) => refused ?? null,
  },
  Screening: {
    subjects: ({ evidence }) =>
      evidence.subjects.map(({ subject: { role, name, kind } }) => ({ role: role ?? null, name, kind })),
    nameHits: ({ evidence }) =>
      evidence.subjects.flatMap(({ subject, hits }) =>
        hits.map((hit) => ({
          role: subject.role ?? null,
          name: subject.name,
          list: hit.list,
          entryId: hit.entryId,
          listedName: hit.listedName,
          score: hit.comparison.score,
          isStrong: hit.isStrong,
          words: hit.comparison.pairs.map(({ left, right, how }) => ({ screened: left, listed: right, how })),
          missingInEntry: [...hit.comparison.missingRight],
          missingInName: [...hit.comparison.missingLeft],
          isReordered: hit.comparison.isReordered,
          birthYears: [...hit.birthYears],
          isBirthYearSame: hit.isBirthYearSame ?? null,
          isIdentifierSame: hit.isIdentifierSame ?? false,
          programs: [...hit.programs],
        })),
      ),
    walletHits: ({ evidence }) => [...evidence.wallets],
    vendorHits: ({ evidence }) =>
      evidence.subjects.flatMap(({ subject, vendorHits }) =>
        vendorHits.map(({ name, score, reference }) => ({
          name: subject.name,
          listedName: name,
          score: score ?? null,
          reference: reference ?? null,
        })),
      ),
    gaps: ({ evidence }) => [...evidence.gaps],
    lists: ({ evidence }) => [...evidence.lists],
  },
}
