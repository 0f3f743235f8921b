import {
  conditionOf,
  isOutdated,
  isTrue,
  type ObjectWithStatus,
  type Status,
  statusWith,
  type Tone,
} from './status.ts'

const PROBLEMS = ['Failed', 'Stalled', 'Degraded', 'NamesConflicted'] as const
const PROGRESS = ['Reconciling', 'Progressing', 'Provisioning'] as const
/** Conditions that say that all is well while they are true, the most telling first. */
const GOALS = ['Ready', 'Available', 'Established', 'Healthy', 'Accepted', 'Programmed', 'Synced'] as const
const ENDS = ['Complete', 'Completed', 'Succeeded'] as const

const TONES: Readonly<Record<string, Tone>> = {
  active: 'good',
  available: 'good',
  bound: 'good',
  deployed: 'good',
  established: 'good',
  healthy: 'good',
  ok: 'good',
  online: 'good',
  ready: 'good',
  running: 'good',
  synced: 'good',
  true: 'good',
  complete: 'done',
  completed: 'done',
  disabled: 'done',
  normal: 'done',
  released: 'done',
  succeeded: 'done',
  suspended: 'done',
  scaleddown: 'done',
  creating: 'wait',
  initializing: 'wait',
  inprogress: 'wait',
  pending: 'wait',
  progressing: 'wait',
  provisioning: 'wait',
  updating: 'wait',
  deleting: 'gone',
  terminating: 'gone',
  unknown: 'gone',
  crashloopbackoff: 'bad',
  error: 'bad',
  failed: 'bad',
  false: 'bad',
  invalid: 'bad',
  lost: 'bad',
  notready: 'bad',
  warning: 'bad',
}

/** The severity of a word that a server prints in a column for statuses. A word that is not known has none. */
export const toneOfWord = (word: string): Tone | undefined => TONES[word.toLowerCase().split(',')[0] ?? '']

/**
 * The status of an object of an unknown kind, by the conventions of conditions: those of kstatus (Stalled, Reconciling,
 * observedGeneration, Ready) and the conditions that many kinds have; otherwise its phase.
 */
export function genericStatus(object: ObjectWithStatus): Status | undefined {
  const problem = PROBLEMS.find(type => isTrue(object, type))
  if (problem !== undefined) return statusWith(problem, 'bad')
  if (isOutdated(object)) return statusWith('InProgress', 'wait')
  const end = ENDS.find(type => isTrue(object, type))
  if (end !== undefined) return statusWith(end, 'done')
  return fromGoal(object) ?? fromPhase(object) ?? fromProgress(object)
}

function fromGoal(object: ObjectWithStatus): Status | undefined {
  const type = GOALS.find(each => conditionOf(object, each) !== undefined)
  if (type === undefined) return undefined
  const { status } = conditionOf(object, type) ?? {}
  if (status === 'True') return statusWith(type, 'good')
  const progress = fromProgress(object)
  if (progress) return progress
  return status === 'False' ? statusWith(`Not${type}`, 'bad') : statusWith('Unknown', 'gone')
}

function fromPhase({ status }: ObjectWithStatus): Status | undefined {
  const phase = status?.phase
  return typeof phase === 'string' && phase !== ''
    ? statusWith(phase, toneOfWord(phase) ?? 'wait')
    : undefined
}

function fromProgress(object: ObjectWithStatus): Status | undefined {
  const type = PROGRESS.find(each => isTrue(object, each))
  return type && statusWith(type, 'wait')
}
