import { CircleOff, CirclePlay } from 'lucide-react'
import { type Action, defineAction, type Outcome, type RunContext } from './action.ts'
import { fieldOf } from './fields.ts'
import { isOneOf } from './kinds.ts'
import { kubectl } from './kubectl.ts'
import { locationOf, nameObjects } from './names.ts'
import { resourceOf, write } from './write.ts'

const isCordoned = (node: unknown): boolean => fieldOf(node, 'spec', 'unschedulable') === true

/** Whether the scheduler may put new Pods on a Node. */
export async function setSchedulable(context: RunContext, schedulable: boolean): Promise<Outcome> {
  const text = schedulable ? 'New Pods can be scheduled' : 'Cordoned: no new Pods are scheduled'
  const inverse = {
    text: schedulable ? 'Cordon again' : 'Uncordon',
    run: (again: RunContext) => setSchedulable(again, !schedulable),
  }
  // kubectl removes the field too, rather than setting it to false.
  const patch = { spec: { unschedulable: schedulable ? null : true } }
  await write(context, {
    mutation: { verb: 'patch', object: context.object, patch },
    done: text,
    inverse,
  })
  return { text, inverse }
}

const ofNodes = {
  appliesTo: isOneOf('nodes'),
  access: (kind, object) => ({ verb: 'patch', resource: resourceOf(kind), ...locationOf(object) }),
} satisfies Partial<Action>

/** Keeps new Pods from Nodes. */
export const cordon = defineAction({
  ...ofNodes,
  id: 'cordon',
  icon: CircleOff,
  key: 'c',
  label: () => 'Cordon…',
  obstacle: nodes => (nodes.every(isCordoned) ? 'Already cordoned.' : undefined),
  describe: (kind, nodes) =>
    `Cordons ${nameObjects(kind, nodes)}: no new Pods are scheduled there. Pods that run there stay.`,
  command: (kind, nodes) => kubectl('cordon', kind, nodes),
  run: context => setSchedulable(context, false),
})

/** Lets new Pods be scheduled on Nodes again. */
export const uncordon = defineAction({
  ...ofNodes,
  id: 'uncordon',
  icon: CirclePlay,
  label: () => 'Uncordon…',
  obstacle: nodes => (nodes.some(isCordoned) ? undefined : 'Not cordoned.'),
  describe: (kind, nodes) => `Uncordons ${nameObjects(kind, nodes)}: new Pods can be scheduled there.`,
  command: (kind, nodes) => kubectl('uncordon', kind, nodes),
  run: context => setSchedulable(context, true),
})
