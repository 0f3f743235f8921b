import { describe, expect, test } from 'vitest'
import { DeletedFinalStateUnknown } from '../../api/keys.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { recorder } from '../../test/informer-rig.ts'
import { pod } from '../../test/scripted-lister-watcher.ts'
import { deletedObject } from './deleted-object.ts'
import { filteringResourceEventHandler } from './filtering-handler.ts'
import { handlerName } from './handler-name.ts'
import { notifyHandler } from './notify-handler.ts'

const good = pod('good', 1)
const better = pod('good', 2)
const bad = pod('bad', 1)

describe('ResourceEventHandler', () => {
  const notifications = [
    { type: 'add', object: good, isInInitialList: true },
    { type: 'add', object: good, isInInitialList: false },
    { type: 'update', oldObject: good, object: better, isSync: false },
    { type: 'delete', object: better },
  ] as const

  test('T-HND-1, T-HND-3: each member is called with its objects, and the flag as it is', () => {
    const { log, ...handler } = recorder()
    for (const notification of notifications) void notifyHandler(handler, notification)
    expect(log).toEqual(['add good@1 initial', 'add good@1', 'update good@1 good@2', 'delete good@2'])
  })

  test('T-HND-2, T-HND-4: a handler without members causes no error', () => {
    expect(notifications.map(notification => notifyHandler({}, notification))).toEqual(
      Array(4).fill(undefined),
    )
  })
})

describe('filteringResourceEventHandler', () => {
  const filtering = () => {
    const { log, ...handler } = recorder()
    const filter = (object: KubernetesObject) => object.metadata?.name === 'good'
    return { log, handler: filteringResourceEventHandler({ filter, handler }) }
  }

  test('T-HND-5: an add passes with its flag, or does not', () => {
    const { log, handler } = filtering()
    void handler.onAdd?.(good, true)
    void handler.onAdd?.(bad, true)
    expect(log).toEqual(['add good@1 initial'])
  })

  test('T-HND-6: a deletion passes by the last known state of a tombstone', () => {
    const { log, handler } = filtering()
    void handler.onDelete?.(good)
    void handler.onDelete?.(bad)
    void handler.onDelete?.(new DeletedFinalStateUnknown('default/good', good))
    void handler.onDelete?.(new DeletedFinalStateUnknown('default/bad', bad))
    void handler.onDelete?.(new DeletedFinalStateUnknown<KubernetesObject>('default/who', undefined))
    expect(log).toEqual(['delete good@1', 'delete DFSU good@1', 'delete DFSU default/who'])
  })

  test.each([
    ['T-HND-7: both pass: an update', good, better, ['update good@1 good@2']],
    ['T-HND-8: the new one passes: an add that is not initial', bad, better, ['add good@2']],
    ['T-HND-9: the old one passes: a deletion of it', good, bad, ['delete good@1']],
    ['T-HND-10: neither passes: nothing', bad, bad, []],
  ])('%s', (_, before, after, expected) => {
    const { log, handler } = filtering()
    void handler.onUpdate?.(before, after)
    expect(log).toEqual(expected)
  })

  test('an async handler within a filter is awaited', async () => {
    let ended = false
    const handler = filteringResourceEventHandler<KubernetesObject>({
      filter: () => true,
      handler: {
        onAdd: async () => {
          await Promise.resolve()
          ended = true
        },
      },
    })
    await handler.onAdd?.(good, false)
    expect(ended).toBe(true)
  })
})

describe('deletedObject', () => {
  test('T-HND-11: a plain object is its own last state', () => {
    expect(deletedObject(good)).toEqual({
      object: good,
      finalStateUnknown: undefined,
      key: 'default/good',
      namespace: 'default',
      name: 'good',
    })
  })

  test('T-HND-12, T-HND-13: a tombstone gives its key, and its object where it has one', () => {
    const known = new DeletedFinalStateUnknown('default/good', good)
    expect(deletedObject(known)).toMatchObject({
      object: good,
      finalStateUnknown: known,
      key: 'default/good',
    })
    const unknown = new DeletedFinalStateUnknown<KubernetesObject>('ns/name/with/slashes', undefined)
    expect(deletedObject(unknown)).toEqual({
      object: undefined,
      finalStateUnknown: unknown,
      key: 'ns/name/with/slashes',
      namespace: 'ns',
      name: 'name/with/slashes',
    })
  })

  test('never throws: an object without a name has an empty key', () => {
    expect(deletedObject<KubernetesObject>({})).toMatchObject({ key: '', namespace: '', name: '' })
  })
})

describe('handlerName', () => {
  class Billing {
    onAdd(): void {}
  }
  const countAdds = () => {}
  const countUpdates = () => {}

  test('T-HND-14: one function for one or for all members names the handler', () => {
    expect(handlerName({ onAdd: countAdds })).toBe('countAdds')
    expect(handlerName({ onUpdate: countAdds })).toBe('countAdds')
    expect(handlerName({ onDelete: countAdds.bind(undefined) })).toBe('countAdds')
    expect(handlerName({ onAdd: countAdds, onUpdate: countAdds, onDelete: countAdds })).toBe('countAdds')
  })

  test('T-HND-15: several are joined', () => {
    expect(handlerName({ onAdd: countAdds, onUpdate: countUpdates })).toBe('countAdds+countUpdates')
  })

  test('T-HND-16: a class names its instances; a missing handler has a name, too', () => {
    expect(handlerName(new Billing())).toBe('Billing')
    expect([handlerName(null), handlerName(undefined)]).toEqual(['<nil>', '<nil>'])
    expect(handlerName({ onAdd() {}, onDelete: () => {} })).toBe('ResourceEventHandler')
  })
})
