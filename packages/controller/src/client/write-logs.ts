import {
  type Clock,
  defineResource,
  type InformerClient,
  type ResourceDefinition,
  resourceName,
} from '@kube-informer/core'
import type { Cache } from './cache.ts'
import { WriteLog } from './write-log.ts'

export interface WriteLogsOptions {
  readonly client: InformerClient
  readonly cache: Cache
  readonly clock: Clock
}

/** The write logs of a client, one for each resource that it has written. */
export class WriteLogs {
  readonly #options: WriteLogsOptions
  readonly #logs = new Map<string, WriteLog>()

  constructor(options: WriteLogsOptions) {
    this.#options = options
  }

  /** The log of a resource, if the client has written any object of it. */
  find(resource: ResourceDefinition): WriteLog | undefined {
    return this.#logs.get(resourceName(resource))
  }

  /** The log of a resource. */
  of(resource: ResourceDefinition): WriteLog {
    const known = this.find(resource)
    if (known) return known
    const { group, version, plural, kind, namespaced } = resource
    const whole = defineResource({ group, version, plural, kind, namespaced })
    const log = new WriteLog({ ...this.#options, resource: whole })
    this.#logs.set(resourceName(resource), log)
    return log
  }
}
