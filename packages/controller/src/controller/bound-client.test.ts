import { createKubeClient } from '@kube-informer/core'
import { onAbort } from '@kube-informer/core/internal'
import { FakeClock, type Pod, pods } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { Client } from '../api/client.ts'
import { guardSignal } from '../api/guarded-signal.ts'
import { controllerRig, request } from '../test/controller-rig.ts'
import { directClient } from '../test/direct-client.ts'
import { boundClient } from './bound-client.ts'

/** A client that records the options of its calls. */
function recordingClient() {
  const calls: { verb: string; options: { signal?: AbortSignal; fieldManager?: string } }[] = []
  const client = new Proxy({} as Client, {
    get:
      (_, verb) =>
      (...values: unknown[]) => {
        calls.push({ verb: String(verb), options: values.at(-1) as never })
        return Promise.resolve({})
      },
  })
  return { client, calls }
}

const at = { namespace: 'ns', name: 'a' }
const pod: Pod = { metadata: at }

const VERBS: Readonly<
  Record<string, (client: Client, options?: { readonly signal?: AbortSignal }) => Promise<unknown>>
> = {
  get: (client, options) => client.get(pods, at, options),
  find: (client, options) => client.find(pods, at, options),
  list: (client, options) => client.list(pods, options),
  create: (client, options) => client.create(pods, pod, options),
  replace: (client, options) => client.replace(pods, pod, options),
  patch: (client, options) => client.patch(pods, at, {}, options),
  apply: (client, options) => client.apply(pods, pod, options),
  delete: (client, options) => client.delete(pods, at, options),
  deleteCollection: (client, options) => client.deleteCollection(pods, options),
}
const WRITERS = ['create', 'replace', 'patch', 'apply']

describe.each(Object.entries(VERBS))('%s', (verb, call) => {
  test('carries the signal, and a write the field manager', async () => {
    const { client, calls } = recordingClient()
    const { signal } = new AbortController()
    await call(boundClient(client, { signal, fieldManager: 'widgets' }))
    const fieldManager = WRITERS.includes(verb) ? { fieldManager: 'widgets' } : {}
    const force = verb === 'apply' ? { force: true } : {}
    expect(calls).toEqual([{ verb, options: { signal, ...fieldManager, ...force } }])
  })

  test('ends with the signal of the call, too', async () => {
    const { client, calls } = recordingClient()
    const [reconcile, own] = [new AbortController(), new AbortController()]
    const pending = call(boundClient(client, { signal: reconcile.signal }), { signal: own.signal })
    const signal = calls[0]?.options.signal
    expect(signal?.aborted).toBe(false)
    own.abort('own')
    expect(signal?.reason).toBe('own')
    await pending
  })
})

test('a combined signal leaves nothing with the signals after the call', async () => {
  const { client, calls } = recordingClient()
  const [reconcile, own] = [new AbortController(), new AbortController()]
  await boundClient(client, { signal: reconcile.signal }).get(pods, at, { signal: own.signal })
  reconcile.abort()
  own.abort()
  expect(calls[0]?.options.signal?.aborted).toBe(false)
})

test('the field manager of a call takes precedence; the other options are kept', async () => {
  const { client, calls } = recordingClient()
  const { signal } = new AbortController()
  const bound = boundClient(client, { signal, fieldManager: 'widgets' })
  await bound.apply(pods, pod, { fieldManager: 'own', force: false })
  await bound.patch(pods, at, {}, { fieldManager: undefined, dryRun: true })
  expect(calls.map(({ options }) => options)).toEqual([
    { signal, fieldManager: 'own', force: false },
    { signal, fieldManager: 'widgets', dryRun: true },
  ])
})

test('a request of a reconcile ends with the controller, without its author passing a signal on', async () => {
  const clock = new FakeClock()
  /** A server that does not answer. */
  const fetch = (_: string, init?: RequestInit) =>
    new Promise<Response>((__, reject) => void onAbort(init?.signal, reject))
  const client = directClient(createKubeClient({ baseUrl: 'http://fake', fetch, clock }))
  const ends: unknown[] = []
  const rig = controllerRig({
    ...{ clock, client },
    reconciler: async (_, context) => {
      await context.client.list(pods).catch((error: unknown) => ends.push(error))
    },
  })
  const end = await rig.start()
  rig.queue.add(request('ns/a'))
  await clock.advance(10)
  rig.stop.abort()
  await clock.settle()
  expect(ends).toEqual([expect.objectContaining({ name: 'AbortError' })])
  expect(end).toEqual({ isSettled: true })
})

test('C-LE-16: after a suspension, a reconcile sends nothing before the timer of its lease fires', async () => {
  const aborted: (boolean | undefined)[] = []
  const client = {
    create: async (_: unknown, object: object, options?: { readonly signal?: AbortSignal }) => {
      aborted.push(options?.signal?.aborted)
      return object
    },
  } as unknown as Client
  let isLeaseOver = false
  let hasWoken = () => {}
  const rig = controllerRig({
    client,
    reconciler: async (_, context) => {
      await new Promise<void>(resolve => {
        hasWoken = resolve
      })
      await context.client.create(pods, pod)
    },
  })
  guardSignal(rig.stop.signal, () => {
    if (isLeaseOver) rig.stop.abort('lost')
  })
  await rig.start()
  rig.queue.add(request('ns/a'))
  await rig.clock.settle()
  isLeaseOver = true
  hasWoken()
  await rig.clock.settle()
  expect(aborted).toEqual([true])
})

/** A server that is overloaded once; the transport waits five seconds before it sends the request again. */
function overloadedRig(clock: FakeClock) {
  const methods: (string | undefined)[] = []
  const fetch = async (_: string, init?: RequestInit) => {
    methods.push(init?.method)
    return new Response('{}', { status: 429, headers: { 'retry-after': '5' } })
  }
  const client = directClient(createKubeClient({ baseUrl: 'http://fake', fetch, clock }))
  return { methods, client }
}

test.each([
  ['the signal of the reconcile', undefined],
  ['a signal of its own as well', new AbortController().signal],
])('C-LE-16: after a suspension, the transport repeats no write with %s', async (_, own) => {
  const clock = new FakeClock({ now: 0 })
  const { methods, client } = overloadedRig(clock)
  const rig = controllerRig({
    ...{ client, clock },
    reconciler: async (__, context) => void (await context.client.create(pods, pod, { signal: own })),
  })
  let isLeaseOver = false
  guardSignal(rig.stop.signal, () => {
    if (isLeaseOver) rig.stop.abort('lost')
  })
  await rig.start()
  rig.queue.add(request('ns/a'))
  await clock.advance(1_000)
  expect(methods).toEqual(['POST'])
  isLeaseOver = true
  await clock.advance(60_000)
  expect(methods).toEqual(['POST'])
})
