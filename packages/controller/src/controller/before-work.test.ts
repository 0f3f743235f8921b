import { withResolvers } from '@kube-informer/core/internal'
import { FakeClock } from '@kube-informer/testing'
import { expect, test } from 'vitest'
import type { Client } from '../api/client.ts'
import type { EventRecorder } from '../api/reconciler.ts'
import { Controller } from './controller.ts'
import type { ControllerOptions } from './controller-options.ts'

const parts = { client: {} as Client, events: {} as EventRecorder }

function setup(options: Partial<ControllerOptions> = {}) {
  const clock = new FakeClock()
  const seen: string[] = []
  const controller = new Controller({
    ...parts,
    clock,
    name: 'before-work',
    reconciler: async ({ name }) => void seen.push(`reconcile ${name}`),
    ...options,
  })
  controller.watch({ description: 'test', start: queue => queue.add({ name: 'a' }) })
  return { clock, seen, controller, stop: new AbortController() }
}

test('the first reconcile waits for beforeWork, which waits for the sources', async () => {
  const gate = withResolvers<void>()
  const { clock, seen, controller, stop } = setup({
    beforeWork: () => {
      seen.push('before work')
      return gate.promise
    },
  })
  const run = controller.run(stop.signal)
  await clock.settle()
  expect(seen).toEqual(['before work'])
  gate.resolve()
  await clock.settle()
  expect(seen).toEqual(['before work', 'reconcile a'])
  stop.abort()
  await run
})

test('an error of beforeWork is that of the run; an abort is none', async () => {
  const failing = setup({ beforeWork: () => Promise.reject(new Error('no')) })
  await expect(failing.controller.run(failing.stop.signal)).rejects.toThrow('no')
  const { controller, stop, clock, seen } = setup({
    beforeWork: signal =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  })
  const run = controller.run(stop.signal)
  await clock.settle()
  stop.abort()
  await run
  expect(seen).toEqual([])
})

test('a controller that does not run gives up its name with close', () => {
  const { controller } = setup()
  expect(() => setup()).toThrow('already exists')
  controller.close()
  setup().controller.close()
})
