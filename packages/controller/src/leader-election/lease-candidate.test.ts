import { createKubeClient } from '@kube-informer/core'
import { createFakeApiserver, FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { LeaseCandidate, type LeaseCandidateOptions } from './lease-candidate.ts'
import { type LeaseCandidateObject, leaseCandidates } from './lease-candidates.ts'

async function offered(options: Partial<LeaseCandidateOptions> = {}) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, resources: [leaseCandidates] })
  const client = createKubeClient({
    baseUrl: 'https://cluster.example',
    clock,
    fetch: (url, init) => server.fetch(url, init),
  })
  // Loads the modules of the fake apiserver: virtual time does not wait for them.
  await client.list(leaseCandidates, { namespace: 'default' })
  const versions = { binaryVersion: '1.2.0', emulationVersion: '1.1.0' }
  const candidate = new LeaseCandidate({
    client,
    clock,
    random: () => 0,
    namespace: 'default',
    name: 'a',
    leaseName: 'l',
    ...versions,
    ...options,
  })
  const stored = () => server.get(leaseCandidates, 'default/a')
  const ping = (pingTime: string) => {
    const object: LeaseCandidateObject = {
      apiVersion: 'coordination.k8s.io/v1beta1',
      kind: 'LeaseCandidate',
      ...stored(),
    }
    server.update({ ...object, spec: { ...object.spec, pingTime } })
  }
  const controller = new AbortController()
  const running = candidate.run(controller.signal)
  await clock.advance(1000)
  const stop = async () => {
    controller.abort()
    await clock.settle()
    await running
    return clock.pendingTimers
  }
  return { clock, server, stored, ping, stop }
}

test('T-LEC-1: a candidate creates its object with its versions and the time', async () => {
  const { stored, stop } = await offered()
  expect(stored()?.spec).toEqual({
    leaseName: 'l',
    binaryVersion: '1.2.0',
    emulationVersion: '1.1.0',
    strategy: 'OldestEmulationVersion',
    renewTime: expect.stringMatching(/^2026-01-01T00:00:00\.\d{3}000Z$/),
  })
  expect(await stop()).toBe(0)
})

test('T-LEC-2: a ping is answered with a later time', async () => {
  const { clock, ping, stored, stop } = await offered()
  await clock.advance(60_000)
  ping('2026-01-01T00:01:00.500000Z')
  await clock.advance(1000)
  expect(stored()?.spec?.renewTime).toBe('2026-01-01T00:01:01.000000Z')
  await stop()
})

test('a ping from a clock that is ahead is answered once', async () => {
  const { clock, ping, server, stored, stop } = await offered()
  const sent = server.requests.length
  ping('2026-01-01T00:59:00.000500Z')
  await clock.advance(10_000)
  expect(stored()?.spec?.renewTime).toBe('2026-01-01T00:59:00.001000Z')
  expect(server.requests.slice(sent).map(({ method }) => method)).toEqual(['PUT'])
  await stop()
})

test('the object is renewed each five minutes, and created again after a deletion', async () => {
  const { clock, server, stored, stop } = await offered()
  await clock.advance(300_000)
  const renewTime = stored()?.spec?.renewTime ?? ''
  expect(Date.parse(renewTime)).toBeGreaterThanOrEqual(Date.parse('2026-01-01T00:05:00Z'))
  const object = stored()
  if (object) server.delete(object, leaseCandidates)
  await clock.advance(300_000)
  expect(stored()?.spec?.leaseName).toBe('l')
  await stop()
})

test('failed writes are repeated with backoff', async () => {
  const errors: unknown[] = []
  const log = {
    debug: () => {},
    info: () => {},
    with: () => log,
    error: (_: string, error: unknown) => void errors.push(error),
  }
  const { clock, server, ping, stored, stop } = await offered({ log })
  server.faults.add({ match: { method: 'PUT' }, times: 5, action: { type: 'status', code: 500 } })
  ping('2026-01-01T00:00:59.000000Z')
  await clock.advance(5000)
  expect([errors.length, stored()?.spec?.renewTime]).toEqual([5, '2026-01-01T00:00:59.001000Z'])
  await stop()
})
