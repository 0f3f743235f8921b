import { RotateCw } from 'lucide-react'
import { defineAction } from './action.ts'
import { fieldOf } from './fields.ts'
import { follow } from './follow.ts'
import { isOneOf } from './kinds.ts'
import { kubectl } from './kubectl.ts'
import { keyOf, locationOf, nameObjects } from './names.ts'
import { resourceOf, write } from './write.ts'

/** kubectl's annotation of a Pod template: a new value makes a new revision of the same content. */
const RESTARTED_AT = 'kubectl.kubernetes.io/restartedAt'

/** The patch that `kubectl rollout restart` sends. */
const restartPatch = (now: Date): unknown => ({
  spec: { template: { metadata: { annotations: { [RESTARTED_AT]: `${now.toISOString().slice(0, 19)}Z` } } } },
})

/** Replaces every Pod of a workload, by the rules of its update strategy. */
export const restart = defineAction({
  id: 'restart',
  icon: RotateCw,
  key: 'r',
  label: () => 'Restart…',
  appliesTo: isOneOf('deployments.apps', 'statefulsets.apps', 'daemonsets.apps'),
  obstacle: objects => {
    const paused = objects.find(object => fieldOf(object, 'spec', 'paused') === true)
    return paused && `The rollout of ${keyOf(paused)} is paused: resume it first.`
  },
  access: (kind, object) => ({ verb: 'patch', resource: resourceOf(kind), ...locationOf(object) }),
  describe: (kind, objects) =>
    `Restarts ${nameObjects(kind, objects)}: replaces all Pods, a few at a time as the update strategy says.`,
  command: (kind, objects) => kubectl('rollout restart', kind, objects),
  run: async context => {
    const mutation = {
      verb: 'patch',
      object: context.object,
      patch: restartPatch(new Date()),
    } as const
    await write(context, { mutation, done: 'Restart accepted' })
    return { text: `Restarted: ${await follow(context)}` }
  },
})
