import type { Sample, Setup } from '../bench-case.ts'
import { expectCount } from '../workloads/stopwatch.ts'
import { Changes } from './changes.ts'

/** The floor: a store without cached lists copies all values after every change. */
export async function run(setup: Setup): Promise<Sample> {
  const changes = new Changes(setup)
  const store = new Map<string, unknown>(changes.pods.map(pod => [pod.metadata.uid, pod]))
  let spent = 0
  for (let round = 0; round < Number(setup.rounds); round++) {
    for (const pod of changes.next()) store.set(pod.metadata.uid, pod)
    const started = performance.now()
    const copy = [...store.values()]
    spent += performance.now() - started
    expectCount('objects', copy.length, changes.pods.length)
  }
  return { microseconds: (spent * 1000) / Number(setup.rounds) }
}
