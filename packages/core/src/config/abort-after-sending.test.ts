import { expect, test, vi } from 'vitest'
import { abortAfterSending, type RequestHandler } from './abort-after-sending.ts'

/** A handler that keeps the controller of its request, and an event loop whose iterations end on demand. */
function rig(onStart: (controller: { abort(reason: unknown): void }) => void = () => {}) {
  const deferred: (() => void)[] = []
  const abort = vi.fn<(reason: unknown) => void>()
  const context = {}
  let own = { abort }
  const start = vi.fn<NonNullable<RequestHandler['onRequestStart']>>(controller => {
    own = controller as typeof own
    onStart(controller)
  })
  const handler = { onRequestStart: start, onOther: () => 'other' }
  const deferring = abortAfterSending(handler, callback => void deferred.push(callback))
  deferring.onRequestStart?.({ abort }, context)
  const endIteration = () => {
    for (const callback of deferred.splice(0)) callback()
  }
  return {
    handler,
    deferring,
    start,
    context,
    abort,
    abortNow: (reason: unknown) => own.abort(reason),
    endIteration,
  }
}

test('the request starts with the context, and other methods are those of the handler', () => {
  const { deferring, start, context } = rig()
  expect(start).toHaveBeenCalledExactlyOnceWith({ abort: expect.any(Function) }, context)
  expect(start.mock.contexts).toEqual([deferring])
  expect(deferring).toMatchObject({ onOther: expect.any(Function) })
})

test('an abort before the request is sent prevents it', () => {
  const { abort } = rig(controller => controller.abort('early'))
  expect(abort).toHaveBeenCalledExactlyOnceWith('early')
})

test('an abort in the iteration that sends the request comes after it', () => {
  const { abort, abortNow, endIteration } = rig()
  abortNow('reason')
  expect(abort).not.toHaveBeenCalled()
  endIteration()
  expect(abort).toHaveBeenCalledExactlyOnceWith('reason')
})

test('a later abort comes at once', () => {
  const { abort, abortNow, endIteration } = rig()
  endIteration()
  abortNow('reason')
  expect(abort).toHaveBeenCalledExactlyOnceWith('reason')
})

test('a handler of undici 7 remains as it is', () => {
  const handler = { onConnect() {} }
  expect(abortAfterSending(handler as RequestHandler, () => {})).toBe(handler)
})
