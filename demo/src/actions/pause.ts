import { CirclePause, CirclePlay } from 'lucide-react'
import { type Action, defineAction, type Outcome, type RunContext } from './action.ts'
import { fieldOf } from './fields.ts'
import { isOneOf } from './kinds.ts'
import { kubectl } from './kubectl.ts'
import { locationOf, nameObjects } from './names.ts'
import { resourceOf, write } from './write.ts'

const isPaused = (object: unknown): boolean => fieldOf(object, 'spec', 'paused') === true

async function setPaused(context: RunContext, paused: boolean): Promise<Outcome> {
  const text = paused ? 'The rollout is paused' : 'The rollout continues'
  const inverse = {
    text: paused ? 'Resume the rollout' : 'Pause again',
    run: (again: RunContext) => setPaused(again, !paused),
  }
  const patch = { spec: { paused: paused ? true : null } }
  await write(context, {
    mutation: { verb: 'patch', object: context.object, patch },
    done: text,
    inverse,
  })
  return { text, inverse }
}

const ofDeployments = {
  appliesTo: isOneOf('deployments.apps'),
  access: (kind, object) => ({ verb: 'patch', resource: resourceOf(kind), ...locationOf(object) }),
} satisfies Partial<Action>

/** Keeps changes of the Pod template from being rolled out. */
export const pauseRollout = defineAction({
  ...ofDeployments,
  id: 'pause-rollout',
  icon: CirclePause,
  label: () => 'Pause rollout…',
  obstacle: objects => (objects.every(isPaused) ? 'Already paused.' : undefined),
  describe: (kind, objects) =>
    `Pauses the rollout of ${nameObjects(kind, objects)}: changes of the Pod template wait. Scaling still works.`,
  command: (kind, objects) => kubectl('rollout pause', kind, objects),
  run: context => setPaused(context, true),
})

/** Rolls out what has changed since the pause. */
export const resumeRollout = defineAction({
  ...ofDeployments,
  id: 'resume-rollout',
  icon: CirclePlay,
  label: () => 'Resume rollout…',
  obstacle: objects => (objects.some(isPaused) ? undefined : 'Not paused.'),
  describe: (kind, objects) =>
    `Resumes the rollout of ${nameObjects(kind, objects)}: changes since the pause are rolled out.`,
  command: (kind, objects) => kubectl('rollout resume', kind, objects),
  run: context => setPaused(context, false),
})
