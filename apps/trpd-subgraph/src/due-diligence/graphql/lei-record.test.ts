import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { leiResponse } from '../../testing/lei-response.ts'
import { issue, read, trust } from '../../testing/operations.ts'
import { openTestNode, until } from '../../testing/test-node.ts'
import { inquiryBody, pathOf, sendTrp } from '../../testing/trp-client.ts'

const LEI = '529900T8BM49AURSDO55'
const RECORD = `leiRecord { lei legalName country entityStatus registrationStatus nextRenewalAt retrievedAt problem }`

it('the record of an LEI is looked up in the background, shown with the VASP, and used by the due-diligence check', async () => {
  await using stack = new AsyncDisposableStack()
  const register = createServer((_request, response) => {
    const entity = { legalName: { name: 'Example \u202eBank AG' } }
    response.end(JSON.stringify(leiResponse(LEI, { entity, registration: { status: 'LAPSED' } })))
  }).listen(0, '127.0.0.1')
  await once(register, 'listening')
  stack.defer(() => {
    register.closeAllConnections()
    register.close()
  })
  const node = stack.use(await openTestNode('Bob VASP'))
  const id = await trust(node, 'http://localhost:9')
  const { errors } = await node.query(
    `mutation($id: ID!) { trpd { registerOrUpdateVasp(vasp: { id: $id, lei: "${LEI}" }) { id }
      recordDueDiligence(id: $id, input: { licence: ACTIVE, leiEntityStatus: "ACTIVE", leiRegistrationStatus: "ISSUED",
        reviewedAt: "2020-01-01T00:00:00Z", nextReviewAt: "2100-01-01T00:00:00Z" }) { id } } }`,
    { id },
  )
  expect(errors ?? []).toEqual([])
  const load = async () => (await read(node, `{ trpd { vasp(id: "${id}") { ${RECORD} } } }`)).data.trpd.vasp.leiRecord
  const check = async () => {
    const travelAddress = await issue(node)
    const body = inquiryBody({ callback: 'http://localhost:9/callback' })
    expect((await sendTrp({ url: `${node.trpUrl}${pathOf(travelAddress)}`, body })).status).toBe(200)
    const { data } = await node.query(
      `query($travelAddress: String!) { trpd { transactions(filter: { travelAddress: $travelAddress }) { nodes {
        checkRuns { results { check verdict reason } } } } } }`,
      { travelAddress },
    )
    const [{ results }] = data.trpd.transactions.nodes[0].checkRuns
    return results.find((result: { check: string }) => result.check === 'VASP_DUE_DILIGENCE')
  }
  expect(await load()).toBeNull()
  expect(await check()).toMatchObject({ verdict: 'PASS' })

  await node.stop()
  await node.restart({ gleifUrl: `http://127.0.0.1:${(register.address() as AddressInfo).port}/api/v1` })
  expect(await until(load, (record) => record !== null)).toEqual({
    lei: LEI,
    legalName: 'Example Bank AG',
    country: 'CH',
    entityStatus: 'ACTIVE',
    registrationStatus: 'LAPSED',
    nextRenewalAt: '2027-01-02T08:00:00.000Z',
    retrievedAt: expect.any(String),
    problem: null,
  })
  expect(await check()).toMatchObject({ verdict: 'WARN', reason: 'The registration of the LEI has lapsed.' })
  const recorded = `{ trpd { vasp(id: "${id}") { dueDiligence { leiRegistrationStatus } dueDiligenceHistory { licence } } } }`
  expect((await read(node, recorded)).data.trpd.vasp).toEqual({
    dueDiligence: { leiRegistrationStatus: 'ISSUED' },
    dueDiligenceHistory: [{ licence: 'ACTIVE' }],
  })
})
