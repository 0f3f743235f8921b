import type { Fetch, KubernetesObject } from '@kube-informer/core'
import type { DiscoveredResource } from '@kube-informer/core/discovery'
import { createFakeApiserver, type FakeApiserverOptions, FakeClock } from '@kube-informer/testing'
import type { Connection, ConnectionOptions } from '../api/connection.ts'
import type { InformerDefinitions } from '../api/definition.ts'
import { type HostOptions, InformerHost } from '../host/informer-host.ts'
import { memoryChannel } from '../inline/memory-channel.ts'
import { PageConnection } from '../page/page-connection.ts'
import { ChannelTransport } from '../transports/channel-transport.ts'
import { BASE_URL } from './informers.ts'

export interface DiscoveryRigOptions {
  readonly server?: FakeApiserverOptions
  readonly host?: Omit<HostOptions, 'clock' | 'fetch'>
  /** Stands between the host and the server. */
  readonly through?: (fetch: Fetch) => Fetch
}

/** A host of a fake apiserver, and pages of one identity. */
export function discoveryRig({ server: given, host: hostOptions, through }: DiscoveryRigOptions = {}) {
  const clock = new FakeClock()
  const server = createFakeApiserver({ clock, ...given })
  const fetch = through?.(server.fetch) ?? server.fetch
  const host = new InformerHost({}, { clock, random: () => 0, fetch, ...hostOptions })
  const open = (options: Partial<ConnectionOptions> = {}): Connection => {
    const connect = () => {
      const { page, host: end } = memoryChannel()
      host.attach(end)
      return page
    }
    const transport = new ChannelTransport({ kind: 'inline', connect, clock })
    const connectionOptions = { baseUrl: BASE_URL, identity: 'alice', clock, ...options }
    return new PageConnection<InformerDefinitions>({
      definitions: {},
      transport,
      reason: 'for a test',
      options: connectionOptions,
    })
  }
  /** A page whose discovery has a subscriber. */
  const follow = (options?: Partial<ConnectionOptions>) => {
    const connection = open(options)
    const states = [connection.discovery.getState()]
    const unsubscribe = connection.discovery.subscribe(() => states.push(connection.discovery.getState()))
    return { connection, states, unsubscribe, ...connection.discovery }
  }
  /** The number of discoveries that the server has been asked for. */
  const discoveries = () => server.requests.filter(({ path }) => path === '/apis').length
  return { clock, server, host, open, follow, discoveries }
}

/** The names of resources, as in paths: `example.com/v1/widgets`. */
export const namesOf = (resources: readonly DiscoveredResource[], group?: string): string[] =>
  resources
    .filter(each => group === undefined || each.group === group)
    .map(({ version, plural, ...each }) => `${each.group}/${version}/${plural}`)

/** A CustomResourceDefinition of a plural in the group example.com. */
export function definitionOf(plural: string, ...versions: readonly string[]): KubernetesObject {
  const kind = plural.charAt(0).toUpperCase() + plural.slice(1, -1)
  return {
    kind: 'CustomResourceDefinition',
    apiVersion: 'apiextensions.k8s.io/v1',
    metadata: { name: `${plural}.example.com` },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural, kind },
      versions: (versions.length > 0 ? versions : ['v1']).map((name, index) => ({
        name,
        served: true,
        storage: index === 0,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
      })),
    },
  } as KubernetesObject
}
