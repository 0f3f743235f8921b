import { createFakeBroadcasts, createFakeLocks, FakeClock } from '@kube-informer/testing'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { definitionsFingerprint } from '../api/definition.ts'
import { BASE_URL, createTestServer, informers } from '../test/informers.ts'
import { memoryDisk } from '../test/memory-disk.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import { type HelloMessage, type HostMessage, PROTOCOL_VERSION } from '../wire/protocol.ts'
import { type HostInformersOptions, hostInformers, type SharedScope, type WorkerScope } from './index.ts'

const hello: HelloMessage = {
  type: 'hello',
  version: PROTOCOL_VERSION,
  probe: CLONE_PROBE,
  fingerprint: definitionsFingerprint(informers),
  baseUrl: BASE_URL,
  identity: 'jane',
  hasToken: false,
}

/** A worker with fakes for the platform. */
function createWorker(options: HostInformersOptions) {
  const clock = new FakeClock()
  const locks = createFakeLocks()
  const posted: HostMessage[] = []
  const host = hostInformers(informers, {
    clock,
    random: () => 0.5,
    locks: locks.agent('worker'),
    fetch: createTestServer({ clock }).fetch,
    openBroadcast: createFakeBroadcasts().agent().open,
    ...options,
  })
  const find = <T extends HostMessage['type']>(type: T) =>
    posted.find((message): message is Extract<HostMessage, { type: T }> => message.type === type)
  return { clock, locks, posted, host, find }
}

const dedicatedScope = (posted: () => HostMessage[]): WorkerScope => ({
  onmessage: null,
  onmessageerror: null,
  postMessage: message => posted().push(message as HostMessage),
  close: () => {},
})

describe('hostInformers', () => {
  it('serves the page of a dedicated worker, and sends it the name of its lock', async () => {
    const scope = dedicatedScope(() => worker.posted)
    const worker = createWorker({ scope, persistence: false })
    scope.onmessage?.(new MessageEvent('message', { data: hello }))
    await worker.clock.settle()
    const lock = worker.find('welcome')?.lock ?? ''
    expect(worker.posted[0]).toEqual({ type: 'welcome', version: PROTOCOL_VERSION, probe: CLONE_PROBE, lock })
    expect(lock).toMatch(/^kube-informer:host:[a-z0-9]{20}$/)
    expect(worker.locks.holders(lock)).toEqual(['worker'])
    expect(worker.find('storage')?.status.state).toBe('off')
    worker.host.close()
  })

  it('deletes the database of an earlier version if persistence is off', async () => {
    const deleteDatabase = vi.fn(() => ({}))
    vi.stubGlobal('indexedDB', { deleteDatabase })
    onTestFinished(() => void vi.unstubAllGlobals())
    const scope = dedicatedScope(() => worker.posted)
    const worker = createWorker({ scope, persistence: false })
    expect(deleteDatabase.mock.calls).toEqual([['kube-informer']])
    scope.onmessage?.(new MessageEvent('message', { data: hello }))
    scope.onmessage?.(new MessageEvent('message', { data: { type: 'signOut' } }))
    // Another tab has the database open.
    await worker.clock.advance(15_000)
    expect(worker.find('signedOut')?.failure).toMatch(/kube-informer .*could not be deleted: it is open in/)
    worker.host.close()
  })

  it('serves the ports of a shared worker, with the messages sent before they connected', async () => {
    const scope: SharedScope = { onconnect: null }
    const worker = createWorker({ scope, disk: memoryDisk() })
    const { port1: page, port2: port } = new MessageChannel()
    const answers: HostMessage[] = []
    page.onmessage = ({ data }) => answers.push(data)
    page.postMessage(hello)
    scope.onconnect?.(new MessageEvent('connect', { ports: [port] }))
    await worker.clock.settle()
    expect(answers.map(({ type }) => type)).toEqual(['welcome', 'storage'])
    expect(answers[1]).toMatchObject({ status: { state: 'on' } })
    worker.host.close()
    page.close()
  })
})
