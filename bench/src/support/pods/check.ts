import { isDeepStrictEqual } from 'node:util'
import type { Row, SharedIndexInformer } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { Setup } from '../../runner/bench-case.ts'
import { podOf } from './informer.ts'
import { eventsOf, extentOf, LIST_VERSION, versionedPods } from './wire.ts'

/**
 * Checks the result: every Pod is stored and indexed, one of them equals its last sent state, and no event is missing.
 */
export function expectPods(
  { indexer, lastSyncResourceVersion }: SharedIndexInformer<unknown>,
  setup: Setup,
): void {
  if (setup.isWarmUp) return
  const sizes = indexer
    .listIndexFuncValues('namespace')
    .map(name => [name, indexer.byIndex('namespace', name).length] as const)
  expectSizes(new Map(sizes), indexer.list().length, setup)
  if (setup.form === 'row') expectEncoding(indexer.list() as readonly Row[], setup)
  const sent = lastSent(setup)
  const { namespace, name } = sent.metadata
  const { managedFields: _, ...metadata } = sent.metadata
  const stored = podOf(indexer.getByKey(`${namespace}/${name}`), setup.form)
  if (!isDeepStrictEqual(stored, { ...sent, metadata })) {
    throw new Error(`differs from the sent object: ${JSON.stringify(stored)}`)
  }
  expectVersion(Number(lastSyncResourceVersion), setup)
}

/** The bodies of rows are bytes if they arrived in protobuf, and text otherwise. */
export function expectEncoding(rows: readonly Row[], { protobuf }: Setup): void {
  const areBytes = (body: unknown) => body instanceof Uint8Array
  const inBytes = rows.filter(({ body }) => areBytes(body)).length
  const expected = protobuf ? rows.length : 0
  if (inBytes !== expected) throw new Error(`${inBytes} rows have a body of bytes instead of ${expected}`)
}

/** The Pod in the middle of the list, after all events. */
function lastSent(setup: Setup): Pod {
  const extent = extentOf(setup)
  const pods = [...versionedPods(setup)]
  for (const _ of eventsOf(pods, extent));
  const pod = pods[extent.count >> 1]
  if (!pod) throw new Error('no Pods')
  return pod
}

/** Compares the size of each namespace with what was generated. */
export function expectSizes(sizes: ReadonlyMap<string, number>, total: number, setup: Setup): void {
  const expected = new Map<string, number>()
  for (const { metadata } of versionedPods(setup)) {
    const { namespace = '' } = metadata
    expected.set(namespace, (expected.get(namespace) ?? 0) + 1)
  }
  if (total !== setup.count) throw new Error(`${total} objects instead of ${setup.count}`)
  if (!isDeepStrictEqual(new Map(sizes), expected)) throw new Error('the namespace index is wrong')
}

/** Every event was received, including the last one. */
export function expectVersion(version: number, setup: Setup): void {
  const expected = LIST_VERSION + extentOf(setup).events
  if (version !== expected) throw new Error(`at resourceVersion ${version} instead of ${expected}`)
}
