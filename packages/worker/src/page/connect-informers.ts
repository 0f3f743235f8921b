import type { Connection, ConnectionOptions } from '../api/connection.ts'
import { definitionsFingerprint, type InformerDefinitions } from '../api/definition.ts'
import { chooseTransport } from '../transports/choose-transport.ts'
import { leadershipName } from '../wire/leadership.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { PageConnection } from './page-connection.ts'
import { platformOf } from './platform.ts'

/** Options of {@link connectInformers}. */
export interface ConnectInformersOptions extends ConnectionOptions {
  /** Makes the worker whose file calls `hostInformers`. Written as in the example, bundlers find that file. */
  readonly worker: () => Worker
  /** Makes a SharedWorker of the same file. Where it is given and works, it is what `auto` takes. */
  readonly sharedWorker?: (() => SharedWorker) | undefined
  /**
   * Where the informers run. `dedicated`: in a worker of this tab. `shared`: in one SharedWorker for all tabs of the origin.
   * `leader`: in the worker of one tab, which works for the others, too; another takes over when that tab is closed or does
   * not answer. `auto`: the first that can be had of shared, leader and dedicated; dedicated for a connection without an
   * `identity`, which must share nothing. `connection.status` says which, and why. What is asked for by name and cannot be
   * had is a `failed` status.
   * @default 'auto'
   */
  readonly host?: 'auto' | 'dedicated' | 'shared' | 'leader' | undefined
  /**
   * Which tabs have one leader: those that give the same name, with the same definitions. For two applications of one origin,
   * which want databases of their own, too (`persistence.name` of `hostInformers`).
   * @default 'kube-informer'
   */
  readonly name?: string | undefined
}

/**
 * Connects a page to its informers in a worker, at once: what is there is told as it comes. A worker that cannot be started
 * is not thrown but a `failed` status that says why. Close it where the page itself goes on without it.
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
    ...{ host, worker, sharedWorker, hasIdentity: Boolean(identity) },
    leadership: leadershipName(name, PROTOCOL_VERSION, definitionsFingerprint(informers)),
  })
  return new PageConnection({ definitions: informers, transport, reason, options: given })
}
