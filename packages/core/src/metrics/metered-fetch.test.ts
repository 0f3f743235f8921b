import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { parseExposition } from '../test/parse-exposition.ts'
import { meteredFetch } from './metered-fetch.ts'
import { MetricRegistry } from './metric-registry.ts'

test('requests are counted by code, method and host, and timed', async () => {
  const registry = new MetricRegistry()
  const clock = new FakeClock()
  const fetch = meteredFetch({
    registry,
    clock,
    fetch: async (_url, init) => {
      await clock.advance(2_000)
      if (init?.method === 'delete') throw new TypeError('failed')
      return new Response(null, { status: 204 })
    },
  })
  await fetch('https://user:secret@cluster.example:6443/api/v1/pods?token=secret')
  await expect(fetch('/api/v1/pods', { method: 'delete' })).rejects.toThrow('failed')
  const text = registry.expose()
  expect(text).not.toMatch(/secret|pods/)
  const metrics = parseExposition(text)
  expect(metrics.get('rest_client_requests_total')?.samples).toEqual([
    {
      name: 'rest_client_requests_total',
      labels: { code: '204', method: 'GET', host: 'cluster.example:6443' },
      value: 1,
    },
    { name: 'rest_client_requests_total', labels: { code: '<error>', method: 'DELETE', host: '' }, value: 1 },
  ])
  const durations = metrics.get('rest_client_request_duration_seconds')?.samples ?? []
  expect(
    durations.filter(({ name }) => name.endsWith('_sum')).map(({ labels, value }) => [labels.verb, value]),
  ).toEqual([
    ['DELETE', 2],
    ['GET', 2],
  ])
})
