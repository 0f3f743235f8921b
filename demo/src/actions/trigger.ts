import type { KubernetesObject } from '@kube-informer/core'
import { jobs } from '@kube-informer/core/resources'
import { Zap } from 'lucide-react'
import { defineAction, type Inverse } from './action.ts'
import { conditionOf } from './conditions.ts'
import { fieldOf, isWhole, numberAt, textsAt } from './fields.ts'
import { follow } from './follow.ts'
import { isOneOf } from './kinds.ts'
import { kubectlKind } from './kubectl.ts'
import { keyOf } from './names.ts'
import type { Rollout } from './rollout.ts'
import { shellCommand } from './shell-command.ts'
import { resourceOf, write } from './write.ts'

type TriggerInput = { readonly name: string }

/** The longest name of a Job: its Pods have it as a label, with a suffix. */
const MAX_NAME = 52

/** A name for a Job that a user starts. */
const jobName = (cronJob: string, now: Date): string =>
  `${cronJob.slice(0, MAX_NAME)}-${Math.floor(now.getTime() / 1_000).toString(36)}`

/** The Job that `kubectl create job --from=cronjob/NAME` creates. */
function jobFrom(cronJob: KubernetesObject, name: string): KubernetesObject {
  const { namespace, name: owner = '', uid = '' } = cronJob.metadata ?? {}
  const template = fieldOf(cronJob, 'spec', 'jobTemplate')
  const job = {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      ...(namespace === undefined ? {} : { namespace }),
      name,
      labels: textsAt(template, 'metadata', 'labels'),
      annotations: {
        'cronjob.kubernetes.io/instantiate': 'manual',
        ...textsAt(template, 'metadata', 'annotations'),
      },
      // Without blockOwnerDeletion, which needs rights to the finalizers of the CronJob.
      ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: owner, uid, controller: true }],
    },
    spec: fieldOf(template, 'spec'),
  }
  return job
}

/** How far a Job is. */
export function jobProgress(job: KubernetesObject): Rollout {
  const succeeded = numberAt(job, 'status', 'succeeded') ?? 0
  const wanted = numberAt(job, 'spec', 'completions') ?? 1
  const failed = conditionOf(job, 'Failed')
  if (failed) return { state: 'failed', text: `The Job failed: ${failed.message || failed.reason}` }
  const counts = `${succeeded} of ${wanted} succeeded`
  if (conditionOf(job, 'Complete')) return { state: 'done', text: `Complete: ${counts}` }
  return { state: 'waiting', text: counts }
}

/** Runs a CronJob now. */
export const trigger = defineAction<TriggerInput>({
  id: 'trigger',
  icon: Zap,
  single: true,
  label: () => 'Run now…',
  appliesTo: isOneOf('cronjobs.batch'),
  access: (_, object) => ({
    verb: 'create',
    resource: resourceOf(jobs),
    ...(object.metadata?.namespace ? { namespace: object.metadata.namespace } : {}),
  }),
  fields: () => [{ type: 'text', name: 'name', label: 'Name of the Job', required: true }],
  initial: (_, [object]) => ({ name: jobName(object?.metadata?.name ?? '', new Date()) }),
  describe: (_, [object], { name }) =>
    `Creates the Job ${name} from CronJob ${object ? keyOf(object) : ''}, and runs it now. The schedule stays as it is.`,
  command: (kind, [object], { name }) => {
    const { namespace, name: from } = object?.metadata ?? {}
    // What follows `--` is the command of the Job.
    if (name.startsWith('-'))
      return { reason: 'There is no command, because kubectl takes the name for an option.' }
    const flags = namespace === undefined ? [] : [`--namespace=${namespace}`]
    return shellCommand([['kubectl', 'create', 'job', name, `--from=${kubectlKind(kind)}/${from}`, ...flags]])
  },
  run: async (context, { name }) => {
    const { connection, kind, object, signal } = context
    const cronJob = isWhole(object)
      ? object
      : await connection.client.get(resourceOf(kind), object, { signal })
    const job = jobFrom(cronJob, name)
    const inverse = removal(job)
    await write(context, {
      kind: jobs,
      mutation: { verb: 'create', object: job },
      done: `Job ${name} created`,
      inverse,
    })
    return { text: await follow(context, { kind: jobs, object: job, read: jobProgress, inverse }), inverse }
  },
})

const removal = (job: KubernetesObject): Inverse => ({
  text: `Delete the Job ${job.metadata?.name}`,
  loses: 'What the Job has done already stays done.',
  run: async context => {
    const options = { propagationPolicy: 'Background' } as const
    const mutation = { verb: 'delete', object: job, options } as const
    await write(context, { kind: jobs, mutation, done: 'The Job is deleted' })
    return { text: `Job ${job.metadata?.name} is deleted` }
  },
})
