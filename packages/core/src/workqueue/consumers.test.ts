import { expect, test } from 'vitest'
import { Consumers } from './consumers.ts'

/** Consumers of a list. */
function rig() {
  const entries: string[] = []
  const consumers = new Consumers<string>(() => entries.shift())
  const get = (signal?: AbortSignal, owner?: unknown) =>
    consumers.get(entry => `got ${entry}`, signal, owner).catch((reason: unknown) => `left: ${reason}`)
  const add = (...added: readonly string[]) => {
    entries.push(...added)
    consumers.wake()
  }
  return { entries, consumers, get, add }
}
const outcomeOf = (promise: Promise<unknown>) =>
  Promise.race([promise, new Promise(resolve => setImmediate(resolve, 'pending'))])

test('an entry that is there is handed out at once, others to the waiters in their order', async () => {
  const { entries, get, add } = rig()
  entries.push('a')
  expect(await get()).toBe('got a')
  const waiting = [get(), get(), get()]
  add('b', 'c')
  expect(await Promise.all(waiting.slice(0, 2))).toEqual(['got b', 'got c'])
  expect(await outcomeOf(waiting[2] as Promise<unknown>)).toBe('pending')
  add('d', 'e')
  expect(await waiting[2]).toBe('got d')
  expect(entries).toEqual(['e'])
})

test('a waiter gets one entry', async () => {
  const { entries, get, add } = rig()
  const waiting = get()
  add('a')
  add('b')
  expect([await waiting, entries]).toEqual(['got a', ['b']])
})

test('an abort ends a wait, and its entry goes to the next one', async () => {
  const { get, add } = rig()
  const stop = new AbortController()
  const [left, stays] = [get(stop.signal), get(new AbortController().signal)]
  stop.abort('reason')
  expect(await left).toBe('left: reason')
  add('a')
  expect(await stays).toBe('got a')
})

test('an abort takes no entry', async () => {
  const { entries, get } = rig()
  entries.push('a')
  expect([await get(AbortSignal.abort('before')), entries]).toEqual(['left: before', ['a']])
})

test('an abort after the entry was handed out has no effect', async () => {
  const { get, add } = rig()
  const stop = new AbortController()
  const waiting = get(stop.signal)
  add('a')
  stop.abort('late')
  expect(await waiting).toBe('got a')
})

test('an owner that leaves ends its own waits', async () => {
  const { consumers, get, add } = rig()
  const [mine, other] = [get(undefined, 'me'), get(undefined, 'other')]
  consumers.leave('me')
  expect(await mine).toBe('got undefined')
  expect(await outcomeOf(other)).toBe('pending')
  add('a')
  expect(await other).toBe('got a')
})

test('the end ends all waits, now and later, and what is there is still handed out', async () => {
  const { entries, consumers, get } = rig()
  const waiting = [get(), get(undefined, 'me')]
  consumers.endAll()
  expect(await Promise.all(waiting)).toEqual(['got undefined', 'got undefined'])
  entries.push('a')
  expect([await get(), await get()]).toEqual(['got a', 'got undefined'])
})
