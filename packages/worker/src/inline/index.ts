import { systemClock } from '@kube-informer/core'
import type { Connection, ConnectionOptions } from '../api/connection.ts'
import type { InformerDefinitions } from '../api/definition.ts'
import { type HostOptions, InformerHost } from '../host/informer-host.ts'
import { PageConnection } from '../page/page-connection.ts'
import { ChannelTransport } from '../transports/channel-transport.ts'
import { memoryChannel } from './memory-channel.ts'

export interface ConnectInlineOptions extends ConnectionOptions, HostOptions {}

/**
 * The same connection without a worker: host and page share one thread. For tests, server-side rendering and edge runtimes.
 * In a page, the informers then run on the main thread.
 *
 * @example
 * const connection = connectInline(informers, { baseUrl: 'https://cluster.example', fetch: server.fetch })
 */
export function connectInline<TDefinitions extends InformerDefinitions>(
  informers: TDefinitions,
  options: ConnectInlineOptions,
): Connection<TDefinitions> {
  const { clock = systemClock } = options
  const connect = () => {
    const { page, host } = memoryChannel()
    new InformerHost(informers, options).attach(host)
    return page
  }
  const transport = new ChannelTransport({ kind: 'inline', connect, clock })
  return new PageConnection({
    definitions: informers,
    transport,
    reason: 'connectInline was called',
    options,
  })
}
