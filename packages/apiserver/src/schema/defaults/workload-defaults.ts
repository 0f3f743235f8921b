import { isObject } from '../../json/json-value.ts'
import type { ConditionalDefaults, DefaultsTable } from './defaults-table.ts'
import { isEmpty, objectAt, textAt } from './members.ts'

/** Only a rolling update has its numbers. */
const rollingUpdate: ConditionalDefaults = {
  members: ['rollingUpdate'],
  of: strategy =>
    textAt(strategy, 'type') === 'RollingUpdate' && !isObject(strategy.rollingUpdate)
      ? { rollingUpdate: {} }
      : {},
}

/** Jobs have no limit of their own where each of their indexes has one. */
const NO_LIMIT = 2_147_483_647

/** What runs Pods. */
export const WORKLOAD_DEFAULTS: DefaultsTable = {
  'apps.v1.DeploymentStrategy': rollingUpdate,
  'apps.v1.DaemonSetUpdateStrategy': rollingUpdate,
  'apps.v1.StatefulSetUpdateStrategy': {
    members: ['type', 'rollingUpdate'],
    // Here a type that is given brings no numbers along.
    of: ({ type, rollingUpdate: numbers = {} }) =>
      type ? {} : { type: 'RollingUpdate', rollingUpdate: numbers },
  },
  'batch.v1.JobSpec': {
    members: ['completions', 'parallelism', 'backoffLimit', 'podReplacementPolicy'],
    of(spec, { added }) {
      // Within a CronJob it stays as it is until a Job is made of it.
      if (!added?.has('backoffLimit')) return {}
      const { completions, parallelism = 1, backoffLimit, podReplacementPolicy } = spec
      const isPlain = completions === undefined && spec.parallelism === undefined
      const policy = isObject(spec.podFailurePolicy) ? 'Failed' : 'TerminatingOrFailed'
      return {
        parallelism,
        ...(isPlain ? { completions: 1 } : {}),
        backoffLimit: backoffLimit ?? (spec.backoffLimitPerIndex === undefined ? 6 : NO_LIMIT),
        podReplacementPolicy: podReplacementPolicy ?? policy,
      }
    },
  },
  'core.v1.ReplicationController': {
    members: [],
    // Alone among the workloads it takes its labels and its selector from its template.
    of(controller) {
      const spec = objectAt(controller, 'spec')
      const metadata = objectAt(controller, 'metadata')
      const labels = objectAt(objectAt(objectAt(spec, 'template'), 'metadata'), 'labels')
      if (isEmpty(labels)) return {}
      return {
        ...(isEmpty(objectAt(spec, 'selector')) ? { spec: { ...spec, selector: labels } } : {}),
        ...(isEmpty(objectAt(metadata, 'labels')) ? { metadata: { ...metadata, labels } } : {}),
      }
    },
  },
}
