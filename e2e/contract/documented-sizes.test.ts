import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { openApi } from '../harness/api.ts'
import { sharedNode } from '../harness/shared-node.ts'

const api = await openApi(await sharedNode())
const administrator = await openApi(api.node, 'administrator')

it('the largest due diligence document that the schema allows reaches trpd', async () => {
  const content = Buffer.alloc(700_000, 'a').toString('base64')
  const query = `mutation ($id: ID!, $content: String!) { trpd {
    addDueDiligenceDocument(id: $id, name: "a.pdf", mediaType: "application/pdf", content: $content) { id } } }`
  const { errors } = await api.execute(query, { id: randomUUID(), content })
  expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['DUE_DILIGENCE_NOT_FOUND'])
})

it('the largest VASP directory that the schema allows reaches trpd', async () => {
  const content = 'name\nAlice '.padEnd(500_000, 'x')
  const query = `mutation ($content: String!) { trpd {
    importVasps(format: CSV, content: $content, dryRun: true) { __typename } } }`
  expect((await administrator.execute(query, { content })).errors).toEqual([])
})
