import { describe, expect, it } from 'vitest'
import { openMetrics } from './metrics.ts'
import { addSampledGauges } from './sampled-gauges.ts'

const gauges = {
  shop_orders: { help: 'Orders', labelNames: ['state'] },
  shop_oldest_seconds: { help: 'Age of the oldest order' },
} as const

describe('gauges that are read from elsewhere', () => {
  it('sampled gauges are read once for all gauges of the group and all concurrent requests', async () => {
    const metrics = openMetrics('shop')
    let reads = 0
    addSampledGauges(metrics, {
      group: 'orders',
      gauges,
      read: async () => {
        reads += 1
        return [
          { gauge: 'shop_orders', labels: { state: 'open' }, value: 3 },
          { gauge: 'shop_oldest_seconds', value: 60 },
        ]
      },
    })
    const [text] = await Promise.all([metrics.registry.metrics(), metrics.registry.metrics()])
    expect(text).toContain('shop_orders{state="open",service="shop"} 3')
    expect(text).toContain('shop_oldest_seconds{service="shop"} 60')
    expect(text).toContain('metrics_sample_failures_total{group="orders",service="shop"} 0')
    expect(reads).toBe(1)
  })

  it.each([
    ['fails', () => Promise.reject(new Error('the database is down'))],
    ['does not end', () => new Promise<never>(() => undefined)],
  ])(
    'sampled gauges have no values after a read that %s, which is counted and affects no other metric',
    async (_, fail) => {
      const metrics = openMetrics('shop')
      let isFailing = false
      const value = [{ gauge: 'shop_oldest_seconds' as const, value: 60 }]
      addSampledGauges(metrics, {
        group: 'orders',
        gauges,
        read: () => (isFailing ? fail() : Promise.resolve(value)),
        timeoutMs: 50,
        sharedMs: 0,
      })
      expect(await metrics.registry.metrics()).toContain('shop_oldest_seconds{service="shop"} 60')
      isFailing = true
      await metrics.registry.metrics()
      const text = await metrics.registry.metrics()
      expect(text).not.toMatch(/^shop_o/m)
      expect(text).toMatch(/^metrics_sample_failures_total\{group="orders",service="shop"\} [1-9]/m)
      expect(text).toContain('process_cpu_seconds_total')
    },
  )
})
