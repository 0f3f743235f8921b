import { MetricRegistry } from '@kube-informer/core/metrics'
import { expect, test } from 'vitest'
import { metricsHandler } from './metrics-handler.ts'

const registry = new MetricRegistry()
registry.counter({ name: 'a_total', help: 'A.' })
const handle = metricsHandler(registry)

test('answers a scrape with the exposition', async () => {
  const response = handle(new Request('http://localhost/metrics?x=1'))
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await response.text()).toBe('# HELP a_total A.\n# TYPE a_total counter\na_total 0\n')
})

test('answers HEAD without a body, and rejects other methods', async () => {
  const head = handle(new Request('http://localhost/metrics', { method: 'HEAD' }))
  expect([head.status, await head.text()]).toEqual([200, ''])
  const post = handle(new Request('http://localhost/metrics', { method: 'POST' }))
  expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
})
