import type { KubernetesObject, TableObject } from '@kube-informer/core'
import { nodes, type Pod, pods } from '@kube-informer/core/resources'
import { expectTypeOf, test } from 'vitest'
import type { Connection } from './connection.ts'
import { createQueries, type ObjectQuery } from './create-queries.ts'
import { defineInformers } from './definition.ts'
import { informer } from './informer.ts'
import type { SliceState, Subscription } from './subscription.ts'

const informers = defineInformers({
  pods: informer(pods, {
    indexers: { node: pod => [pod.spec?.nodeName ?? ''] },
    predicates: { bad: (_pod, _args: { readonly times: number }) => true },
  }),
  nodes: { resource: nodes },
})
type Definitions = typeof informers
const queries = createQueries(informers)
declare const connection: Connection<Definitions>

test('a query has the type of its rows', () => {
  const query = queries.byIndex('pods', 'node', 'n1', { sort: { by: 'spec.nodeName' }, window: { limit: 5 } })
  expectTypeOf(query).toEqualTypeOf<Subscription<Definitions, 'pods'>>()
  expectTypeOf(queries.byKey('pods', 'a/b')).toEqualTypeOf<ObjectQuery<Definitions, 'pods'>>()
  expectTypeOf(connection.observe(query).getState()).toEqualTypeOf<SliceState<Pod>>()
  expectTypeOf(connection.ensure(queries.byKey('pods', 'a/b'))).toEqualTypeOf<Promise<SliceState<Pod>>>()
  expectTypeOf(connection.observe(queries.table('pods')).getState()).toEqualTypeOf<SliceState<TableObject>>()
  expectTypeOf(connection.observe(queries.all(pods)).getState()).toEqualTypeOf<SliceState<Pod>>()
  connection.subscribe(queries.all('nodes'), ({ data }) =>
    expectTypeOf(data).toExtend<readonly KubernetesObject[]>(),
  )
  connection.snapshot(queries.all('pods'))
})

test('only the names of the definition are accepted', () => {
  queries.all('pods', { filter: { predicate: { name: 'bad', args: { times: 1 } } }, groupBy: 'node' })
  // @ts-expect-error an unknown resource
  queries.all('pod')
  // @ts-expect-error an index of another resource
  queries.byIndex('nodes', 'node', 'n1')
  // @ts-expect-error a misspelt path
  queries.all('pods', { sort: { by: 'spec.nodename' } })
  // @ts-expect-error a misspelt index
  queries.indexValues('pods', 'nodes')
  // @ts-expect-error an object has its own namespace
  queries.byKey('pods', 'a/b', { namespace: 'a' })
  // @ts-expect-error a target is the query's own
  queries.all('pods', { target: { type: 'all' } })
  // @ts-expect-error a Table has no predicates
  queries.table('pods', { filter: { predicate: 'bad' } })
  // @ts-expect-error the query of another definition
  connection.observe(createQueries(defineInformers({ other: { resource: pods } })).all('other'))
})
