import type { PageChannel } from '../channel.ts'
import type { Connection, ConnectionOptions } from '../connection.ts'
import type { InformerDefinitions } from '../definition.ts'
import { PageConnection } from './page-connection.ts'
import { workerChannel } from './worker-channel.ts'

/** Options of {@link connectInformers}. */
export interface ConnectInformersOptions extends ConnectionOptions {
  /** Makes the worker whose file calls `hostInformers`. Written as in the example, bundlers find that file. */
  readonly worker: () => Worker
  /** Makes the same worker shared between tabs. Not used yet: `host: 'auto'` means a dedicated worker. */
  readonly sharedWorker?: (() => SharedWorker) | undefined
  /** @default 'auto' */
  readonly host?: 'auto' | 'dedicated' | undefined
}

/**
 * Connects a page to its informers in a worker. Never throws: a worker that cannot be started is a `failed`
 * status that says why.
 *
 * @example
 * const connection = connectInformers(informers, {
 *   baseUrl: '/k8s',
 *   worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
 * })
 */
export function connectInformers<TDefinitions extends InformerDefinitions>(
  informers: TDefinitions,
  options: ConnectInformersOptions,
): Connection<TDefinitions> {
  return new PageConnection({
    definitions: informers,
    channel: openWorker(options.worker),
    host: 'dedicated',
    options,
  })
}

function openWorker(worker: () => Worker): PageChannel {
  try {
    return workerChannel(worker())
  } catch (error) {
    return brokenChannel(`the worker could not be started: ${String(error)}`)
  }
}

/** A line that only tells why it is none. */
function brokenChannel(reason: string): PageChannel {
  return {
    post: () => {},
    listen: ({ onFailure }) => queueMicrotask(() => onFailure(reason)),
    close: () => {},
  }
}
