import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestNode as openAopd } from '@travel-rule/aopd-subgraph/testing/open-test-node'
import { openTestAutod } from '@travel-rule/autod-subgraph/testing/open-test-autod'
import { createTestDatabase } from '@travel-rule/database/testing/test-database'
import { openGatewayProcesses } from '@travel-rule/gateway/processes/testing/gateway-processes'
import { openTestGateway } from '@travel-rule/gateway/testing/test-gateway'
import { writeCertificates } from '@travel-rule/node/certs/write-certificates'
import { openTestNode as openTrpd } from '@travel-rule/trpd-subgraph/testing/test-node'
import { expect, test } from 'vitest'
import { explains, readMetricsTable } from './metrics-table.ts'

const table = readMetricsTable()

/** Functions that start a service and return the URL of its internal port. */
const SERVICES: Readonly<Record<string, (stack: AsyncDisposableStack) => Promise<string>>> = {
  gateway: async (stack) => {
    const env = { GATEWAY_DATABASE_URL: await createTestDatabase(stack) }
    return stack.use(await openTestGateway({ env })).internalUrl
  },
  'Several processes': async (stack) => {
    const env = { GATEWAY_DATABASE_URL: await createTestDatabase(stack) }
    return stack.use(await openGatewayProcesses({ env })).internalUrl
  },
  trpd: async (stack) => {
    const tlsFolder = await openTlsFolder(stack)
    return new URL(stack.use(await openTrpd('Metrics VASP', { tlsFolder })).graphqlUrl).origin
  },
  aopd: async (stack) => stack.use(await openAopd()).url,
  autod: async (stack) => stack.use(await openTestAutod()).url,
}

test.each(Object.keys(SERVICES))('docs/metrics.md explains exactly the metrics that %s exports', async (service) => {
  await using stack = new AsyncDisposableStack()
  const url = await SERVICES[service]?.(stack)
  // The first request is reported in the second response.
  await (await fetch(`${url}/metrics`)).text()
  const exported = readExposition(await (await fetch(`${url}/metrics`)).text())
  expect(exported.length).toBeGreaterThan(30)
  const sections = ['Every process', service, ...(service === 'Several processes' ? ['gateway'] : [])]
  const documented = table.filter(({ section }) => sections.some((name) => section.includes(name)))

  const unexplained = exported.filter(
    ({ name, type }) => !documented.some((row) => explains(row, name) && row.type === type),
  )
  expect(unexplained.map(({ name, type }) => `${name} ${type}`)).toEqual([])
  const missing = documented.filter((row) => !exported.some(({ name }) => explains(row, name)))
  expect(missing.map(({ name }) => name)).toEqual([])
  const otherLabels = exported.flatMap(({ name, labels }) => {
    const allowed = new Set(documented.filter((row) => explains(row, name)).flatMap((row) => row.labels))
    return labels.filter((label) => !allowed.has(label)).map((label) => `${name} ${label}`)
  })
  expect(otherLabels).toEqual([])
})

async function openTlsFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'metrics-tls-'))
  stack.defer(() => rm(folder, { recursive: true }))
  const [own = ''] = await writeCertificates(folder, [{ name: 'own', hosts: ['localhost'] }])
  return own
}

interface ExportedMetric {
  readonly name: string
  readonly type: string
  /** Of its samples, without those that every metric or histogram has. */
  readonly labels: readonly string[]
}

/** The metrics of a response in the Prometheus text format. */
function readExposition(text: string): ExportedMetric[] {
  return text.split('# HELP ').flatMap((part) => {
    const [, name = '', type = ''] = /# TYPE (\w+) (\w+)/.exec(part) ?? []
    if (name === '') return []
    const labels = [...part.matchAll(/^\w+\{(.*)\} /gm)].flatMap(([, list = '']) =>
      [...list.matchAll(/(\w+)="/g)].map(([, label = '']) => label),
    )
    return [{ name, type, labels: [...new Set(labels)].filter((label) => label !== 'service' && label !== 'le') }]
  })
}
