import { createFakeBroadcasts, createFakeLocks } from '@kube-informer/testing'
import { expect, it, vi } from 'vitest'
import { informers } from '../test/informers.ts'
import type { HostMessage } from '../wire/protocol.ts'
import { hostInformers, type SharedScope, type WorkerScope } from './index.ts'

const dedicated = (): WorkerScope => ({ onmessage: null, onmessageerror: null, postMessage() {}, close() {} })
const shared = (): SharedScope => ({ onconnect: null })

it.each([
  ['a dedicated worker, which may lead', dedicated],
  ['a shared worker', shared],
])(
  'serves %s once, also if its file is evaluated again with another copy of the package',
  async (_, create) => {
    const scope = create()
    const options = {
      scope,
      persistence: false as const,
      locks: createFakeLocks().agent('worker'),
      openBroadcast: createFakeBroadcasts().agent().open,
    }
    const host = hostInformers(informers, options)
    const before = { ...scope }
    vi.resetModules()
    const copy = await import('./index.ts')
    expect(copy.hostInformers).not.toBe(hostInformers)
    expect(copy.hostInformers(informers, options)).toBe(host)
    expect({ ...scope }).toEqual(before)
    host.close()
  },
)

it('answers the page once', async () => {
  const posted: HostMessage[] = []
  const scope = { ...dedicated(), postMessage: (message: unknown) => posted.push(message as HostMessage) }
  const options = { scope, persistence: false as const, locks: createFakeLocks().agent('worker') }
  const host = hostInformers(informers, options)
  hostInformers(informers, options)
  scope.onmessage?.(new MessageEvent('message', { data: { type: 'ping' } }))
  await vi.waitFor(() => expect(posted).toEqual([{ type: 'pong' }]))
  host.close()
})

it('serves a scope again whose host was closed', () => {
  const scope = shared()
  const options = { scope, persistence: false as const, locks: createFakeLocks().agent('worker') }
  const host = hostInformers(informers, options)
  host.close()
  const next = hostInformers(informers, options)
  expect(next).not.toBe(host)
  next.close()
})
