import {
  ConnectionError,
  type KubeClient,
  type KubernetesObject,
  StatusError,
  UsageError,
} from '@kube-informer/core'
import { nodes, pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test, vi } from 'vitest'
import type { WriteRequest } from '../../wire/calls.ts'
import { Writes } from './writes.ts'

const at = { namespace: 'd', name: 'a' }
const POD = (version: string, note = ''): KubernetesObject => ({
  ...{ apiVersion: 'v1', kind: 'Pod' },
  metadata: { ...at, uid: 'u', resourceVersion: version, annotations: { note } },
})
const PATCH = { verb: 'patch', object: at, patch: { metadata: { annotations: { note: 'new' } } } } as const
const DELETE = { verb: 'delete', object: at } as const
const LOST = new ConnectionError('reset')
const status = (code: number) => new StatusError({ code, message: `status ${code}` })

/** Writes whose requests a test answers. No informer shows the objects. */
function start(answer: () => unknown, read: () => unknown = () => POD('8', 'new')) {
  const clock = new FakeClock()
  const get = vi.fn(async () => read())
  const writes = new Writes({
    client: { get } as unknown as KubeClient,
    clock,
    random: () => 0.5,
    untilReached: async (signal, request) => {
      signal.throwIfAborted()
      return request()
    },
  })
  const send = vi.fn(async () => answer())
  const client = { patch: send, delete: send, create: send } as unknown as KubeClient
  const accepted: unknown[] = []
  const { signal } = new AbortController()
  const run = (write: WriteRequest, resource = pods) =>
    writes.run({ client, resource, write, signal, onAccepted: object => accepted.push(object) })
  /** The result after some time, or `pending`. */
  const outcome = async (result: Promise<unknown>, ms = 0) => {
    let outcome: unknown = 'pending'
    result.then(
      value => {
        outcome = value
      },
      (error: unknown) => {
        outcome = error
      },
    )
    await clock.advance(ms)
    return outcome
  }
  return { clock, writes, get, send, accepted, run, outcome }
}
const fail = (error: Error) => () => {
  throw error
}

describe('a response that says nothing about the object', () => {
  test('settles without an object, if it is a Status', async () => {
    const evicted = { kind: 'Status', apiVersion: 'v1', status: 'Success' }
    const { run, accepted, outcome } = start(() => evicted)
    const eviction = {
      verb: 'create',
      object: { metadata: at },
      options: { subresource: 'eviction' },
    } as const
    expect(await outcome(run(eviction))).toBeUndefined()
    expect(accepted).toEqual([evicted])
  })

  test('is the result otherwise', async () => {
    const token = { kind: 'TokenRequest', apiVersion: 'authentication.k8s.io/v1', status: { token: 't' } }
    const { run, outcome } = start(() => token)
    const request = { verb: 'create', object: { metadata: at }, options: { subresource: 'token' } } as const
    expect(await outcome(run(request))).toEqual(token)
  })
})

describe('an error of a write', () => {
  test.each([
    ['a 400', status(400), false],
    ['a 403', status(403), false],
    ['a 499', status(499), false],
    ['a usage error', new UsageError('no'), false],
    ['a 408', status(408), true],
    ['a 500', status(500), true],
    ['a 399', status(399), true],
    ['a lost connection', LOST, true],
  ])('%s: %o; whether the object is read: %s', async (_, error, isRead) => {
    const { run, get, outcome, accepted } = start(fail(error))
    const result = await outcome(run(PATCH))
    expect([get.mock.calls.length, accepted.length]).toEqual(isRead ? [1, 1] : [0, 0])
    expect(result).toEqual(isRead ? POD('8', 'new') : error)
  })
})

describe('an object that is read', () => {
  test('without the effect of the write means that it failed', async () => {
    const { run, outcome, accepted } = start(fail(LOST), () => POD('8', 'old'))
    expect([await outcome(run(PATCH)), accepted]).toEqual([LOST, []])
  })

  test('that is gone means that a deletion succeeded', async () => {
    const { run, outcome, accepted } = start(fail(LOST), fail(status(404)))
    expect(await outcome(run(DELETE))).toBeUndefined()
    expect(accepted).toEqual([{ kind: 'Status', apiVersion: 'v1', status: 'Success' }])
  })

  test.each([400, 403])('is not known after a %i: the write has the error of its request', async code => {
    const { run, outcome, get } = start(fail(LOST), fail(status(code)))
    expect([await outcome(run(PATCH), 60_000), get.mock.calls.length]).toEqual([LOST, 1])
  })

  test.each([429, 503])('is read again after a %i, with growing pauses', async code => {
    let isOver = false
    const { run, outcome, get, clock } = start(fail(LOST), () => {
      if (!isOver) throw status(code)
      return POD('8', 'new')
    })
    const times: number[] = []
    const began = clock.now()
    const read = get.getMockImplementation()
    get.mockImplementation(async () => {
      times.push(clock.now() - began)
      return read?.()
    })
    const result = run(PATCH)
    expect(await outcome(result, 200_000)).toBe('pending')
    const pauses = times.slice(1).map((time, index) => time - (times[index] as number))
    // 1.25 times the backoff, with this random number.
    expect(pauses.slice(0, 9)).toEqual([625, 1250, 2500, 5000, 10_000, 20_000, 37_500, 37_500, 37_500])
    isOver = true
    expect(await outcome(result, 40_000)).toEqual(POD('8', 'new'))
    expect(clock.pendingTimers).toBe(0)
  })

  test('is read no more after the stop', async () => {
    const { writes, run, outcome, get, clock } = start(fail(LOST), fail(status(503)))
    const result = run(PATCH)
    await outcome(result, 1000)
    writes.stop()
    expect([await outcome(result, 100_000), clock.pendingTimers]).toEqual([LOST, 0])
    expect(get).toHaveBeenCalledTimes(2)
  })
})

test('a create without a name is sent as it is, and shows the response; another write needs one', async () => {
  const made = POD('8')
  const { run, outcome, accepted, get } = start(() => made)
  const generated = { verb: 'create', object: { metadata: { generateName: 'a-', namespace: 'd' } } } as const
  expect([await outcome(run(generated)), accepted]).toEqual([made, [made]])
  const failing = start(fail(LOST))
  const unnamed = { verb: 'patch', object: { name: 'a' }, patch: {} } as const
  expect(await failing.outcome(failing.run(unnamed))).toBeInstanceOf(UsageError)
  expect([failing.get.mock.calls.length, get.mock.calls.length]).toEqual([0, 0])
})

test('a cluster-scoped object needs no namespace', async () => {
  const { run, outcome, get } = start(fail(LOST), () => ({ ...POD('8', 'new'), kind: 'Node' }))
  await outcome(run({ ...PATCH, object: { name: 'a' } }, nodes as unknown as typeof pods))
  expect(get.mock.calls).toEqual([[nodes, 'a', expect.anything()]])
})
