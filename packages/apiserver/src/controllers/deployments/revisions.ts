import { labelMatcher, type OwnerReference, StatusError } from '@kube-informer/core'
import { type Deployment, deployments, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { compareText } from '../../json/go-order.ts'
import { type ControllerClient, controllerReference, objectKey } from '../base/controller-client.ts'
import { creationOf, labelsOf, nameOf, namespaceOf, ownersOf, uidOf } from '../base/stored-metadata.ts'
import type { EventRecorder } from '../events/event-recorder.ts'
import { hasAnnotations, REVISION, revisionAnnotations, revisionOf, sizeAnnotations } from './annotations.ts'
import { type ConditionText, conditionOf, deadlineMs, setCondition } from './conditions.ts'
import type { Revisions } from './deployment-status.ts'
import { marginsOf, nextReplicas, replicasOf } from './replica-counts.ts'
import { HASH_LABEL, isSameTemplate, templateHash, templateOf } from './template-hash.ts'

/** The component of Events. */
const SOURCE = { component: 'deployment-controller' }

/** Finds, adopts and creates the ReplicaSets of Deployments. */
export class RevisionKeeper {
  readonly #client: ControllerClient
  readonly #recorder: EventRecorder

  constructor(client: ControllerClient, recorder: EventRecorder) {
    this.#client = client
    this.#recorder = recorder
  }

  /** The ReplicaSets of a Deployment, the oldest first; selected ones without a controller are adopted. */
  claim(deployment: Deployment, mayAdopt: boolean): readonly ReplicaSet[] {
    const { metadata, spec } = deployment
    const uid = uidOf(deployment)
    const selects = labelMatcher(spec.selector)
    const own = this.#client.dependents(replicaSets, uid)
    const isSelected = (replicaSet: ReplicaSet) => selects(labelsOf(replicaSet))
    if (!metadata?.deletionTimestamp) {
      for (const stray of own.filter(each => !isSelected(each))) this.#setOwner(stray, undefined, uid)
      const orphans = mayAdopt ? this.#client.orphans(replicaSets, namespaceOf(deployment)) : []
      const owner = controllerReference(deployments, deployment)
      for (const orphan of orphans.filter(isSelected)) this.#setOwner(orphan, owner, uid)
    }
    return [...this.#client.dependents(replicaSets, uid).filter(isSelected)].sort(byCreation)
  }

  #setOwner(replicaSet: ReplicaSet, owner: OwnerReference | undefined, uid: string): void {
    const others = ownersOf(replicaSet).filter(reference => reference.uid !== uid)
    const ownerReferences = owner ? [...others, owner] : others
    this.#client.replace(replicaSets, {
      ...replicaSet,
      metadata: { ...replicaSet.metadata, ownerReferences },
    })
  }

  /** Splits the ReplicaSets, and gives the new one and the Deployment the number of the revision. */
  split(deployment: Deployment, list: readonly ReplicaSet[], createsCurrent: boolean): Revisions {
    const found = list.find(({ spec }) => isSameTemplate(spec.template ?? {}, deployment.spec.template))
    const old = list.filter(replicaSet => replicaSet !== found)
    const revision = Math.max(0, ...old.map(revisionOf)) + 1
    if (found) return { current: this.#keep(deployment, found, revision), old }
    return { current: createsCurrent ? this.#create(deployment, old, revision) : undefined, old }
  }

  #keep(deployment: Deployment, found: ReplicaSet, revision: number): ReplicaSet {
    const before = found.metadata?.annotations ?? {}
    const annotations = revisionAnnotations(deployment, before, revision)
    const minReadySeconds = deployment.spec.minReadySeconds ?? 0
    const isSame =
      hasAnnotations(before, annotations) && (found.spec.minReadySeconds ?? 0) === minReadySeconds
    const current = isSame
      ? found
      : this.#client.replace(replicaSets, {
          ...found,
          metadata: { ...found.metadata, annotations },
          spec: { ...found.spec, minReadySeconds },
        })
    const isNew =
      deadlineMs(deployment) !== undefined && !conditionOf(deployment.status?.conditions, 'Progressing')
    this.#note(
      deployment,
      annotations[REVISION] ?? '',
      isNew
        ? ['Progressing', 'True', 'FoundNewReplicaSet', `Found new replica set "${current.metadata?.name}"`]
        : undefined,
    )
    return current
  }

  #create(deployment: Deployment, old: readonly ReplicaSet[], revision: number): ReplicaSet {
    const collisions = deployment.status?.collisionCount ?? 0
    const wanted = newReplicaSet(deployment, old, revision, templateHash(templateOf(deployment), collisions))
    const created = this.#tryCreate(deployment, wanted)
    const name = created.metadata?.name
    const replicas = replicasOf(created)
    if (replicas > 0)
      this.report(deployment, 'ScalingReplicaSet', `Scaled up replica set ${name} from 0 to ${replicas}`)
    this.#note(
      deployment,
      String(revision),
      deadlineMs(deployment) === undefined
        ? undefined
        : ['Progressing', 'True', 'NewReplicaSetCreated', `Created new replica set "${name}"`],
    )
    return created
  }

  #tryCreate(deployment: Deployment, wanted: ReplicaSet): ReplicaSet {
    try {
      return this.#client.create(replicaSets, wanted)
    } catch (error) {
      if (!(error instanceof StatusError)) throw error
      if (error.status.reason === 'AlreadyExists') {
        const collisionCount = (deployment.status?.collisionCount ?? 0) + 1
        this.#writeStatus({ ...deployment, status: { ...deployment.status, collisionCount } })
      } else {
        const message = `Failed to create new replica set "${wanted.metadata?.name}": ${error.message}`
        this.#note(deployment, undefined, ['Progressing', 'False', 'ReplicaSetCreateError', message])
        this.report(deployment, 'ReplicaSetCreateError', message, 'Warning')
      }
      throw error
    }
  }

  /** Writes the revision and a condition of a Deployment. */
  #note(deployment: Deployment, revision: string | undefined, text: ConditionText | undefined): void {
    const live = this.#client.get(deployments, objectKey(deployment)) ?? deployment
    const annotations = { ...live.metadata?.annotations, ...(revision ? { [REVISION]: revision } : {}) }
    const before = live.status?.conditions ?? []
    const conditions = text ? setCondition(before, text, this.#client.nowMs) : before
    if (conditions === before && live.metadata?.annotations?.[REVISION] === annotations[REVISION]) return
    this.#writeStatus({
      ...live,
      metadata: { ...live.metadata, annotations },
      status: { ...live.status, ...(conditions.length > 0 ? { conditions } : {}) },
    })
  }

  #writeStatus(deployment: Deployment): void {
    this.#client.replace(deployments, deployment, 'status')
  }

  /** Reports what happened to a Deployment. */
  report(
    deployment: Deployment,
    reason: string,
    message: string,
    type: 'Normal' | 'Warning' = 'Normal',
  ): void {
    this.#recorder.record(deployment, SOURCE, { type, reason, message })
  }
}

function newReplicaSet(
  deployment: Deployment,
  old: readonly ReplicaSet[],
  revision: number,
  hash: string,
): ReplicaSet {
  const { metadata, spec } = deployment
  const template = templateOf(deployment)
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash }
  const desired = replicasOf(deployment)
  return {
    kind: 'ReplicaSet',
    apiVersion: 'apps/v1',
    metadata: {
      name: `${metadata?.name}-${hash}`,
      namespace: metadata?.namespace ?? '',
      labels,
      annotations: {
        ...revisionAnnotations(deployment, {}, revision),
        ...sizeAnnotations(desired, desired + marginsOf(deployment).surge),
      },
      ownerReferences: [controllerReference(deployments, deployment)],
    },
    spec: {
      replicas: nextReplicas(deployment, old, 0),
      ...(spec.minReadySeconds ? { minReadySeconds: spec.minReadySeconds } : {}),
      selector: { ...spec.selector, matchLabels: { ...spec.selector.matchLabels, [HASH_LABEL]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  }
}

/** The oldest first; of those created in one second, the lower revision. */
export function byCreation(a: ReplicaSet, b: ReplicaSet): number {
  return (
    compareText(creationOf(a), creationOf(b)) ||
    revisionOf(a) - revisionOf(b) ||
    compareText(nameOf(a), nameOf(b))
  )
}
