import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import { hostRig, TestPage } from '../test/host-rig.ts'
import { createTestServer } from '../test/informers.ts'
import type { HostOptions } from './informer-host.ts'

function start(options: Omit<HostOptions, 'clock'> = {}) {
  const clock = new FakeClock()
  const server = createTestServer({ clock })
  return { clock, server, ...hostRig({ clock, server, ...options }) }
}
const rejections = ({ posted }: TestPage) =>
  posted.flatMap(message => (message.type === 'rejected' ? message.reason : []))

describe('a host with a limit of pages', () => {
  test('rejects one more, and serves it once another page has left', async () => {
    const { clock, open } = start({ limits: { pages: 2 } })
    const [first, second, third] = [open(), open(), open()]
    await clock.settle()
    expect([first, second, third].map(page => page.count('welcome'))).toEqual([1, 1, 0])
    expect([rejections(third), third.closed]).toEqual([['this host serves 2 pages already'], true])
    first.post({ type: 'goodbye' })
    const fourth = open()
    await clock.settle()
    expect([fourth.count('welcome'), rejections(fourth), fourth.closed]).toEqual([1, [], false])
  })
})

describe('a host that is closed', () => {
  test('closes its pages, ends their watches, and leaves no timer', async () => {
    const { clock, server, host, open } = start()
    const pages = [open(), open()]
    pages[0]?.subscribe(1, { resource: 'pods' })
    await clock.advance(1000)
    expect([server.openWatches, host.isClosed]).toEqual([1, false])
    host.close()
    host.close()
    await clock.settle()
    expect([pages.map(({ closed }) => closed), host.isClosed]).toEqual([[true, true], true])
    expect([server.openWatches, clock.pendingTimers]).toEqual([0, 0])
  })

  test('closes the channel of another page', () => {
    const { host } = start()
    host.close()
    const page = new TestPage()
    host.attach(page.connect())
    expect([page.closed, page.posted]).toEqual([true, []])
  })
})

test('a host waits for the network while it has pages', async () => {
  const network = { addEventListener: vi.fn(), removeEventListener: vi.fn() }
  const { clock, open } = start({ network } as unknown as HostOptions)
  const calls = () => [
    network.addEventListener.mock.calls.length,
    network.removeEventListener.mock.calls.length,
  ]
  expect(calls()).toEqual([0, 0])
  const pages = [open(), open()]
  const started = calls()
  expect(started[0]).toBeGreaterThan(0)
  pages[0]?.post({ type: 'goodbye' })
  await clock.settle()
  expect(calls()).toEqual(started)
  pages[1]?.post({ type: 'goodbye' })
  await clock.settle()
  expect(calls()).toEqual([started[0], started[0]])
  await clock.advance(60_000)
  expect(clock.pendingTimers).toBe(0)
})
