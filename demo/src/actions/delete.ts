import type { DeleteOptions, KubernetesObject } from '@kube-informer/core'
import { Trash2 } from 'lucide-react'
import type { Kind } from '../kinds/kind.ts'
import { defineAction, type Field, type Outcome, type RunContext } from './action.ts'
import { isWhole } from './fields.ts'
import { isOneOf } from './kinds.ts'
import { kubectl } from './kubectl.ts'
import { keyOf, locationOf, nameObjects } from './names.ts'
import { lostForever, recreation } from './recreate.ts'
import { resourceOf, write } from './write.ts'

type DeleteInput = {
  readonly propagation: 'Background' | 'Foreground' | 'Orphan'
  /** In seconds. Empty for the object's own. */
  readonly grace: string
  readonly force: boolean
}

/** Deleting one deletes much more. */
const isPrecious = isOneOf('namespaces', 'customresourcedefinitions.apiextensions.k8s.io')

const PROPAGATION: Field = {
  type: 'choice',
  name: 'propagation',
  label: 'Objects that it owns',
  choices: [
    { value: 'Background', label: 'Delete them afterwards (background)' },
    { value: 'Foreground', label: 'Delete them first (foreground)' },
    { value: 'Orphan', label: 'Keep them (orphan)' },
  ],
}

const GRACE: Field = {
  type: 'text',
  name: 'grace',
  label: 'Grace period in seconds',
  hint: "the object's own",
}

const FORCE: Field = {
  type: 'check',
  name: 'force',
  label: 'Force: do not wait for the node to stop the containers',
}

/** Kinds whose objects own nothing, or whose content is deleted in any case. */
const ownsNothing = isOneOf(
  'namespaces',
  'customresourcedefinitions.apiextensions.k8s.io',
  'nodes',
  'persistentvolumes',
  'configmaps',
  'secrets',
  'events',
)
const canOwn = (kind: Kind): boolean => !ownsNothing(kind)

/** What the dialog's values mean for the server. */
function deleteOptions({ propagation, grace, force }: DeleteInput): DeleteOptions {
  const seconds = force ? 0 : Number.parseInt(grace, 10)
  return {
    propagationPolicy: propagation,
    ...(Number.isNaN(seconds) ? {} : { gracePeriodSeconds: Math.max(0, seconds) }),
  }
}

/** Deletes objects, and ends when the watch shows that they are gone. */
export const remove = defineAction<DeleteInput>({
  id: 'delete',
  icon: Trash2,
  key: 'd',
  danger: true,
  label: () => 'Delete…',
  appliesTo: ({ verbs }) => verbs?.includes('delete') ?? true,
  access: (kind, object) => ({ verb: 'delete', resource: resourceOf(kind), ...locationOf(object) }),
  fields: kind => {
    if (isOneOf('pods')(kind)) return [GRACE, FORCE]
    return canOwn(kind) ? [PROPAGATION] : []
  },
  initial: () => ({ propagation: 'Background', grace: '', force: false }),
  describe: describeDeletion,
  command: (kind, objects, input) => {
    const { gracePeriodSeconds: grace, propagationPolicy } = deleteOptions(input)
    const flags = [
      propagationPolicy === 'Background' ? '' : `--cascade=${propagationPolicy?.toLowerCase()}`,
      grace === undefined ? '' : `--grace-period=${grace}`,
      input.force ? '--force' : '',
    ]
    return kubectl('delete', kind, objects, { flags: flags.filter(flag => flag !== '') })
  },
  confirmation: (kind, [object, ...more]) =>
    object && isPrecious(kind) ? (more.length > 0 ? `${more.length + 1}` : object.metadata?.name) : undefined,
  run: deleteObject,
})

function describeDeletion(kind: Kind, objects: readonly KubernetesObject[], input: DeleteInput): string {
  const parts = [`Deletes ${nameObjects(kind, objects)}.`]
  if (isOneOf('namespaces')(kind)) parts.push('Everything in it is deleted too.')
  if (isOneOf('customresourcedefinitions.apiextensions.k8s.io')(kind))
    parts.push('Every object of the kind that it defines is deleted too.')
  if (input.propagation === 'Orphan') parts.push('What it owns stays, without an owner.')
  if (input.force) parts.push('The containers may still run on the node for a while.')
  const lost = [...new Set(objects.map(object => lostForever(kind, object)))]
  const [first] = lost
  if (lost.length === 1 && first !== undefined) parts.push(first)
  return parts.join(' ')
}

async function deleteObject(context: RunContext, input: DeleteInput): Promise<Outcome> {
  const { connection, kind, signal, report } = context
  const whole = await wholeObject(context)
  const object = whole ?? context.object
  const { uid } = object.metadata ?? {}
  const inverse = whole && recreation(kind, whole)
  const { signal: _, ...options } = deleteOptions(input)
  await write(context, {
    mutation: {
      verb: 'delete',
      object,
      // A new object of the same name is another one.
      options: { ...options, ...(uid === undefined ? {} : { preconditions: { uid } }) },
    },
    done: 'Deletion accepted',
    inverse,
  })
  const finalizers = object.metadata?.finalizers ?? []
  if (finalizers.length > 0) {
    report({ stage: 'waiting', text: `Terminating, waits for ${finalizers.join(', ')}`, inverse })
  }
  await connection.waitFor(resourceOf(kind), object, { deleted: true }, { signal })
  return { text: `${keyOf(object)} is deleted`, inverse }
}

/** The object as it can be created again; undefined for a user who may not read it, and can still delete it. */
async function wholeObject({
  connection,
  kind,
  object,
  signal,
}: RunContext): Promise<KubernetesObject | undefined> {
  if (isWhole(object)) return object
  try {
    return await connection.client.get(resourceOf(kind), object, { signal })
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
