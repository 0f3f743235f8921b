import { expect, test } from 'vitest'
import type { LogFields, Logger } from '../api/logger.ts'
import type { ReconcileContext } from '../api/reconciler.ts'
import { controllerRig, request } from '../test/controller-rig.ts'

/** A logger that counts the loggers that are made from it. */
function countingLogger() {
  const made: LogFields[] = []
  const messages: string[] = []
  const add = (message: string) => void messages.push(message)
  const log: Logger = {
    ...{ debug: add, info: add, error: add },
    with: fields => {
      made.push(fields)
      return log
    },
  }
  return { made, messages, log }
}

async function contextOf(log: Logger, name: string): Promise<ReconcileContext> {
  const contexts: ReconcileContext[] = []
  const rig = controllerRig({ log, name, reconciler: (_, context) => void contexts.push(context) })
  await rig.start()
  rig.queue.add(request('ns/a'))
  await rig.clock.settle()
  const [context] = contexts
  if (!context) throw new Error('nothing was reconciled')
  return context
}

test('a copy of a context has all of its members', async () => {
  const context = await contextOf(countingLogger().log, 'copied')
  const copy = { ...context, extra: 1 }
  expect(Object.keys(copy).toSorted()).toEqual(
    ['client', 'events', 'extra', 'log', 'reconcileId', 'signal'].toSorted(),
  )
  expect(copy.client).toBe(context.client)
  expect(copy.signal).toBe(context.signal)
  expect({ ...copy.client }.patch, 'the client, too').toBeTypeOf('function')
})

test('a reconcile that logs nothing makes no logger, one that logs makes one', async () => {
  const { made, messages, log } = countingLogger()
  const context = await contextOf(log, 'widgets')
  // The controller makes one for itself.
  const ofReconciles = () => made.filter(fields => 'reconcileId' in fields)
  expect(ofReconciles()).toEqual([])
  context.log.debug('a')
  context.log.info('b')
  context.log.error('c', new Error('c'))
  expect(ofReconciles()).toEqual([
    { controller: 'widgets', namespace: 'ns', name: 'a', reconcileId: expect.any(String) },
  ])
  context.log.with({ more: 1 }).info('d')
  expect(made.at(-1)).toEqual({ more: 1 })
  expect(messages.slice(-4)).toEqual(['a', 'b', 'c', 'd'])
})
