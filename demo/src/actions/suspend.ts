import { Pause, Play } from 'lucide-react'
import { type Action, defineAction, type Outcome, type RunContext } from './action.ts'
import { fieldOf } from './fields.ts'
import { isOneOf } from './kinds.ts'
import { type KubectlRest, kubectl } from './kubectl.ts'
import { locationOf, nameObjects } from './names.ts'
import { resourceOf, write } from './write.ts'

const isSuspended = (object: unknown): boolean => fieldOf(object, 'spec', 'suspend') === true

async function setSuspended(context: RunContext, suspend: boolean): Promise<Outcome> {
  const text = suspend ? 'Suspended' : 'Resumed'
  const inverse = {
    text: suspend ? 'Resume' : 'Suspend again',
    run: (again: RunContext) => setSuspended(again, !suspend),
  }
  const mutation = { verb: 'patch', object: context.object, patch: { spec: { suspend } } } as const
  await write(context, { mutation, done: text, inverse })
  return { text, inverse }
}

const ofJobs = {
  appliesTo: isOneOf('cronjobs.batch', 'jobs.batch'),
  access: (kind, object) => ({ verb: 'patch', resource: resourceOf(kind), ...locationOf(object) }),
} satisfies Partial<Action>

const patchOf = (suspend: boolean): KubectlRest => ({
  flags: ['--type=merge', `--patch=${JSON.stringify({ spec: { suspend } })}`],
})

/** Stops the schedule of CronJobs, or the Pods of Jobs. */
export const suspend = defineAction({
  ...ofJobs,
  id: 'suspend',
  icon: Pause,
  label: () => 'Suspend…',
  obstacle: objects => (objects.every(isSuspended) ? 'Already suspended.' : undefined),
  describe: (kind, objects) => {
    const effect = isOneOf('jobs.batch')(kind)
      ? 'its Pods are deleted until it is resumed'
      : 'no new Jobs are created, and running ones go on'
    return `Suspends ${nameObjects(kind, objects)}: ${effect}.`
  },
  command: (kind, objects) => kubectl('patch', kind, objects, patchOf(true)),
  run: context => setSuspended(context, true),
})

/** Continues what was suspended. */
export const resume = defineAction({
  ...ofJobs,
  id: 'resume',
  icon: Play,
  label: () => 'Resume…',
  obstacle: objects => (objects.some(isSuspended) ? undefined : 'Not suspended.'),
  describe: (kind, objects) => `Resumes ${nameObjects(kind, objects)}.`,
  command: (kind, objects) => kubectl('patch', kind, objects, patchOf(false)),
  run: context => setSuspended(context, false),
})
