import { renewDataRequest, requestData, withdrawDataRequest } from '../actions/data-requests/request-data.ts'
import { type PartyData, withParty } from '../domain/data-request/complete-payload.ts'
import { type Party, statusOf } from '../domain/data-request/data-request.ts'
import { encodeTrp2020 } from '../domain/ivms101/encode.ts'
import type { Resolvers } from './resolvers.generated.ts'
import { unwrap, withoutNulls } from './unwrap.ts'

export const dataRequestResolvers: Resolvers = {
  TrpdMutation: {
    requestData: async (_parent, args, { service, actor }) =>
      unwrap(await requestData(service, withoutNulls(args), actor)),
    renewDataRequest: async (_parent, { id }, { service, actor }) => unwrap(await renewDataRequest(service, id, actor)),
    withdrawDataRequest: async (_parent, { id }, { service, actor }) =>
      unwrap(await withdrawDataRequest(service, id, actor)),
  },
  Transaction: {
    dataRequests: async ({ id }, _args, { loaders }) => [...(await loaders.dataRequests.load(id))],
  },
  DataRequest: {
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
