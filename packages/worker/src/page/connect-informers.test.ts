import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import { informers } from '../test/informers.ts'
import { connectInformers } from './connect-informers.ts'

test('a module that a server imports may connect: without Worker the connection fails, and waits for nothing', async () => {
  const clock = new FakeClock()
  const worker = () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' })
  const connection = connectInformers(informers, { baseUrl: '/k8s', worker, clock })
  await clock.advance(0)
  expect(connection.status.state).toBe('failed')
  expect(connection.status.error).toContain('Worker is not defined')
  expect(clock.pendingTimers).toBe(0)
})
