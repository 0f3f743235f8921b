import { readObject } from '@kube-informer/core'
import type { Sample, Setup } from '../bench-case.ts'
import { medianLap } from '../where/median-lap.ts'
import { expectCount } from '../workloads/stopwatch.ts'
import { listRows } from './rows.ts'

/** Decodes every row, and retains none of the objects. */
export async function run(setup: Setup): Promise<Sample> {
  const rows = await listRows(setup)
  return medianLap(Number(setup.passes), async () => {
    let named = 0
    for (const row of rows) if (readObject(row).metadata.name) named++
    expectCount('Pods', named, Number(setup.count))
  })
}
