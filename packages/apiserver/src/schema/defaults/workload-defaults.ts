import { isObject } from '../../json/json-value.ts'
import type { ConditionalDefaults, DefaultsTable } from './defaults-table.ts'
import { isEmpty, objectAt, textAt } from './members.ts'

/** Only rolling updates have settings. */
const rollingUpdate: ConditionalDefaults = {
  members: ['rollingUpdate'],
  of: strategy =>
    textAt(strategy, 'type') === 'RollingUpdate' && !isObject(strategy.rollingUpdate)
      ? { rollingUpdate: {} }
      : {},
}

/** A Job with a limit per index has no limit of its own. */
const NO_LIMIT = 2_147_483_647

/** Defaults of workloads. */
export const WORKLOAD_DEFAULTS: DefaultsTable = {
  'apps.v1.DeploymentStrategy': rollingUpdate,
  'apps.v1.DaemonSetUpdateStrategy': rollingUpdate,
  'apps.v1.StatefulSetUpdateStrategy': {
    members: ['type', 'rollingUpdate'],
    // An explicit type does not get default settings.
    of: ({ type, rollingUpdate: numbers = {} }) =>
      type ? {} : { type: 'RollingUpdate', rollingUpdate: numbers },
  },
  'batch.v1.JobSpec': {
    members: ['completions', 'parallelism', 'backoffLimit', 'podReplacementPolicy'],
    of(spec, { added }) {
      // A Job template in a CronJob does not get these defaults.
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
    // Of the workloads, only this one defaults labels and selector from its template.
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
