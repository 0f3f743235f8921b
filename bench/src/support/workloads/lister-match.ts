import { Indexer, Lister, type PartialObjectMetadata, parseLabelSelector } from '@kube-informer/core'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { expectCount, microsecondsEach, sizeOf } from '../measure/operations.ts'

const MATCHING = 100

/**
 * BenchmarkLister_Match: finds the objects with a label by a scan of all objects. The scanned list is created once before;
 * client-go has no such list and iterates its map every time.
 */
export async function run(setup: Setup): Promise<Sample> {
  const count = sizeOf(setup, 'count')
  const matches = sizeOf(setup, 'matches')
  const indexer = new Indexer<PartialObjectMetadata>()
  for (let i = 0; i < count; i++) indexer.add(objectAt(i))
  const matching = Math.min(MATCHING, count)
  const lister = new Lister(indexer)
  const labelSelector = parseLabelSelector('match=true')
  const select = () => lister.list({ labelSelector }).length
  expectCount('matches', select(), matching)
  const operations = Math.max(1, Math.round(matches / count))
  const started = performance.now()
  for (let i = 0; i < operations; i++) expectCount('matches', select(), matching)
  return { microseconds: microsecondsEach(started, operations) }
}

const objectAt = (index: number): PartialObjectMetadata => ({
  kind: 'PartialObjectMetadata',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { name: `obj-${index}`, labels: index < MATCHING ? { match: 'true' } : { match: 'false' } },
})
