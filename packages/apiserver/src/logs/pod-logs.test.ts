import { FakeClock } from '@kube-informer/testing'
import { beforeEach, expect, test } from 'vitest'
import { type ContainerStatus, type Pod, pods } from '../object/resources.ts'
import { createFakeApiserver, type FakeApiserver } from '../server/fake-apiserver.ts'
import { pod } from '../test/fixtures.ts'

const NOW = Date.UTC(2026, 0, 31, 12)
const DAY_MS = 24 * 3_600_000
const ago = (ms: number): string => new Date(NOW - ms).toISOString()

const status = (name: string, more: Partial<ContainerStatus> = {}): ContainerStatus => ({
  name,
  image: `registry.example.com/shop/${name}:1.2.3`,
  ready: true,
  restartCount: 0,
  state: { running: { startedAt: ago(3_600_000) } },
  ...more,
})

const placed = (
  name: string,
  statuses: readonly ContainerStatus[],
  more: Partial<Pod['metadata']> = {},
): Pod => {
  const base = pod(name, {
    spec: { nodeName: 'node-1', containers: statuses.map(({ name }) => ({ name })) },
    status: { phase: 'Running', containerStatuses: statuses },
  })
  return { ...base, metadata: { ...base.metadata, uid: `uid-of-${name}`, ...more } }
}

let clock: FakeClock
let server: FakeApiserver
beforeEach(() => {
  clock = new FakeClock({ now: NOW })
  server = createFakeApiserver({
    clock,
    controllers: { logs: true },
    objects: [
      placed('web-0', [status('app'), status('proxy')]),
      placed('api', [status('api')]),
      placed('old', [status('worker', { state: { running: { startedAt: ago(30 * DAY_MS) } } })]),
      placed('starting', [status('app', { state: { waiting: { reason: 'ContainerCreating' } } })]),
      placed('unpulled', [status('app', { state: { waiting: { reason: 'ImagePullBackOff' } } })]),
      placed('crashing', [
        status('app', {
          restartCount: 3,
          state: { waiting: { reason: 'CrashLoopBackOff' } },
          lastState: {
            terminated: { exitCode: 1, reason: 'Error', startedAt: ago(90_000), finishedAt: ago(60_000) },
          },
        }),
      ]),
      pod('unscheduled', { spec: { containers: [{ name: 'app' }] } }),
    ],
  })
})

const fetchLog = (path: string, init?: RequestInit) =>
  server.fetch(`/api/v1/namespaces/default/pods/${path}`, init)

async function log(path: string): Promise<readonly string[]> {
  const response = await fetchLog(path)
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/plain'])
  return (await response.text()).split('\n').slice(0, -1)
}

async function errorOf(path: string): Promise<[number, string]> {
  const response = await fetchLog(path)
  return [response.status, (await response.json()).message]
}

/** Reads a stream in the background. */
async function follow(path: string, init?: RequestInit) {
  const response = await fetchLog(path, init)
  const reading = { text: '', ended: false, error: undefined as unknown }
  void (async () => {
    try {
      for await (const chunk of response.body ?? []) reading.text += new TextDecoder().decode(chunk)
    } catch (error) {
      reading.error = error
    }
    reading.ended = true
  })()
  await clock.settle()
  return reading
}

test('a log is the same for each reader, and differs between containers and Pods', async () => {
  const [app, again, proxy, api] = await Promise.all(
    ['web-0/log?container=app', 'web-0/log?container=app', 'web-0/log?container=proxy', 'api/log'].map(log),
  )
  expect(again).toEqual(app)
  expect(app?.length).toBeGreaterThan(1000)
  expect(app?.[0]).toContain('starting app version=1.2.3')
  expect(proxy).not.toEqual(app)
  expect(api?.slice(10)).not.toEqual(app?.slice(10))
})

test('a later read starts with the lines of an earlier one', async () => {
  const before = await log('api/log')
  await clock.advance(60_000)
  const after = await log('api/log')
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.length).toBeGreaterThan(before.length)
})

test('tailLines, sinceSeconds and sinceTime select the end of the log', async () => {
  const all = await log('api/log?timestamps=true')
  const timeOf = (line: string) => Date.parse(line.slice(0, 24))
  for (const count of [0, 1, 7, 100])
    expect(await log(`api/log?timestamps=true&tailLines=${count}`)).toEqual(all.slice(all.length - count))
  const recent = all.filter(line => timeOf(line) >= NOW - 120_000)
  expect(recent.length).toBeGreaterThan(10)
  expect(await log('api/log?timestamps=true&sinceSeconds=120')).toEqual(recent)
  expect(await log(`api/log?timestamps=true&sinceTime=${ago(120_000)}`)).toEqual(recent)
  expect(await log('api/log?timestamps=true&sinceSeconds=120&tailLines=3')).toEqual(all.slice(-3))
  expect(await log(`api/log?timestamps=true&tailLines=100000`)).toEqual(all)
})

test('timestamps have nanoseconds and never go back', async () => {
  const times = (await log('web-0/log?container=app&timestamps=true')).map(line => line.split(' ')[0] ?? '')
  for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/)
  expect([...times].sort()).toEqual(times)
})

test('limitBytes cuts the log', async () => {
  const whole = await (await fetchLog('api/log')).text()
  expect(await (await fetchLog('api/log?limitBytes=333')).text()).toBe(whole.slice(0, 333))
})

test('the end of a log of 30 days costs no more than its lines', async () => {
  const tail = await log('old/log?tailLines=5&timestamps=1')
  expect(tail).toHaveLength(5)
  expect(tail.at(-1)?.slice(0, 10)).toBe(ago(0).slice(0, 10))
  // A kubelet has at most two files.
  const records = (await log('old/log?timestamps=1')).filter(line => line.includes('level='))
  expect(records.length).toBeGreaterThan(4000)
  expect(records.length).toBeLessThan(10_001)
})

test('a container that failed ends its log with the reason', async () => {
  const lines = await log('crashing/log?timestamps=1')
  expect(lines.at(-1)).toMatch(/ exit status 1$/)
  expect(lines.some(line => line.includes('ERROR fatal:'))).toBe(true)
  expect(await log('crashing/log?previous=true&timestamps=1')).toEqual(lines)
})

test.each([
  ['web-0/log', 400, 'a container name must be specified for pod web-0, choose one of: [app proxy]'],
  ['web-0/log?container=x', 400, 'container x is not valid for pod web-0'],
  [
    'web-0/log?container=app&previous=true',
    400,
    'previous terminated container "app" in pod "web-0" not found',
  ],
  ['starting/log', 400, 'container "app" in pod "starting" is waiting to start: ContainerCreating'],
  [
    'unpulled/log',
    400,
    'container "app" in pod "unpulled" is waiting to start: trying and failing to pull image',
  ],
  ['nosuch/log', 404, 'pods "nosuch" not found'],
  ['api/log?tailLines=x', 400, 'strconv.ParseInt: parsing "x": invalid syntax'],
  [
    'api/log?tailLines=-1',
    422,
    'PodLogOptions "api" is invalid: tailLines: Invalid value: -1: must be greater than or equal to 0',
  ],
  [
    'api/log?limitBytes=0',
    422,
    'PodLogOptions "api" is invalid: limitBytes: Invalid value: 0: must be greater than 0',
  ],
  [
    'api/log?sinceSeconds=0',
    422,
    'PodLogOptions "api" is invalid: sinceSeconds: Invalid value: 0: must be greater than 0',
  ],
])('%s is refused with %d', async (path, code, message) => {
  expect(await errorOf(path)).toEqual([code, message])
})

test('a Pod without a node has no log', async () => {
  expect((await fetchLog('unscheduled/log')).status).toBe(204)
})

test('follow continues with each new line at its time, and an abort clears the timer', async () => {
  const stopping = new AbortController()
  const reading = await follow('api/log?follow=true&tailLines=2', { signal: stopping.signal })
  expect(reading.text.split('\n')).toHaveLength(3)
  await clock.advance(120_000)
  expect(reading.text.trimEnd().split('\n')).toEqual(
    (await log('api/log?sinceSeconds=3600')).slice(-(reading.text.split('\n').length - 1)),
  )
  expect(reading.text.split('\n').length).toBeGreaterThan(30)
  expect(clock.pendingTimers).toBe(1)
  stopping.abort()
  await clock.settle()
  expect(reading).toMatchObject({ ended: true, error: { name: 'AbortError' } })
  expect(clock.pendingTimers).toBe(0)
})

test('a reader that cancels its body leaves no timer', async () => {
  const { body } = await fetchLog('api/log?follow=true&tailLines=0')
  const reader = body?.getReader()
  void reader?.read()
  await clock.settle()
  expect(clock.pendingTimers).toBe(1)
  await reader?.cancel()
  expect(clock.pendingTimers).toBe(0)
})

test('follow ends when the Pod is deleted', async () => {
  const reading = await follow('api/log?follow=true')
  await clock.advance(5000)
  const stored = server.get(pods, 'default/api')
  if (stored) server.delete(stored)
  await clock.settle()
  expect(reading).toMatchObject({ ended: true, error: undefined })
  expect(clock.pendingTimers).toBe(0)
})

test('follow ends after the last lines of a container that terminates', async () => {
  const reading = await follow('api/log?follow=true')
  await clock.advance(5000)
  const terminated = { exitCode: 0, reason: 'Completed', startedAt: ago(3_600_000), finishedAt: ago(-5000) }
  server.update(placed('api', [status('api', { state: { terminated } })]))
  await clock.settle()
  expect(reading).toMatchObject({ ended: true, error: undefined })
  expect(reading.text).toMatch(/finished, exit code 0\n$/)
  expect(await (await fetchLog('api/log')).text()).toBe(reading.text)
  expect(clock.pendingTimers).toBe(0)
})

test('follow ends when the container starts again', async () => {
  const reading = await follow('api/log?follow=true')
  await clock.advance(5000)
  const terminated = { exitCode: 1, reason: 'Error', startedAt: ago(3_600_000), finishedAt: ago(-5000) }
  const state = { running: { startedAt: ago(-5000) } }
  server.update(placed('api', [status('api', { restartCount: 1, state, lastState: { terminated } })]))
  await clock.settle()
  expect(reading.ended).toBe(true)
  expect(reading.text).toMatch(/exit status 1\n$/)
  const previous = await (await fetchLog('api/log?previous=true')).text()
  expect(previous).toBe(reading.text)
})

test('faults apply to logs: slow, truncated after lines, and an error', async () => {
  const whole = await (await fetchLog('api/log?tailLines=50')).text()
  server.faults.add({
    times: 1,
    match: { pathPattern: '*/log' },
    action: { type: 'slow', everyMs: 100, bytes: 64 },
  })
  const slow = await follow('api/log?tailLines=50')
  await clock.advance(250)
  expect(slow.text).toBe(whole.slice(0, 128))
  server.faults.add({
    times: 1,
    match: { pathPattern: '*/log' },
    action: { type: 'truncate', afterEvents: 3 },
  })
  const torn = await follow('api/log?follow=true&tailLines=50')
  expect(torn.error).toBeInstanceOf(TypeError)
  expect(torn.text.split('\n')).toHaveLength(4)
  server.faults.add({ times: 1, match: { pathPattern: '*/log' }, action: { type: 'status', code: 503 } })
  expect((await fetchLog('api/log')).status).toBe(503)
})

test('a browser gets the log unchanged and at once', async () => {
  const headers = { 'User-Agent': 'Mozilla/5.0' }
  const reading = await follow('api/log?follow=true&tailLines=1', { headers })
  expect(reading.text).toMatch(/^[^\n]+\n$/)
})
