import type { Clock, KubeClient, Random, ResourceDefinition } from '@kube-informer/core'
import type { InformerDefinition, InformerDefinitions } from '../definition.ts'
import { type Scope, subscriptionKey } from '../subscription.ts'
import { type CompiledDefinition, compileDefinition, findDefinition } from './compiled-definition.ts'
import { ScopedInformer } from './scoped-informer.ts'

/** What {@link Cluster} takes. */
export interface ClusterOptions {
  readonly definitions: InformerDefinitions
  readonly client: KubeClient
  readonly clock: Clock
  readonly random: Random
  readonly idleGraceMs: number
}

/** The informers of one connection: one for each resource and scope that somebody looks at. */
export class Cluster {
  readonly client: KubeClient
  readonly #options: ClusterOptions
  readonly #compiled = new Map<string, CompiledDefinition>()
  readonly #informers = new Map<string, ScopedInformer>()

  constructor(options: ClusterOptions) {
    this.client = options.client
    this.#options = options
  }

  /** The resource that a page means; throws a UsageError for an unknown name. */
  resource(reference: string | ResourceDefinition): ResourceDefinition {
    return findDefinition(this.#options.definitions, reference).resource
  }

  /** The informer of a scope, started if it does not run; throws a UsageError for an unknown name. */
  informer(reference: string | ResourceDefinition, scope: Scope = {}): ScopedInformer {
    const definition = this.#compile(findDefinition(this.#options.definitions, reference))
    const asked = {
      namespace: scope.namespace || undefined,
      labelSelector: scope.labelSelector || undefined,
      fieldSelector: scope.fieldSelector || undefined,
    }
    const key = subscriptionKey({ resource: definition.resource, scope: asked })
    const running = this.#informers.get(key)
    if (running) return running
    const { client, clock, random, idleGraceMs } = this.#options
    const onStopped = () => this.#informers.delete(key)
    const started = new ScopedInformer({
      ...{ definition, scope: asked, client, clock, random, idleGraceMs, onStopped },
    })
    this.#informers.set(key, started)
    return started
  }

  /** Ends every watch. */
  close(): void {
    for (const informer of [...this.#informers.values()]) informer.stop()
  }

  /** Once for each resource, so that its informers share what was decoded. */
  #compile(definition: InformerDefinition): CompiledDefinition {
    const key = subscriptionKey({ resource: definition.resource })
    const compiled = this.#compiled.get(key) ?? compileDefinition(definition)
    this.#compiled.set(key, compiled)
    return compiled
  }
}
