import { loadPage, readPage } from '@travel-rule/subgraph/page'
import type { Resolvers } from '../../graphql/resolvers.generated.ts'
import { unwrap, withoutNulls } from '../../graphql/unwrap.ts'
import { encodeTrp2020 } from '../../ivms101/domain/encode.ts'
import { renewDataRequest, requestData, withdrawDataRequest } from '../actions/request-data.ts'
import { type PartyData, withParty } from '../domain/complete-payload.ts'
import { needsData, type Party, statusOf } from '../domain/data-request.ts'
import { countDataRequests, listAllDataRequests } from '../store/data-requests.ts'

export const dataRequestResolvers: Resolvers = {
  TrpdQuery: {
    dataRequests: (_parent, { status, ...args }, { service, runHeavy }) => {
      const page = readPage(args)
      const filter = { statuses: status ?? undefined, at: service.now() }
      return loadPage(page.limit, runHeavy, () =>
        listAllDataRequests(service.database.db, service.sealer, filter, page),
      )
    },
    dataRequestsCount: (_parent, { status }, { service }) =>
      countDataRequests(service.database.db, { statuses: status ?? undefined, at: service.now() }),
  },
  TrpdMutation: {
    requestData: async (_parent, args, { service, actor }) =>
      unwrap(await requestData(service, withoutNulls(args), actor)),
    renewDataRequest: async (_parent, { id }, { service, actor }) => unwrap(await renewDataRequest(service, id, actor)),
    withdrawDataRequest: async (_parent, { id }, { service, actor }) =>
      unwrap(await withdrawDataRequest(service, id, actor)),
  },
  Transaction: {
    acceptsDataRequests: (transfer) => transfer.erasedAt === undefined && needsData(transfer),
    dataRequests: async ({ id }, _args, { loaders }) => [...(await loaders.dataRequests.load(id))],
  },
  DataRequest: {
    transaction: async ({ transferId }, _args, { loaders }) => {
      const transfer = await loaders.transfer.load(transferId)
      if (transfer === undefined) throw new Error('a data request belongs to a transfer')
      return transfer
    },
    status: (request, _args, { service }) => statusOf(request, service.now()),
    fields: ({ fields }) => [...fields],
    message: ({ message }) => message ?? null,
    email: ({ email }) => email ?? null,
    mail: ({ mail }) => mail ?? null,
    requestedBy: ({ requestedBy }) => ({ id: requestedBy }),
    settledAt: ({ settledAt }) => settledAt ?? null,
    response: ({ response, ...request }) => (response === undefined ? null : { ...request, response }),
  },
  DataResponse: {
    receivedAt: ({ settledAt, createdAt }) => settledAt ?? createdAt,
    form: ({ response }) => response.form,
    isApplied: ({ response }) => response.isApplied,
    issues: ({ response }) => [...response.issues],
    received: ({ party, response }) => encodeParty(party, response.content?.received),
    former: ({ party, response }) => encodeParty(party, response.content?.former),
  },
  IssuedDataRequest: {
    link: ({ link }) => link ?? null,
    transaction: ({ transfer }) => transfer,
  },
}

function encodeParty(party: Party, data: PartyData | undefined): string | null {
  if (data === undefined) return null
  return JSON.stringify(encodeTrp2020(withParty({ transferPath: [] }, party, data), 'LIST'))
}
