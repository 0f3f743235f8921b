import type { Pod } from '@kube-informer/testing'
import type { Setup } from '../../runner/bench-case.ts'
import { versionedPods } from './wire.ts'

/** Pods as they are cached: without managedFields. */
export function* cachedPods(setup: Setup): Generator<Pod> {
  for (const pod of versionedPods(setup)) {
    const { managedFields: _, ...metadata } = pod.metadata
    yield { ...pod, metadata }
  }
}
