import { describe, expect } from 'vitest'
import { type Cluster, rowsOf, type Target, widgets } from './target.ts'
import { WatchReader } from './watch-reader.ts'
import { type View, WidgetWriter, watchNow } from './widget-writer.ts'

/** A scope of widgets, a sequence of writes, and the expected events. */
interface ViewCase {
  readonly title: string
  readonly view: View
  readonly writes: readonly string[]
  readonly expected: readonly string[]
}

/**
 * `create ns/name [node]`, `update ns/name`, `assign ns/name node`, `delete ns/name`.
 * A selector's `metadata.namespace` is the name that the test uses.
 */
const VIEWS: readonly ViewCase[] = [
  {
    title: 'F01: a watch of a namespace receives its objects only',
    view: { namespace: 'ns1' },
    writes: ['create ns1/foo', 'create ns2/foo'],
    expected: ['A foo'],
  },
  {
    title: 'F02: an object that enters the scope is ADDED',
    view: { namespace: 'ns1', fieldSelector: 'spec.nodeName=bar' },
    writes: ['create ns1/foo', 'assign ns1/foo bar'],
    expected: ['A foo'],
  },
  {
    title: 'F03: a change within the scope is MODIFIED',
    view: { namespace: 'ns1' },
    writes: ['create ns1/foo', 'update ns1/foo'],
    expected: ['A foo', 'M foo'],
  },
  {
    title: 'F10: all namespaces, no selector',
    view: {},
    writes: ['create ns1/foo1', 'update ns1/foo1', 'create ns2/foo2 b'],
    expected: ['A ns1/foo1', 'M ns1/foo1', 'A ns2/foo2'],
  },
  {
    title: 'F11: all namespaces, one node',
    view: { fieldSelector: 'spec.nodeName=b' },
    writes: ['create ns1/foo1', 'assign ns1/foo1 b'],
    expected: ['A ns1/foo1'],
  },
  {
    title: 'F14: one name on one node',
    view: { fieldSelector: 'metadata.name=foo1,spec.nodeName=b' },
    writes: ['create ns1/foo1', 'create ns1/foo2', 'update ns1/foo1', 'update ns1/foo2', 'assign ns1/foo1 b'],
    expected: ['A ns1/foo1'],
  },
  {
    title: 'F15: one name on any other node',
    view: { fieldSelector: 'metadata.name=foo1,spec.nodeName!=b' },
    writes: [
      'create ns1/foo1',
      'create ns1/foo2',
      'update ns1/foo1',
      'assign ns1/foo1 b',
      'assign ns1/foo2 b',
    ],
    expected: ['A ns1/foo1', 'M ns1/foo1', 'D ns1/foo1'],
  },
  {
    title: 'F16: two namespaces',
    view: {},
    writes: ['create ns1/foo1', 'create ns2/foo2', 'update ns1/foo1', 'update ns2/foo2'],
    expected: ['A ns1/foo1', 'A ns2/foo2', 'M ns1/foo1', 'M ns2/foo2'],
  },
  {
    title: 'F17: all namespaces, one of them selected',
    view: { fieldSelector: 'metadata.namespace=ns1' },
    writes: ['create ns1/foo1', 'create ns2/foo1', 'update ns1/foo1', 'update ns2/foo1'],
    expected: ['A ns1/foo1', 'M ns1/foo1'],
  },
  {
    title: 'F19: all namespaces, any other node',
    view: { fieldSelector: 'spec.nodeName!=b' },
    writes: ['create ns1/foo1', 'create ns2/foo2', 'update ns1/foo1', 'assign ns1/foo1 b'],
    expected: ['A ns1/foo1', 'A ns2/foo2', 'M ns1/foo1', 'D ns1/foo1'],
  },
  {
    title: 'F20: one namespace, the same name in another',
    view: { namespace: 'ns1' },
    writes: ['create ns1/foo1', 'create ns2/foo1', 'create ns1/foo2', 'update ns1/foo1', 'update ns2/foo1'],
    expected: ['A foo1', 'A foo2', 'M foo1'],
  },
  {
    title: 'F21: one namespace, selected as well',
    view: { namespace: 'ns1', fieldSelector: 'metadata.namespace=ns1' },
    writes: ['create ns1/foo1', 'create ns2/foo1', 'update ns1/foo1'],
    expected: ['A foo1', 'M foo1'],
  },
  {
    title: 'F23: one namespace, one node',
    view: { namespace: 'ns1', fieldSelector: 'spec.nodeName=b2' },
    writes: ['create ns1/foo', 'assign ns1/foo b1', 'create ns2/foo b2', 'assign ns1/foo b2'],
    expected: ['A foo'],
  },
  {
    title: 'F24: one namespace, any other node',
    view: { namespace: 'ns2', fieldSelector: 'spec.nodeName!=b1' },
    writes: ['create ns1/foo', 'create ns2/foo', 'assign ns2/foo b1', 'assign ns2/foo b2'],
    expected: ['A foo', 'D foo', 'A foo'],
  },
  {
    title: 'F25: one name in all namespaces',
    view: { fieldSelector: 'metadata.name=foo1' },
    writes: ['create ns1/foo1', 'create ns2/foo1', 'create ns1/foo2', 'update ns1/foo1', 'assign ns1/foo1 b'],
    expected: ['A ns1/foo1', 'A ns2/foo1', 'M ns1/foo1', 'M ns1/foo1'],
  },
  {
    title: 'F26: one name in one selected namespace',
    view: { fieldSelector: 'metadata.name=foo1,metadata.namespace=ns1' },
    writes: ['create ns1/foo1', 'create ns1/foo2', 'create ns2/foo1', 'update ns1/foo1', 'assign ns1/foo1 b'],
    expected: ['A ns1/foo1', 'M ns1/foo1', 'M ns1/foo1'],
  },
  {
    title: 'F28: an object leaves the scope and returns',
    view: { fieldSelector: 'metadata.name=foo1,spec.nodeName!=b' },
    writes: [
      'create ns1/foo1',
      'create ns1/foo2',
      'update ns1/foo1',
      'assign ns1/foo1 b',
      'assign ns1/foo1 b2',
    ],
    expected: ['A ns1/foo1', 'M ns1/foo1', 'D ns1/foo1', 'A ns1/foo1'],
  },
  {
    title: 'F29: one name in one namespace',
    view: { namespace: 'ns1', fieldSelector: 'metadata.name=foo1' },
    writes: ['create ns1/foo1', 'create ns1/foo2', 'update ns1/foo1', 'assign ns1/foo1 b'],
    expected: ['A foo1', 'M foo1', 'M foo1'],
  },
  {
    title: 'F30: one name in one namespace, selected as well',
    view: { namespace: 'ns1', fieldSelector: 'metadata.name=foo2,metadata.namespace=ns1' },
    writes: ['create ns1/foo1', 'create ns1/foo2', 'update ns1/foo1', 'assign ns1/foo2 b'],
    expected: ['A foo2', 'M foo2'],
  },
  {
    title: 'F31: name, namespace and node',
    view: { namespace: 'ns1', fieldSelector: 'metadata.name=foo1,metadata.namespace=ns1,spec.nodeName=b' },
    writes: ['create ns1/foo1', 'create ns1/foo2', 'create ns2/foo1', 'update ns1/foo1', 'assign ns1/foo1 b'],
    expected: ['A foo1'],
  },
  {
    title: 'F32: name, namespace and any other node',
    view: { namespace: 'ns1', fieldSelector: 'metadata.name=foo2,metadata.namespace=ns1,spec.nodeName!=b' },
    writes: ['create ns1/foo1', 'create ns2/foo2', 'create ns1/foo2', 'update ns1/foo2', 'assign ns1/foo2 b'],
    expected: ['A foo2', 'M foo2', 'D foo2'],
  },
]

async function writeAll(cluster: Cluster, writes: readonly string[]): Promise<void> {
  const writer = new WidgetWriter(cluster)
  for (const write of writes) {
    const [verb, key = '', nodeName = ''] = write.split(' ')
    if (verb === 'create') await writer.create(key, nodeName ? { nodeName } : {})
    if (verb === 'update') await writer.update(key)
    if (verb === 'assign') await writer.assign(key, nodeName)
    if (verb === 'delete') await writer.delete(key)
  }
}

/** Makes one more write in scope. Its event must be the next one, so the watch received nothing else. */
function barrierOf({ namespace }: View, expected: readonly string[]): [write: string, event: string] {
  const [letter, name = ''] = expected.at(-1)?.split(' ') ?? []
  const key = namespace === undefined ? name : `${namespace}/${name}`
  return letter === 'D' ? [`assign ${key} free`, `A ${name}`] : [`delete ${key}`, `D ${name}`]
}

/** The events of each kind of scope for each kind of write. */
export function describeEventViews(target: Target): void {
  const row = rowsOf(target)

  describe('events of a write in a scope', () => {
    for (const { title, view, writes, expected } of VIEWS)
      row(title, async cluster => {
        const watch = await watchNow(cluster, view)
        await writeAll(cluster, writes)
        const [write, event] = barrierOf(view, expected)
        await writeAll(cluster, [write])
        expect(await watch.take(expected.length + 1)).toEqual([...expected, event])
      })

    row(
      'F22: selecting a namespace other than that of the path returns nothing',
      async cluster => {
        const namespace = await cluster.namespace('ns1')
        const fieldSelector = `metadata.namespace=${await cluster.namespace('ns2')}`
        const resourceVersion = await cluster.rv()
        await writeAll(cluster, ['create ns1/foo', 'create ns2/foo'])
        const options = { namespace, fieldSelector, resourceVersion, timeoutSeconds: 1 }
        const watch = await WatchReader.open(cluster, widgets, options)
        const [seen] = await Promise.all([watch.rest(), cluster.elapse(1_000)])
        expect(seen).toEqual([])
      },
      { concurrent: true },
    )
  })
}
