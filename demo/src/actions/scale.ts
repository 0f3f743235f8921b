import type { KubernetesObject } from '@kube-informer/core'
import { Scaling } from 'lucide-react'
import { defineAction, type Outcome, type RunContext } from './action.ts'
import { numberAt } from './fields.ts'
import { follow } from './follow.ts'
import { isScalable } from './kinds.ts'
import { kubectl } from './kubectl.ts'
import { locationOf, nameObjects } from './names.ts'
import { resourceOf, write } from './write.ts'

type ScaleInput = { readonly replicas: number }

/** The replicas that are wanted, if the object tells: by default one. */
const wantedReplicas = (object: KubernetesObject): number | undefined =>
  numberAt(object, 'spec', 'replicas') ?? ('spec' in object ? 1 : undefined)

/** Sets the number of replicas, through the scale subresource. */
export const scale = defineAction<ScaleInput>({
  id: 'scale',
  icon: Scaling,
  key: 's',
  label: () => 'Scale…',
  appliesTo: isScalable,
  access: (kind, object) => ({
    verb: 'patch',
    resource: resourceOf(kind),
    subresource: 'scale',
    ...locationOf(object),
  }),
  fields: (_, objects) => {
    const most = Math.max(10, ...objects.map(object => 2 * (wantedReplicas(object) ?? 0)))
    return [{ type: 'number', name: 'replicas', label: 'Replicas', max: most }]
  },
  initial: (_, objects) => ({ replicas: Math.max(0, ...objects.map(object => wantedReplicas(object) ?? 1)) }),
  describe: (kind, objects, { replicas }) => {
    const before = objects.map(wantedReplicas)
    const known = before.filter(count => count !== undefined)
    const [least, most] = [Math.min(...known), Math.max(...known)]
    const from =
      known.length < objects.length ? '' : least === most ? ` from ${least}` : ` from ${least}–${most}`
    const each = objects.length > 1 ? ' each' : ''
    return `Scales ${nameObjects(kind, objects)}${from} to ${count(replicas)}${each}.`
  },
  command: (kind, objects, { replicas }) =>
    kubectl('scale', kind, objects, {
      flags: [`--replicas=${replicas}`],
    }),
  run: (context, { replicas }) => scaleTo(context, replicas),
})

async function scaleTo(context: RunContext, replicas: number): Promise<Outcome> {
  const before = await replicasNow(context)
  const back = async (again: RunContext): Promise<Outcome> => scaleTo(again, before ?? 0)
  const inverse =
    before === undefined || before === replicas
      ? undefined
      : {
          text: `Scale back to ${before}`,
          loses: replicas < before ? 'New Pods replace those that were removed.' : undefined,
          run: back,
        }
  const from = before === undefined ? '' : `${before} → `
  await write(context, {
    mutation: {
      verb: 'patch',
      object: context.object,
      patch: { spec: { replicas } },
      options: { subresource: 'scale' },
    },
    done: `Scaled ${from}${replicas}`,
    inverse,
  })
  return { text: await follow(context, { inverse }), inverse }
}

/** From the object, or else from the server. */
async function replicasNow({ connection, kind, object, signal }: RunContext): Promise<number | undefined> {
  const known = wantedReplicas(object)
  if (known !== undefined) return known
  const { spec } = await connection.client.get(resourceOf(kind), object, { subresource: 'scale', signal })
  return spec?.replicas ?? 0
}

const count = (replicas: number): string => `${replicas} replica${replicas === 1 ? '' : 's'}`
