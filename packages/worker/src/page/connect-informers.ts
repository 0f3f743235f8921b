import type { Connection, ConnectionOptions } from '../api/connection.ts'
import { definitionsFingerprint, type InformerDefinitions } from '../api/definition.ts'
import { chooseTransport } from '../transports/choose-transport.ts'
import { leadershipName } from '../wire/leadership.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { PageConnection } from './page-connection.ts'
import { platformOf } from './platform.ts'

/** Where the cluster is, who asks, and which host runs the informers. */
export interface ConnectInformersOptions extends ConnectionOptions {
  /** Creates the worker whose file calls `hostInformers`. Bundlers find that file in the form of the example. */
  readonly worker: () => Worker
  /** Creates a SharedWorker of the same file. `auto` uses it where it works. */
  readonly sharedWorker?: (() => SharedWorker) | undefined
  /**
   * Where the informers run. `dedicated`: in a worker of this tab. `shared`: in one SharedWorker for all tabs of the
   * origin. `leader`: in the worker of one tab, which serves the other tabs too; another tab takes over when that tab is
   * closed or does not respond. `auto`: the first of shared, leader and dedicated that is available; dedicated for a
   * connection without an `identity`, which shares nothing. `connection.status` reports the choice and its reason. A kind
   * that is requested by name and not available leads to a `failed` status.
   * @default 'auto'
   */
  readonly host?: 'auto' | 'dedicated' | 'shared' | 'leader' | undefined
  /**
   * Tabs with the same name and the same definitions have one leader. Two applications of one origin need two names, and
   * two databases (`persistence.name` of `hostInformers`).
   * @default 'kube-informer'
   */
  readonly name?: string | undefined
}

/**
 * Connects a page to its informers in a worker. Returns at once; state follows as it arrives. A worker that cannot be
 * started does not throw: the status is `failed`, with the reason. Close the connection when the page no longer needs it.
 *
 * @example
 * const connection = connectInformers(informers, {
 *   baseUrl: '/k8s',
 *   identity: 'jane@example.com',
 *   worker: () => new Worker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
 *   sharedWorker: () => new SharedWorker(new URL('./informers.worker.ts', import.meta.url), { type: 'module' }),
 * })
 */
export function connectInformers<TDefinitions extends InformerDefinitions>(
  informers: TDefinitions,
  options: ConnectInformersOptions,
): Connection<TDefinitions> {
  const given = { ...options, ...platformOf(options) }
  const { host = 'auto', worker, sharedWorker, name = 'kube-informer', identity } = options
  const { transport, reason } = chooseTransport({
    ...given,
    host,
    worker,
    sharedWorker,
    hasIdentity: Boolean(identity),
    leadership: leadershipName(name, PROTOCOL_VERSION, definitionsFingerprint(informers)),
  })
  return new PageConnection({ definitions: informers, transport, reason, options: given })
}
