import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import type { Inverse } from './action.ts'
import { fieldOf } from './fields.ts'
import { isOneOf } from './kinds.ts'
import { resourceOf, write } from './write.ts'

/** Their content is lost with them, so that a new object of the same name would be an empty one. */
const hasContent = isOneOf(
  'namespaces',
  'nodes',
  'persistentvolumes',
  'persistentvolumeclaims',
  'customresourcedefinitions.apiextensions.k8s.io',
  'events',
  'events.events.k8s.io',
)

/** Labels that the Job controller sets from the uid of the Job. */
const JOB_LABELS = [
  'controller-uid',
  'job-name',
  'batch.kubernetes.io/controller-uid',
  'batch.kubernetes.io/job-name',
]

/** A deleted object as it can be created again: without what the server and controllers set. */
function recreated(kind: Kind, object: KubernetesObject): KubernetesObject {
  const { metadata, status: _, ...rest } = object as KubernetesObject & { readonly status?: unknown }
  const { namespace, name, labels, annotations } = metadata ?? {}
  const kept = Object.fromEntries(
    Object.entries({ namespace, name, labels, annotations }).filter(([, value]) => value !== undefined),
  )
  return { ...specOf(kind, rest), metadata: kept }
}

function specOf(kind: Kind, object: KubernetesObject): KubernetesObject {
  const spec = fieldOf(object, 'spec') as Readonly<Record<string, unknown>> | undefined
  if (isOneOf('pods')(kind) && spec) {
    const { nodeName: _, ...free } = spec
    return { ...object, spec: free } as KubernetesObject
  }
  if (!isOneOf('jobs.batch')(kind) || !spec || spec.manualSelector === true) return object
  const { selector: _, template, ...free } = spec
  return { ...object, spec: { ...free, template: withoutLabels(template, JOB_LABELS) } } as KubernetesObject
}

function withoutLabels(template: unknown, removed: readonly string[]): unknown {
  const { metadata, ...rest } = template as { readonly metadata?: { readonly labels?: object } }
  const labels = Object.entries(metadata?.labels ?? {}).filter(([name]) => !removed.includes(name))
  return { ...rest, metadata: { ...metadata, labels: Object.fromEntries(labels) } }
}

/** Why a deleted object cannot be created again; undefined where it can. */
export function lostForever(kind: Kind, object: KubernetesObject): string | undefined {
  if (hasContent(kind)) return 'This cannot be undone: what it contains is deleted with it.'
  if (object.metadata?.ownerReferences?.some(({ controller }) => controller)) {
    return 'Its controller creates a replacement.'
  }
  return undefined
}

/** Creates a deleted object again, of which everything is known; undefined where that is not possible. */
export function recreation(kind: Kind, object: KubernetesObject): Inverse | undefined {
  if (lostForever(kind, object) !== undefined) return undefined
  return {
    text: 'Create it again',
    loses: 'It gets a new uid. Its status, and what it owned and was deleted with it, do not come back.',
    run: async context => {
      const { connection, signal } = context
      // An object with finalizers is there until they have been removed.
      await connection.waitFor(resourceOf(kind), object, { deleted: true }, { signal })
      await write(context, {
        mutation: { verb: 'create', object: recreated(kind, object) },
        done: 'Created again',
      })
      return { text: 'Created again' }
    },
  }
}
