import type { Job, Pod } from '@kube-informer/core/resources'
import { uidOf } from '../base/stored-metadata.ts'

/** How many Pods of a Job have ended. */
export interface PodCounts {
  readonly succeeded: number
  readonly failed: number
}

/** The Pods of one Job that are counted already. */
interface Counted {
  readonly succeeded: Set<string>
  readonly failed: Set<string>
  /** What the status said of Pods that no longer exist. */
  readonly before: PodCounts
}

/** Counts the Pods of Jobs that have ended, each once, also after they are deleted. */
export class PodTally {
  readonly #jobs = new Map<string, Counted>()

  /** The counts of a Job with its present Pods. */
  count(job: Job, own: readonly Pod[]): PodCounts {
    const uid = uidOf(job)
    const counted = this.#jobs.get(uid) ?? startOf(job, own)
    this.#jobs.set(uid, counted)
    for (const pod of own) {
      const outcome = outcomeOf(pod)
      if (outcome) counted[outcome].add(uidOf(pod))
    }
    return {
      succeeded: counted.before.succeeded + counted.succeeded.size,
      failed: counted.before.failed + counted.failed.size,
    }
  }

  /** Forgets a deleted Job. */
  forget(uid: string): void {
    this.#jobs.delete(uid)
  }
}

function startOf({ status }: Job, own: readonly Pod[]): Counted {
  const present = (outcome: string) => own.filter(pod => outcomeOf(pod) === outcome).length
  return {
    succeeded: new Set(),
    failed: new Set(),
    before: {
      succeeded: Math.max(0, (status?.succeeded ?? 0) - present('succeeded')),
      failed: Math.max(0, (status?.failed ?? 0) - present('failed')),
    },
  }
}

function outcomeOf({ status }: Pod): 'succeeded' | 'failed' | undefined {
  if (status?.phase === 'Succeeded') return 'succeeded'
  return status?.phase === 'Failed' ? 'failed' : undefined
}
