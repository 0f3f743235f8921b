import type {
  CronJob,
  DaemonSet,
  Deployment,
  Job,
  ReplicaSet,
  StatefulSet,
} from '@kube-informer/core/resources'
import { conditionOf, isOutdated, isTrue, type Status, statusWith } from './status.ts'

const UPDATING = statusWith('Updating', 'wait')
const SCALED_DOWN = statusWith('ScaledDown', 'done')
const AVAILABLE = statusWith('Available', 'good')

/** Of replicas that should be there. */
function availability(wanted: number, available: number): Status {
  if (available >= wanted) return wanted === 0 ? SCALED_DOWN : AVAILABLE
  return available === 0 ? statusWith('Unavailable', 'bad') : statusWith('Degraded', 'wait')
}

/** The words of `kubectl rollout status`, in short. */
export function deploymentStatus(deployment: Deployment): Status {
  const { spec, status } = deployment
  const wanted = spec?.replicas ?? 1
  const { updatedReplicas = 0, replicas = 0, availableReplicas = 0 } = status ?? {}
  if (isTrue(deployment, 'ReplicaFailure')) return statusWith('ReplicaFailure', 'bad')
  if (conditionOf(deployment, 'Progressing')?.reason === 'ProgressDeadlineExceeded')
    return statusWith('DeadlineExceeded', 'bad')
  if (spec?.paused) return statusWith('Paused', 'done')
  if (isOutdated(deployment) || updatedReplicas < wanted || replicas > updatedReplicas) return UPDATING
  return availability(wanted, availableReplicas)
}

export function replicaSetStatus(set: ReplicaSet): Status {
  const { replicas = 0, availableReplicas = 0 } = set.status ?? {}
  const wanted = set.spec?.replicas ?? 1
  if (isTrue(set, 'ReplicaFailure')) return statusWith('ReplicaFailure', 'bad')
  if (isOutdated(set) || replicas !== wanted) return statusWith('Scaling', 'wait')
  return availability(wanted, availableReplicas)
}

export function statefulSetStatus(set: StatefulSet): Status {
  const { updatedReplicas = 0, readyReplicas = 0, currentRevision, updateRevision } = set.status ?? {}
  const wanted = set.spec?.replicas ?? 1
  const isRolling = currentRevision !== updateRevision && updatedReplicas < wanted
  if (isOutdated(set) || isRolling) return UPDATING
  return availability(wanted, readyReplicas)
}

export function daemonSetStatus(set: DaemonSet): Status {
  const { desiredNumberScheduled = 0, updatedNumberScheduled = 0, numberAvailable = 0 } = set.status ?? {}
  if (isOutdated(set) || updatedNumberScheduled < desiredNumberScheduled) return UPDATING
  return availability(desiredNumberScheduled, numberAvailable)
}

export function jobStatus(job: Job): Status {
  if (isTrue(job, 'Complete')) return statusWith('Complete', 'done')
  if (isTrue(job, 'Failed')) return statusWith('Failed', 'bad')
  if (job.spec?.suspend || isTrue(job, 'Suspended')) return statusWith('Suspended', 'done')
  if (isTrue(job, 'FailureTarget')) return statusWith('Failing', 'bad')
  return job.status?.active ? statusWith('Running', 'good') : statusWith('Pending', 'wait')
}

export function cronJobStatus({ spec, status }: CronJob): Status {
  if (spec?.suspend) return statusWith('Suspended', 'done')
  return status?.active?.length ? statusWith('Running', 'good') : statusWith('Scheduled', 'good')
}
