import type { InformerDefinitions } from '../definition.ts'
import { type HostOptions, InformerHost } from './informer-host.ts'
import { scopeChannel, type WorkerScope } from './scope-channel.ts'

export type { HostOptions, InformerHost } from './informer-host.ts'
export type { WorkerScope } from './scope-channel.ts'

/** Options of {@link hostInformers}. */
export interface HostInformersOptions extends HostOptions {
  /** The worker's global scope, or anything shaped like it. @default `self` */
  readonly scope?: WorkerScope | undefined
}

/**
 * Makes a worker the home of the informers: call it once in the worker's file, before the file's first
 * `await`, because the page's first message may be waiting already.
 *
 * @example
 * // informers.worker.ts
 * import { hostInformers } from '@kube-informer/worker/host'
 * import { informers } from './informers.ts'
 *
 * hostInformers(informers)
 */
export function hostInformers(
  informers: InformerDefinitions,
  { scope = globalThis as unknown as WorkerScope, ...options }: HostInformersOptions = {},
): InformerHost {
  const host = new InformerHost(informers, options)
  host.attach(scopeChannel(scope))
  return host
}
