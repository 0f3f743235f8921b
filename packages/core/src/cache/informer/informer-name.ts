import { UsageError } from '../../api/errors.ts'
import { type ResourceDefinition, resourceName } from '../../api/resource.ts'

const namesInUse = /* @__PURE__ */ new Set<string>()

/** The identity of an informer in metrics: a name and the resource. */
export interface InformerIdentity {
  readonly name: string
  /** `v1/pods`, `apps/v1/deployments`. */
  readonly resource: string
  /** Whether the identity is reserved. A duplicate, or one whose name was released, publishes nothing. */
  readonly reserved: boolean
}

/**
 * A name, unique in this thread, under which informers publish metrics (client-go `cache.InformerName`).
 *
 * @example
 * const identity = new InformerName('dashboard').withResource(pods)
 * new SharedIndexInformer({ listerWatcher, metrics: new InformerMetrics({ provider, identity }) })
 */
export class InformerName {
  readonly name: string
  readonly #resources = new Set<string>()
  #released = false

  /** Throws if the name is empty or in use. */
  constructor(name: string) {
    if (name === '') throw new UsageError('an informer name must not be empty')
    if (namesInUse.has(name)) throw new UsageError(`informer name ${JSON.stringify(name)} is already in use`)
    namesInUse.add(name)
    this.name = name
  }

  /** The first identity of a resource is reserved. Later ones are not, and publish nothing. */
  withResource(definition: ResourceDefinition): InformerIdentity {
    const resource = resourceName(definition)
    const first = !this.#released && !this.#resources.has(resource)
    this.#resources.add(resource)
    const isReleased = () => this.#released
    return {
      name: this.name,
      resource,
      get reserved() {
        return first && !isReleased()
      },
    }
  }

  /** Releases the name; its identities are no longer reserved. Idempotent. */
  release(): void {
    if (this.#released) return
    this.#released = true
    namesInUse.delete(this.name)
  }
}
