import { isConflict, type KubernetesObject } from '@kube-informer/core'
import { type Deployment, deployments, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { History } from 'lucide-react'
import { defineAction, type Outcome, type RunContext } from './action.ts'
import { fieldOf } from './fields.ts'
import { follow } from './follow.ts'
import { isOneOf } from './kinds.ts'
import { kubectl } from './kubectl.ts'
import { keyOf, locationOf, nameObjects } from './names.ts'
import { resourceOf, write } from './write.ts'

type RollbackInput = { readonly revision: number }

const REVISION = 'deployment.kubernetes.io/revision'
const HASH_LABEL = 'pod-template-hash'
/** Annotations that belong to the Deployment or its ReplicaSet, and not to the revision. */
const OWN_ANNOTATIONS = new Set([
  'kubectl.kubernetes.io/last-applied-configuration',
  REVISION,
  'deployment.kubernetes.io/revision-history',
  'deployment.kubernetes.io/desired-replicas',
  'deployment.kubernetes.io/max-replicas',
  'deprecated.deployment.rollback.to',
])

export const revisionOf = ({ metadata }: KubernetesObject): number =>
  Number.parseInt(metadata?.annotations?.[REVISION] ?? '', 10) || 0

/** The revisions of a Deployment: its ReplicaSets, the newest first. */
export const revisionsOf = (
  deployment: KubernetesObject,
  all: readonly ReplicaSet[],
): readonly ReplicaSet[] =>
  all
    .filter(({ metadata }) => metadata?.ownerReferences?.some(({ uid }) => uid === deployment.metadata?.uid))
    .sort((a, b) => revisionOf(b) - revisionOf(a))

/** A Deployment with the Pod template of a revision, as `kubectl rollout undo` makes it. */
function rolledBack(deployment: Deployment, { metadata, spec }: ReplicaSet): Deployment {
  const template = spec?.template
  if (deployment.spec === undefined || template === undefined) return deployment
  const { [HASH_LABEL]: _, ...labels } = template.metadata?.labels ?? {}
  const annotations = {
    ...pick(deployment.metadata?.annotations, name => OWN_ANNOTATIONS.has(name)),
    ...pick(metadata?.annotations, name => !OWN_ANNOTATIONS.has(name)),
  }
  return {
    ...deployment,
    metadata: { ...deployment.metadata, annotations },
    spec: { ...deployment.spec, template: { ...template, metadata: { ...template.metadata, labels } } },
  }
}

/** Returns a Deployment to the Pod template of an earlier revision. */
export const rollback = defineAction<RollbackInput>({
  id: 'rollback',
  icon: History,
  single: true,
  label: () => 'Roll back…',
  appliesTo: isOneOf('deployments.apps'),
  obstacle: ([object]) =>
    fieldOf(object, 'spec', 'paused') === true ? 'The rollout is paused: resume it first.' : undefined,
  access: (kind, object) => ({ verb: 'update', resource: resourceOf(kind), ...locationOf(object) }),
  fields: () => [{ type: 'number', name: 'revision', label: 'To revision (0 is the previous one)', max: 20 }],
  initial: () => ({ revision: 0 }),
  describe: (kind, objects, { revision }) => {
    const to = revision === 0 ? 'the previous revision' : `revision ${revision}`
    return `Rolls back ${nameObjects(kind, objects)} to the Pod template of ${to}, as a new revision. The number of replicas stays.`
  },
  command: (kind, objects, { revision }) =>
    kubectl('rollout undo', kind, objects, { flags: revision === 0 ? [] : [`--to-revision=${revision}`] }),
  run: (context, { revision }) => rollBackTo(context, revision),
})

async function rollBackTo(context: RunContext, revision: number): Promise<Outcome> {
  const { connection, object, signal } = context
  const { namespace = '' } = object.metadata ?? {}
  const deployment = await connection.client.get(deployments, object, { signal })
  const { items } = await connection.client.list(replicaSets, { namespace }, { signal })
  const [current, ...earlier] = revisionsOf(deployment, items)
  const target = revision === 0 ? earlier[0] : earlier.find(set => revisionOf(set) === revision)
  if (target === undefined) throw new Error(missing(deployment, revision, earlier))
  const before = current && revisionOf(current)
  const inverse = before
    ? { text: `Roll back to revision ${before}`, run: (again: RunContext) => rollBackTo(again, before) }
    : undefined
  await write(context, {
    mutation: { object, change: newest => rolledBack(newest as Deployment, target) },
    done: `Rolled back to revision ${revisionOf(target)}`,
    inverse,
  }).catch(explainConflict)
  return {
    text: `Revision ${revisionOf(target)} is rolled out: ${await follow(context, { inverse })}`,
    inverse,
  }
}

function missing(deployment: Deployment, revision: number, earlier: readonly ReplicaSet[]): string {
  if (earlier.length === 0) return `${keyOf(deployment)} has no earlier revision.`
  const known = earlier.map(revisionOf).join(', ')
  return `${keyOf(deployment)} has no earlier revision ${revision}. Its earlier revisions are ${known}.`
}

function explainConflict(error: unknown): never {
  if (!isConflict(error)) throw error
  throw new Error('The Deployment changed several times meanwhile. Try again.', { cause: error })
}

const pick = (
  texts: Readonly<Record<string, string>> | undefined,
  isPicked: (name: string) => boolean,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(texts ?? {}).filter(([name]) => isPicked(name)))
