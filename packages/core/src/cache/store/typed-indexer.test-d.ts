import type { KubernetesObject } from '../../api/object.ts'
import { byPath, metaNamespaceIndex } from './index-function.ts'
import { Indexer } from './indexer.ts'

// What must compile and what must not; checked with the types of the whole project, never run.

interface Pod extends KubernetesObject {
  readonly spec?: { readonly nodeName?: string }
}
declare const somePod: Pod
const byNode = (pod: Pod): readonly string[] => (pod.spec?.nodeName ? [pod.spec.nodeName] : [])

// Names that are inferred.
const inferred = new Indexer({ indexers: { node: byNode, namespace: metaNamespaceIndex } })
inferred.byIndex('node', 'n1') satisfies readonly Pod[]
inferred.index('namespace', somePod)
// @ts-expect-error a misspelt index
inferred.byIndex('nod', 'n1')
// @ts-expect-error a misspelt index
inferred.index('nod', somePod)
// @ts-expect-error a misspelt index
inferred.indexKeys('nod', 'n1')
// @ts-expect-error a misspelt index
inferred.countByIndex('nod', 'n1')
// @ts-expect-error a misspelt index
inferred.listIndexFuncValues('nod')

// Names that are given.
const given = new Indexer<Pod, 'node'>({ indexers: { node: byPath('spec.nodeName') } })
given.byIndex('node', 'n1') satisfies readonly Pod[]
// @ts-expect-error a misspelt index
given.byIndex('nod', 'n1')
// @ts-expect-error an index that was promised and is missing
new Indexer<Pod, 'node' | 'owner'>({ indexers: { node: byPath('spec.nodeName') } })

// Names that are added.
const more = given.addIndexers({ owner: byNode })
more.byIndex('owner', 'o')
more.byIndex('node', 'n1')
// @ts-expect-error a misspelt index
more.byIndex('ownr', 'o')

// Without names every name compiles, and a parameter of type Indexer accepts one with names.
const open = new Indexer<Pod>({ indexers: { node: byNode } })
open.byIndex('whatever', 'n1')
given satisfies Indexer<Pod>
inferred satisfies Indexer<Pod>
