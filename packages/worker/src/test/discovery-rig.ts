import { createFakeApiserver, type FakeApiserverOptions, FakeClock } from '@kube-informer/testing'
import type { ConnectionOptions } from '../api/connection.ts'
import { type HostOptions, InformerHost } from '../host/informer-host.ts'
import { memoryChannel } from '../inline/memory-channel.ts'
import { PageConnection } from '../page/page-connection.ts'
import { ChannelTransport } from '../transports/channel-transport.ts'
import { BASE_URL } from './informers.ts'

/** Options of {@link discoveryRig}. */
export interface DiscoveryRigOptions {
  readonly server?: FakeApiserverOptions
  readonly host?: Omit<HostOptions, 'clock' | 'fetch'>
}

/** A host of a fake apiserver, and pages of one identity. */
export function discoveryRig({ server: given, host: hostOptions }: DiscoveryRigOptions = {}) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, ...given })
  const startHost = () =>
    new InformerHost({}, { clock, random: () => 0, fetch: server.fetch, ...hostOptions })
  const host = startHost()
  const open = (options: Partial<ConnectionOptions> = {}) => {
    const connect = () => {
      const { page, host: end } = memoryChannel()
      host.attach(end)
      return page
    }
    const transport = new ChannelTransport({ kind: 'inline', connect, clock })
    return new PageConnection({
      definitions: {},
      transport,
      reason: 'for a test',
      options: { baseUrl: BASE_URL, identity: 'alice', clock, ...options },
    })
  }
  /** The number of discoveries that the server has answered. */
  const discoveries = () => server.requests.filter(({ path }) => path === '/apis').length
  return { clock, server, host, startHost, open, discoveries }
}
