import type { Sample, Setup } from '../bench-case.ts'
import { podAt, podsUpTo } from '../workloads/objects.ts'
import { sizeOf } from '../workloads/size-of.ts'
import { expectCount } from '../workloads/stopwatch.ts'
import { Laps } from './laps.ts'

/** The floor: one map by key and one by node, filled in a loop. */
export async function run(setup: Setup): Promise<Sample> {
  const count = sizeOf(setup, 'count')
  const pods = podsUpTo(count)
  const store = new Map<string, unknown>()
  const byNode = new Map<string, Map<string, unknown>>()
  const laps = new Laps()
  for (const pod of pods) put(pod)
  laps.end('syncMs')
  const all = [...store.values()]
  laps.end('listMs')
  const ofNode = [...(byNode.get('node-0')?.values() ?? [])]
  laps.end('byIndexMs')
  put(podAt(0, count + 1))
  laps.end('updateMs')
  expectCount('objects', all.length, count)
  expectCount('objects of a node', ofNode.length, pods.filter(pod => pod.spec.nodeName === 'node-0').length)
  return laps.sample

  function put(pod: ReturnType<typeof podAt>): void {
    const key = `${pod.metadata.namespace}/${pod.metadata.name}`
    store.set(key, pod)
    const sameNode = byNode.get(pod.spec.nodeName) ?? new Map<string, unknown>()
    byNode.set(pod.spec.nodeName, sameNode.set(key, pod))
  }
}
