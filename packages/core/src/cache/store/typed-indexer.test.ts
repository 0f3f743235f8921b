import { describe, expect, test } from 'vitest'
import { UsageError } from '../../api/errors.ts'
import type { KubernetesObject } from '../../api/object.ts'
import { ScriptedListerWatcher } from '../../test/scripted-lister-watcher.ts'
import { SharedIndexInformer } from '../informer/shared-index-informer.ts'
import type { IndexFunction } from './index-function.ts'
import { Indexer } from './indexer.ts'

const labelled = (name: string, foo: string): KubernetesObject => ({ metadata: { name, labels: { foo } } })
const byFoo: IndexFunction<KubernetesObject> = object => [object.metadata?.labels?.foo ?? '']
const names = (objects: readonly KubernetesObject[]) => objects.map(({ metadata }) => metadata?.name)

describe('an indexer that knows the names of its indexes', () => {
  test('T-TYP-1: reads by name', () => {
    const indexer = new Indexer({ indexers: { foo: byFoo } })
    for (const name of ['one', 'two']) indexer.add(labelled(name, 'bar'))
    expect(names(indexer.index('foo', labelled('x', 'bar')))).toEqual(['one', 'two'])
    expect(names(indexer.byIndex('foo', 'bar'))).toEqual(['one', 'two'])
  })

  test('T-TYP-2: refuses a name that it does not know when it runs, too', () => {
    const indexer: Indexer<KubernetesObject> = new Indexer({ indexers: { foo: byFoo } })
    expect(() => indexer.byIndex('unknown', 'bar')).toThrow(UsageError)
  })

  test('T-TYP-3: reads an index that was added, also through the name it had before', () => {
    const indexer = new Indexer({ indexers: { foo: byFoo } })
    indexer.add(labelled('one', 'bar'))
    const more = indexer.addIndexers({ name: object => [object.metadata?.name ?? ''] })
    expect(names(more.byIndex('name', 'one'))).toEqual(['one'])
    expect(names((indexer as Indexer<KubernetesObject>).byIndex('name', 'one'))).toEqual(['one'])
  })

  test('T-TYP-6: an informer hands added indexes on, and what the indexer throws back', () => {
    const informer = new SharedIndexInformer({ listerWatcher: new ScriptedListerWatcher({ lists: [] }) })
    informer.addIndexers({ foo: byFoo })
    expect(Object.keys(informer.indexer.getIndexers())).toContain('foo')
    expect(() => informer.addIndexers({ foo: byFoo })).toThrow('indexer conflict: foo')
  })

  test('T-TYP-7: the indexer of an informer gives typed objects', () => {
    const informer = new SharedIndexInformer({
      listerWatcher: new ScriptedListerWatcher({ lists: [] }),
      indexers: { foo: byFoo },
    })
    informer.indexer.add(labelled('one', 'bar'))
    const [found] = informer.indexer.byIndex('foo', 'bar')
    expect(found?.metadata?.name).toBe('one')
  })
})
