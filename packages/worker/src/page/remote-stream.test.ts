import { StatusError } from '@kube-informer/core'
import { describe, expect, test, vi } from 'vitest'
import type { PageMessage } from '../wire/protocol.ts'
import { toWireError } from '../wire/wire-error.ts'
import { Calls } from './calls.ts'
import { documentLifecycle } from './document-lifecycle.ts'
import { mutate } from './mutations.ts'
import { RemoteStream } from './remote-stream.ts'

/** Calls to a host that a test plays. */
function start() {
  const calls = new Calls()
  const posted: (PageMessage & { readonly id: number; readonly verb?: string })[] = []
  calls.connect(message => void posted.push(message as (typeof posted)[number]))
  const last = () => posted.at(-1) as (typeof posted)[number]
  const answer = (object: unknown) => calls.settle({ type: 'result', id: last().id, object })
  const fail = (error: Error) => calls.settle({ type: 'result', id: last().id, failure: toWireError(error) })
  const verbs = () => posted.map(({ type, verb }) => verb ?? type)
  return { calls, posted, answer, fail, verbs, last }
}
const flush = () => new Promise(resolve => setImmediate(resolve))

describe('a stream of the host', () => {
  const open = async (signal?: AbortSignal) => {
    const host = start()
    const stream = new RemoteStream<string>(host.calls)
    const opening = stream.open({ verb: 'open' } as never, signal)
    host.answer('head')
    expect(await opening).toBe('head')
    return { ...host, stream }
  }

  test('is requested part by part, until it is done', async () => {
    const { stream, answer, verbs, posted } = await open()
    const first = stream.next()
    answer({ chunk: 'a' })
    expect(await first).toEqual({ done: false, value: 'a' })
    const second = stream.next()
    answer({})
    expect(await second).toEqual({ done: true, value: undefined })
    expect(verbs()).toEqual(['open', 'read', 'read'])
    expect(new Set(posted.map(message => (message as { stream?: number }).stream)).size).toBe(1)
    expect(stream[Symbol.asyncIterator]()).toBe(stream)
  })

  test('is closed once by its reader, and its read is rejected', async () => {
    const { stream, verbs } = await open()
    const read = expect(stream.next()).rejects.toMatchObject({ name: 'AbortError' })
    expect(await stream.return()).toEqual({ done: true, value: undefined })
    await stream.return()
    await read
    expect(verbs()).toEqual(['open', 'read', 'cancel', 'close'])
  })

  test('is closed by its signal', async () => {
    const aborting = new AbortController()
    const { stream, verbs } = await open(aborting.signal)
    const read = expect(stream.next()).rejects.toBe('left')
    aborting.abort('left')
    await read
    expect(verbs()).toEqual(['open', 'read', 'cancel', 'close'])
  })

  test('that is done no longer follows its signal', async () => {
    const aborting = new AbortController()
    const { stream, answer, verbs } = await open(aborting.signal)
    const read = stream.next()
    answer({})
    await read
    aborting.abort()
    expect(verbs()).toEqual(['open', 'read'])
  })

  test('that cannot be opened is closed, since the host may have opened it', async () => {
    const { calls, fail, verbs } = start()
    const opening = new RemoteStream(calls).open({ verb: 'open' } as never)
    fail(new Error('no'))
    await expect(opening).rejects.toThrow('no')
    expect(verbs()).toEqual(['open', 'close'])
  })

  test('with a signal that has aborted is not opened', async () => {
    const { calls, verbs } = start()
    const stream = new RemoteStream(calls)
    await expect(stream.open({ verb: 'open' } as never, AbortSignal.abort('left'))).rejects.toBe('left')
    expect(verbs()).toEqual([])
  })
})

describe('a function that changes an object', () => {
  const CONFLICT = new StatusError({
    kind: 'Status',
    apiVersion: 'v1',
    code: 409,
    reason: 'Conflict',
    message: 'changed',
  })
  const object = (count: number) => ({ metadata: { name: 'x' }, count })

  function change() {
    const host = start()
    const write = { object: { name: 'x' }, options: { dryRun: true, subresource: 'status' } }
    const changed = vi.fn((before: unknown) => object((before as { count: number }).count + 1))
    const mutation = mutate(host.calls, { resource: 'pods', ...write, change: changed } as never)
    /** Answers a read, and returns what is written. */
    const read = async (count: number) => {
      host.answer(object(count))
      await flush()
      return (host.last() as unknown as { write: unknown }).write
    }
    return { ...host, mutation, changed, read }
  }

  test('reads the object, and writes what the function returns', async () => {
    const { mutation, read, answer, verbs, posted } = change()
    expect(posted[0]).toMatchObject({ verb: 'get', resource: 'pods', object: { name: 'x' } })
    expect(await read(1)).toEqual({
      ...{ verb: 'replace', object: object(2), options: { dryRun: true, subresource: 'status' } },
    })
    answer('done')
    expect([await mutation.settled, verbs()]).toEqual(['done', ['get', 'mutate']])
  })

  test('starts again after a conflict, five times at most', async () => {
    const { mutation, read, fail, changed, verbs } = change()
    const settled = expect(mutation.settled).rejects.toThrow('changed')
    const accepted = expect(mutation.accepted).rejects.toThrow('changed')
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await read(attempt)).toMatchObject({ object: { count: attempt + 1 } })
      fail(CONFLICT)
      await flush()
    }
    await settled
    await accepted
    expect([changed.mock.calls.length, verbs().length]).toEqual([5, 10])
  })

  test('does not start again after another error', async () => {
    const { mutation, read, fail, verbs } = change()
    const settled = expect(mutation.settled).rejects.toThrow('no')
    await read(1)
    fail(new Error('no'))
    await settled
    expect(verbs()).toEqual(['get', 'mutate'])
  })
})

test('a write is accepted before it is settled', async () => {
  const { calls, last, answer } = start()
  const mutation = mutate(calls, {
    ...{ resource: 'pods', verb: 'delete', object: { name: 'x' }, optimistic: false },
  } as never)
  expect(last()).toMatchObject({
    ...{ type: 'hostCall', verb: 'mutate', resource: 'pods', optimistic: false },
    write: { verb: 'delete', object: { name: 'x' } },
  })
  calls.accept({ type: 'accepted', id: last().id, object: 'accepted' })
  expect(await mutation.accepted).toBe('accepted')
  answer('settled')
  expect(await mutation.settled).toBe('settled')
})

describe('the lifecycle of a document', () => {
  function page() {
    const view = Object.assign(new EventTarget(), { navigator: { onLine: true } })
    const document = Object.assign(new EventTarget(), { visibilityState: 'visible', defaultView: view })
    const changes: string[] = []
    const lifecycle = documentLifecycle(document as unknown as Document)
    const unsubscribe = lifecycle.subscribe(change => changes.push(String(change)))
    const show = (persisted: boolean) =>
      view.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
    return { view, document, changes, lifecycle, unsubscribe, show }
  }

  test('has the changes of its document and its window, until the end of the subscription', () => {
    const { view, document, changes, unsubscribe, show } = page()
    for (const type of ['visibilitychange', 'freeze', 'resume']) document.dispatchEvent(new Event(type))
    for (const type of ['online', 'offline', 'pagehide']) view.dispatchEvent(new Event(type))
    show(false)
    show(true)
    const all = ['visibility', 'freeze', 'resume', 'online', 'offline', 'leave', 'resume']
    expect(changes).toEqual(all)
    unsubscribe()
    document.dispatchEvent(new Event('freeze'))
    show(true)
    expect(changes).toEqual(all)
  })

  test('knows whether the page is visible and online', () => {
    const { view, document, lifecycle } = page()
    expect([lifecycle.visible, lifecycle.online]).toEqual([true, true])
    document.visibilityState = 'hidden'
    view.navigator.onLine = false
    expect([lifecycle.visible, lifecycle.online]).toEqual([false, false])
    const without = Object.assign(new EventTarget(), { visibilityState: 'visible', defaultView: null })
    expect(documentLifecycle(without as unknown as Document).online).toBe(true)
  })
})
