import { type InformerStatus, type Row, StatusError } from '@kube-informer/core'
import { nodes, pods } from '@kube-informer/core/resources'
import { describe, expect, test, vi } from 'vitest'
import type { Scope } from '../../api/subscription.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { NOTHING_YET } from '../streams/status-change.ts'
import { locate } from './informer-location.ts'
import type { ScopedInformer } from './scoped-informer.ts'
import { UsableInformers } from './usable-informers.ts'
import { countersIn, findWidest, isUsable, statusIn } from './wider-scope.ts'

const definition = compileDefinition({ resource: pods })
const COMPLETE: InformerStatus = { ...NOTHING_YET, data: 'complete', link: 'live' }
const withObjects = (objects: number): InformerStatus => ({
  ...COMPLETE,
  counters: { ...COMPLETE.counters, objects },
})
const failedWith = (code: number) => {
  const error = new StatusError({ kind: 'Status', status: 'Failure', code, message: 'no' })
  return { ...COMPLETE, error }
}

function informerOf(scope: Scope, status = COMPLETE, of = definition): ScopedInformer {
  const { key, scope: normal } = locate({ definition: of, scope })
  return { definition: of, scope: normal, key, status, countIn: () => 7 } as unknown as ScopedInformer
}
const at = (scope: Scope) => locate({ definition, scope })

describe('the location of an informer', () => {
  test.each<[Scope, Scope]>([
    [{}, { namespace: '' }],
    [{}, { labelSelector: '', fieldSelector: '' }],
    [{ namespace: 'a' }, { namespace: 'a', labelSelector: '' }],
  ])('is one, however its scope is written: %j, %j', (one, other) => {
    expect(at(one).key).toBe(at(other).key)
  })

  test('differs between scopes', () => {
    const scopes: Scope[] = [{}, { namespace: 'a' }, { labelSelector: 'a' }, { fieldSelector: 'a=b' }]
    expect(new Set(scopes.map(scope => at(scope).key)).size).toBe(4)
  })

  test('of a cluster-scoped resource has no namespace', () => {
    const ofNodes = compileDefinition({ resource: nodes })
    const found = locate({ definition: ofNodes, scope: { namespace: 'a' } })
    expect([found.scope.namespace, found.key]).toEqual([
      undefined,
      locate({ definition: ofNodes, scope: {} }).key,
    ])
  })
})

test.each<[string, InformerStatus, boolean]>([
  ['data', COMPLETE, true],
  ['cached data', { ...COMPLETE, data: 'cached' }, true],
  ['no data', NOTHING_YET, false],
  ['data and a denial', failedWith(403), false],
  ['data and a failure that passes', failedWith(429), true],
  ['data and a failure of the server', failedWith(500), true],
])('an informer with %s is usable: %s', (_, status, expected) => {
  expect(isUsable(informerOf({}, status))).toBe(expected)
})

describe('the widest informer of a scope', () => {
  const [all, ofNamespace, ofLabel] = [{}, { namespace: 'a' }, { namespace: 'a', labelSelector: 'x' }].map(
    scope => informerOf(scope),
  ) as [ScopedInformer, ScopedInformer, ScopedInformer]

  test.each([
    ['the only one', [ofNamespace], ofNamespace],
    ['the widest of two', [ofNamespace, all], all],
    ['the widest of two, whatever their order', [all, ofNamespace], all],
    ['none of its own scope', [ofLabel], undefined],
    ['none that is narrower', [informerOf({ namespace: 'a', labelSelector: 'x,y' })], undefined],
    ['none of another namespace', [informerOf({ namespace: 'b' })], undefined],
    ['none without data', [informerOf({}, NOTHING_YET)], undefined],
    [
      'none of another definition',
      [informerOf({}, COMPLETE, compileDefinition({ resource: pods }))],
      undefined,
    ],
  ])('is %s', (_, informers, expected) => {
    expect(findWidest(at(ofLabel.scope), informers)?.informer).toBe(expected)
  })

  test('counts the objects of the namespace, unless a selector is left to apply', () => {
    const wide = informerOf({}, withObjects(9))
    const countersOf = (scope: Scope) => {
      const found = findWidest(at(scope), [wide])
      return found && countersIn(found).objects
    }
    expect([countersOf({ namespace: 'a' }), countersOf({ labelSelector: 'x' })]).toEqual([7, 9])
    expect(countersOf({ namespace: 'a', labelSelector: 'x' })).toBe(9)
  })
})

describe('the status of a scope', () => {
  const byKey = (...informers: readonly ScopedInformer[]) => new Map(informers.map(each => [each.key, each]))

  test('is that of its own informer', () => {
    const status = withObjects(3)
    expect(
      statusIn(at({ namespace: 'a' }), byKey(informerOf({}), informerOf({ namespace: 'a' }, status))),
    ).toBe(status)
  })

  test('is that of a wider one, with its own number of objects', () => {
    const status = statusIn(at({ namespace: 'a' }), byKey(informerOf({}, withObjects(9))))
    expect(status).toEqual(withObjects(7))
  })

  test('is that of its parts together', () => {
    const parts = ['a', 'b'].map(namespace => informerOf({ namespace }, withObjects(2)))
    const others = informerOf({ namespace: 'c' }, withObjects(5), compileDefinition({ resource: pods }))
    expect(statusIn(at({}), byKey(...parts, others))?.counters.objects).toBe(4)
  })

  test('is unknown without informers', () => {
    expect(statusIn(at({}), byKey())).toBeUndefined()
    expect(statusIn(at({ namespace: 'a' }), byKey(informerOf({ namespace: 'b' })))).toBeUndefined()
  })
})

test('those that wait are notified when an informer of their definition becomes usable', () => {
  const usable = new UsableInformers()
  const [listener, other] = [vi.fn(), vi.fn()]
  const unsubscribe = usable.subscribe(definition, listener)
  usable.subscribe(compileDefinition({ resource: pods }), other)
  const informer = informerOf({})
  const calls: number[] = []
  for (const isNow of [false, true, true, false, true]) {
    usable.update(informer, isNow)
    calls.push(listener.mock.calls.length)
  }
  expect([calls, other.mock.calls.length]).toEqual([[0, 1, 1, 1, 2], 0])
  unsubscribe()
  usable.update(informerOf({ namespace: 'a' }), true)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('rows belong to an informer by their namespace', () => {
  const found = findWidest(at({ namespace: 'a' }), [informerOf({})])
  expect([found?.scopeFilter.namespace, found?.scopeFilter.keeps]).toEqual(['a', undefined])
  const row = (name: string) => ({ name, namespace: 'a' }) as Row
  const named = findWidest(at({ fieldSelector: 'metadata.name=x' }), [informerOf({})])
  expect(['x', 'y'].map(name => named?.scopeFilter.keeps?.(row(name)))).toEqual([true, false])
})
