import { pods } from '@kube-informer/testing'
import { afterEach, describe, expect, it } from 'vitest'
import { definitionsFingerprint } from '../api/definition.ts'
import type { SliceState, Subscription } from '../api/subscription.ts'
import { bundled } from '../test/bundled.ts'
import { reaches } from '../test/conformance/index.ts'
import { BASE_URL, createTestServer, informers, pod, TOKEN } from '../test/informers.ts'
import { serveWorkers } from '../test/page-server.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import { type HelloMessage, type HostMessage, PROTOCOL_VERSION } from '../wire/protocol.ts'
import { connectInformers } from './connect-informers.ts'

const PODS: Subscription = { resource: 'pods' }
const IDENTITY = { identity: 'jane', baseUrl: BASE_URL }
const isComplete = ({ status }: SliceState<unknown>): boolean => status.data === 'complete'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A shared worker with a page that behaves, and a port on which a test can send anything. */
async function openHost() {
  const url = await bundled('informers.worker.ts')
  const name = `informers-${crypto.randomUUID()}`
  const server = createTestServer()
  const workers = serveWorkers(name, server)
  const sharedWorker = () => new SharedWorker(url, { type: 'module', name })
  const worker = () => new Worker(url, { type: 'module', name })
  const page = connectInformers(informers, {
    ...IDENTITY,
    name,
    host: 'shared',
    getToken: () => TOKEN,
    worker,
    sharedWorker,
  })
  ends.push(
    () => page.close(),
    () => workers.close(),
  )
  await reaches(page, PODS, isComplete)
  /** Expects that the page still receives what changes, from the same host. */
  const expectUnharmed = async () => {
    server.create(pod(`default/after-${server.rv}`))
    const { length } = server.list(pods)
    await reaches(page, PODS, ({ total }) => total === length)
    expect([page.status.state, page.status.restarts]).toEqual(['ready', 0])
  }
  return { server, expectUnharmed, flooder: () => openPort(sharedWorker().port) }
}

/** A page that has said hello, and acknowledges nothing. */
function openPort(port: MessagePort) {
  const received: HostMessage[] = []
  const rejected = new Promise<string>(resolve => {
    port.onmessage = ({ data }: MessageEvent<HostMessage>) => {
      received.push(data)
      if (data.type === 'needToken') port.postMessage({ type: 'token', id: data.id, token: TOKEN })
      if (data.type === 'rejected') resolve(data.reason)
    }
  })
  const hello: HelloMessage = {
    ...IDENTITY,
    type: 'hello',
    version: PROTOCOL_VERSION,
    probe: CLONE_PROBE,
    fingerprint: definitionsFingerprint(informers),
    hasToken: true,
  }
  port.postMessage(hello)
  ends.push(() => port.close())
  return { port, received, rejected }
}

describe('a page that floods a shared worker is disconnected with a reason, and the other page is not affected', () => {
  it('by messages', async () => {
    const { flooder, expectUnharmed } = await openHost()
    const { port, rejected } = flooder()
    for (let i = 0; i < 100_000; i++) port.postMessage({ type: 'ack' })
    expect(await rejected).toMatch('more than 20000 messages in 10 seconds')
    await expectUnharmed()
  })

  it('by subscriptions', async () => {
    const { flooder, expectUnharmed } = await openHost()
    const { port, rejected } = flooder()
    for (let id = 0; id < 10_000; id++)
      port.postMessage({
        type: 'subscribe',
        id,
        subscription: { resource: 'pods', slice: { filter: { text: `${id}` } } },
      })
    expect(await rejected).toMatch('more than 5000 open subscriptions')
    await expectUnharmed()
  })

  it('by a giant message', async () => {
    const { flooder, expectUnharmed } = await openHost()
    const { port, rejected } = flooder()
    const text = 'x'.repeat(100 * 1024 * 1024)
    port.postMessage({ type: 'subscribe', id: 1, subscription: { resource: 'pods', slice: { text } } })
    expect(await rejected).toMatch('larger than')
    await expectUnharmed()
  })

  it('by a message that is none', async () => {
    const { flooder, expectUnharmed } = await openHost()
    const { port, rejected } = flooder()
    port.postMessage(new Map([['type', 'subscribe']]))
    expect(await rejected).toMatch('not of this protocol')
    await expectUnharmed()
  })
})

it('a page that acknowledges nothing receives one batch, and the other page every change', async () => {
  const { server, flooder, expectUnharmed } = await openHost()
  const { port, received } = flooder()
  port.postMessage({ type: 'subscribe', id: 1, subscription: PODS })
  for (let i = 0; i < 20; i++) {
    server.update(pod('default/a', { note: `${i}` }))
    await expectUnharmed()
  }
  expect(received.filter(({ type }) => type === 'batch')).toHaveLength(1)
})
