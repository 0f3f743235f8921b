import type { KubernetesObject } from '@kube-informer/core'
import { ageOf, humanDuration, objectAge } from '@kube-informer/core/columns'
import { type Cells, type CellsByKind, flag, text } from './cells.ts'
import { at, conditionOf, numberAt, objectsAt, textAt } from './read.ts'
import { labelsText, selectorText } from './selectors.ts'

const NONE = '<none>'

/** Cells for the names and images of a template's containers. */
const containersOf = (path: string): Cells => {
  const joined = (member: string) => (object: KubernetesObject) =>
    objectsAt(object, path)
      .map(container => textAt(container, member))
      .join(',')
  return { Containers: joined('name'), Images: joined('image') }
}

const template = containersOf('spec.template.spec.containers')

const number = (path: string) => (object: KubernetesObject) => numberAt(object, path)

const replicaSet: Cells = {
  ...template,
  Desired: number('spec.replicas'),
  Current: number('status.replicas'),
  Ready: number('status.readyReplicas'),
  Age: objectAge,
}

function jobStatus(object: KubernetesObject): string {
  const is = (type: string) => conditionOf(object, type)?.status === 'True'
  if (is('Complete')) return 'Complete'
  if (is('Failed')) return 'Failed'
  if (textAt(object, 'metadata.deletionTimestamp')) return 'Terminating'
  return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find(is) ?? 'Running'
}

function jobCompletions(object: KubernetesObject): string {
  const succeeded = numberAt(object, 'status.succeeded')
  const completions = at(object, 'spec.completions')
  if (typeof completions === 'number') return `${succeeded}/${completions}`
  const parallelism = numberAt(object, 'spec.parallelism')
  return parallelism > 1 ? `${succeeded}/1 of ${parallelism}` : `${succeeded}/1`
}

function jobDuration(object: KubernetesObject, now: number): string {
  const started = Date.parse(textAt(object, 'status.startTime'))
  if (Number.isNaN(started)) return ''
  const completed = Date.parse(textAt(object, 'status.completionTime'))
  return humanDuration((Number.isNaN(completed) ? now : completed) - started)
}

/** Cells of workload kinds. */
export const WORKLOAD_CELLS: CellsByKind = {
  'apps/Deployment': {
    ...template,
    Ready: object => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`,
    'Up-to-date': number('status.updatedReplicas'),
    Available: number('status.availableReplicas'),
    Age: objectAge,
    Selector: object => selectorText(object, 'spec.selector'),
  },
  'apps/ReplicaSet': { ...replicaSet, Selector: object => selectorText(object, 'spec.selector') },
  '/ReplicationController': { ...replicaSet, Selector: object => labelsText(at(object, 'spec.selector')) },
  'apps/StatefulSet': {
    ...template,
    Ready: object => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`,
    Age: objectAge,
  },
  'apps/DaemonSet': {
    ...template,
    Desired: number('status.desiredNumberScheduled'),
    Current: number('status.currentNumberScheduled'),
    Ready: number('status.numberReady'),
    'Up-to-date': number('status.updatedNumberScheduled'),
    Available: number('status.numberAvailable'),
    'Node Selector': object => labelsText(at(object, 'spec.template.spec.nodeSelector')),
    Age: objectAge,
    Selector: object => selectorText(object, 'spec.selector'),
  },
  'apps/ControllerRevision': {
    Controller: object => {
      const [owner] = objectsAt(object, 'metadata.ownerReferences').filter(each => each.controller === true)
      if (!owner) return NONE
      const group = textAt(owner, 'apiVersion').split('/').slice(0, -1).join()
      return `${textAt(owner, 'kind').toLowerCase()}${group && `.${group}`}/${textAt(owner, 'name')}`
    },
    Revision: number('revision'),
    Age: objectAge,
  },
  '/PodTemplate': {
    ...containersOf('template.spec.containers'),
    'Pod Labels': object => labelsText(at(object, 'template.metadata.labels')),
  },
  'batch/Job': {
    ...template,
    Status: jobStatus,
    Completions: jobCompletions,
    Duration: jobDuration,
    Age: objectAge,
    Selector: object => selectorText(object, 'spec.selector'),
  },
  'batch/CronJob': {
    ...containersOf('spec.jobTemplate.spec.template.spec.containers'),
    Schedule: text('spec.schedule'),
    Timezone: text('spec.timeZone', NONE),
    Suspend: object => flag(at(object, 'spec.suspend')),
    Active: object => objectsAt(object, 'status.active').length,
    'Last Schedule': (object, now) => {
      const last = textAt(object, 'status.lastScheduleTime')
      return last ? ageOf(last, now) : NONE
    },
    Age: objectAge,
    Selector: object => selectorText(object, 'spec.jobTemplate.spec.selector'),
  },
}
