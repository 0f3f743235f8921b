import { InformerError, type KubernetesObject, StatusError } from '@kube-informer/core'
import type { Connection, Mutation, Subscription, WaitCondition } from '@kube-informer/worker'
import type { informers } from './informers.ts'

/** The name of an object in a namespace. */
export interface At {
  readonly namespace: string
  readonly name: string
}

/** What a promise has settled with, as plain data. */
export interface Outcome {
  /** Absent where there is no object. */
  readonly object?: KubernetesObject | undefined
  readonly error?: {
    readonly name: string
    readonly code?: number
    readonly reason?: string
    readonly message: string
  }
}

/** What a tab shows and writes of a Deployment, and of what belongs to it. Tests call it through `globalThis.workload`. */
export class Workload {
  /** The rows of each state that a user could have seen, oldest first. */
  readonly states: (readonly KubernetesObject[])[] = []
  /** The text of each tree that a user could have seen, oldest first: `web(web-1(a,b))`. */
  readonly trees: string[] = []
  /** The replicas of each object that {@link increment} has changed. */
  readonly incremented: number[] = []
  /** Of the newest write. */
  accepted: Promise<Outcome> = NONE
  /** Of the newest write. */
  settled: Promise<Outcome> = NONE
  /** Of the newest {@link wait}. */
  waited: Promise<Outcome> = NONE
  readonly #connection: Connection<typeof informers>

  constructor(connection: Connection<typeof informers>) {
    this.#connection = connection
  }

  /** Shows rows. */
  show(subscription: Subscription): void {
    const connection: Connection = this.#connection
    connection.subscribe(subscription, ({ data, status }) => {
      if (status.data !== 'none') this.states.push(data)
    })
  }

  /** Shows a Deployment with its ReplicaSets, Pods and Events. */
  showTree(at: At): void {
    const root = { resource: 'deployments', object: at } as const
    const tree = this.#connection.observeRelated(root, { resources: ['replicasets', 'pods'] })
    tree.subscribe(() => {
      const { root } = tree.getState()
      if (root) this.trees.push(textOf(root))
    })
  }

  /** Sets the replicas of a Deployment. */
  scale(at: At, replicas: number): void {
    const patch = { spec: { replicas } }
    const options = { subresource: 'scale' } as const
    const write = { resource: 'deployments', verb: 'patch', object: at, patch, options } as const
    this.#follow(this.#connection.mutate(write))
  }

  /** Adds one to the replicas of a Deployment. */
  increment(at: At): void {
    const mutation = this.#connection.mutate({
      resource: 'deployments',
      object: at,
      change: deployment => {
        const { replicas = 0 } = deployment.spec
        this.incremented.push(replicas)
        return { ...deployment, spec: { ...deployment.spec, replicas: replicas + 1 } }
      },
    })
    this.#follow(mutation)
  }

  /** Resolves when the cache of the host has this state of a Deployment or a newer one. */
  async hasCached(at: At, resourceVersion: string): Promise<void> {
    await this.#connection.waitFor('deployments', at, { resourceVersion })
  }

  /** Waits for a state of a Deployment. */
  wait(at: At, condition: WaitCondition): void {
    this.waited = outcomeOf(this.#connection.waitFor('deployments', at, condition))
  }

  #follow({ accepted, settled }: Mutation<KubernetesObject>): void {
    this.accepted = outcomeOf(accepted)
    this.settled = outcomeOf(settled)
  }
}

declare global {
  // Tests can access only globals.
  var workload: Workload
}

const NONE: Promise<Outcome> = Promise.resolve({})

async function outcomeOf(promise: Promise<KubernetesObject | undefined>): Promise<Outcome> {
  try {
    return { object: await promise }
  } catch (error) {
    if (!(error instanceof InformerError)) return { error: { name: 'Error', message: String(error) } }
    const { name, message } = error
    return {
      error: {
        name,
        message,
        ...(error instanceof StatusError && { code: error.code, reason: error.reason }),
      },
    }
  }
}

/** The part of a tree's node that its text shows. */
interface TextNode {
  readonly object: KubernetesObject
  readonly children: readonly TextNode[]
  readonly events: readonly KubernetesObject[]
}

/** The names of an object, its children and its Events: `web(web-1(a(!a.started),b))`. */
function textOf({ object, children, events }: TextNode): string {
  const below = [...children.map(textOf), ...events.map(({ metadata }) => `!${metadata?.name}`)]
  return `${object.metadata?.name}${below.length > 0 ? `(${below.join()})` : ''}`
}
