import { expect, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import { withResolvers } from '../../internal/with-resolvers.ts'
import { waitForSync } from './wait-for-sync.ts'

/** An informer whose state is set by the test. */
function rig(signal?: AbortSignal) {
  const listeners = new Set<() => void>()
  const done = withResolvers<void>()
  let synced = false
  const informer = {
    isStopped: false,
    hasSynced: () => synced,
    hasSyncedChecker: { name: 'pods', done: done.promise, isDone: () => synced },
  }
  const status = {
    lastError: undefined as unknown,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const start = () =>
    waitForSync(informer, status, signal).then(
      () => 'synced',
      (error: unknown) => error,
    )
  const publish = () => {
    for (const listener of listeners) listener()
  }
  const sync = () => {
    synced = true
    done.resolve()
  }
  return { informer, status, listeners, start, publish, sync }
}
const PENDING = 'pending'
const outcomeOf = (waiting: Promise<unknown>) =>
  Promise.race([waiting, new Promise(resolve => setImmediate(resolve, PENDING))])

const status = (code: number, details: object = {}) =>
  new StatusError({ code, message: `${code}`, ...details })
const ofGateway = { details: { causes: [{ reason: 'UnexpectedServerResponse' }] } }

test('a wait ends when the informer has synced', async () => {
  const { listeners, start, publish, sync } = rig()
  const waiting = start()
  publish()
  expect(await outcomeOf(waiting)).toBe(PENDING)
  sync()
  expect(await waiting).toBe('synced')
  expect(listeners.size).toBe(0)
})

test('an informer that has synced resolves at once, whatever its errors are', async () => {
  const { informer, status: state, listeners, start, sync } = rig(AbortSignal.abort())
  sync()
  informer.isStopped = true
  state.lastError = status(403)
  expect(await outcomeOf(start())).toBe('synced')
  expect(listeners.size).toBe(0)
})

test.each([400, 401, 403, 404, 405, 406, 415, 422])('the error %d ends it', async code => {
  const { status: state, listeners, start, publish } = rig()
  const waiting = start()
  state.lastError = status(code)
  publish()
  expect(await waiting).toBe(state.lastError)
  expect(listeners.size).toBe(0)
})

test.each([
  ['a code that may pass', status(503)],
  ['a conflict', status(409)],
  ['an error that is no answer of a server', new Error('403')],
  ['a page of a gateway', status(403, ofGateway)],
  ['a page of a gateway that finds nothing', status(404, ofGateway)],
])('%s does not end it', async (_, error) => {
  const { status: state, start, publish, sync } = rig()
  const waiting = start()
  state.lastError = error
  publish()
  expect(await outcomeOf(waiting)).toBe(PENDING)
  sync()
  expect(await waiting).toBe('synced')
})

test('a resource that is not installed ends it, although the answer is no Status', async () => {
  const { status: state, start } = rig()
  state.lastError = status(404, { ...ofGateway, message: '404 page not found' })
  expect(await start()).toBe(state.lastError)
})

test.each([
  [undefined, 'the informer stopped before it had synced'],
  [new Error('refused'), 'refused'],
])('an informer that stops ends it (%s)', async (error, message) => {
  const { informer, status: state, start, publish } = rig()
  const waiting = start()
  informer.isStopped = true
  state.lastError = error
  publish()
  expect(await waiting).toMatchObject({ message })
})

test.each([
  [undefined, 'left'],
  [new Error('refused'), 'refused'],
])('an abort of the caller ends it (%s)', async (error, message) => {
  const caller = new AbortController()
  const { status: state, listeners, start } = rig(caller.signal)
  const waiting = start()
  state.lastError = error
  caller.abort(new Error('left'))
  expect(await waiting).toMatchObject({ message })
  expect(listeners.size).toBe(0)
})
