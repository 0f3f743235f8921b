import { type Fault, faultsOf } from './faults.ts'
import type { Sample } from './samples.ts'

/** A fault and the sample that it was seeded in. */
export interface SeededFault extends Fault {
  readonly sample: Sample
}

/** Faults of these samples, at most `limit` of each, spread over all fields of the sample. */
export function seedFaults(samples: readonly Sample[], limit: number): readonly SeededFault[] {
  return samples.flatMap(sample => {
    const faults = faultsOf(sample)
    const step = Math.max(1, faults.length / limit)
    const count = Math.min(limit, faults.length)
    const picked = Array.from({ length: count }, (_, index) => faults[Math.floor(index * step)] as Fault)
    return picked.map(fault => ({ ...fault, sample }))
  })
}
