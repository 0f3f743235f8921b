import { type FakeApiserver, FakeClock, type Pod } from '@kube-informer/testing'
import type { Connection, ConnectionOptions } from '../api/connection.ts'
import type { InformerDefinitions } from '../api/definition.ts'
import type { SliceState, Subscription } from '../api/subscription.ts'
import { type HostOptions, InformerHost } from '../host/informer-host.ts'
import { memoryChannel } from '../inline/memory-channel.ts'
import { PageConnection } from '../page/page-connection.ts'
import { ChannelTransport } from '../transports/channel-transport.ts'
import type { PageChannel } from '../wire/channel.ts'
import { BASE_URL, createTestServer, informers, TOKEN } from './informers.ts'

export interface WriteRigOptions extends HostOptions {
  readonly definitions?: InformerDefinitions
  readonly server?: Parameters<typeof createTestServer>[0]
}

/** The states that a slice of a page has shown. */
export interface Watched {
  readonly states: SliceState<Pod>[]
  /** The notes of the Pods that are shown now, by name. */
  notes(): Record<string, string | undefined>
  names(): string[]
}

/** Pages of one identity on one host and a fake apiserver, in virtual time. */
export function writeRig({ definitions = informers, server: given, ...options }: WriteRigOptions = {}) {
  const clock = new FakeClock()
  const server: FakeApiserver = createTestServer({ clock, ...given })
  let random = 0
  const all = { clock, random: () => (++random % 97) / 97, ...options }
  const host = new InformerHost(definitions, { fetch: server.fetch, ...all })
  const open = (own: Partial<ConnectionOptions> = {}): Connection<typeof informers> => {
    const connect = (): PageChannel => {
      const channel = memoryChannel()
      host.attach(channel.host)
      return channel.page
    }
    const transport = new ChannelTransport({ kind: 'inline', connect, clock })
    const connection = new PageConnection<InformerDefinitions>({
      definitions,
      transport,
      reason: 'test',
      options: { baseUrl: BASE_URL, getToken: () => TOKEN, identity: 'ada', clock, graceMs: 0, ...own },
    })
    return connection as unknown as Connection<typeof informers>
  }
  /** Lets promises settle, and the pages apply what they have received. */
  const settle = (ms = 50) => clock.advance(ms)
  const watch = (connection: Connection<typeof informers>, subscription: Subscription): Watched => {
    const states: SliceState<Pod>[] = []
    ;(connection as Connection).subscribe(subscription, state => states.push(state as SliceState<Pod>))
    const now = () => states.at(-1)?.data ?? []
    return {
      states,
      notes: () =>
        Object.fromEntries(now().map(({ metadata }) => [metadata.name, metadata.annotations?.note])),
      names: () => now().map(({ metadata }) => metadata.name),
    }
  }
  const end = async () => {
    host.close()
    await settle()
  }
  return { clock, server, open, settle, watch, end }
}

/** Call it before tests that write: the first write to a fake apiserver takes real time. */
export async function warmUpWrites(): Promise<void> {
  const rig = writeRig()
  const patch = { metadata: { annotations: { note: 'warm' } } }
  const at = { namespace: 'default', name: 'a' }
  const { accepted } = rig.open().mutate({ resource: 'pods', verb: 'patch', object: at, patch })
  const stop = setInterval(() => void rig.settle(), 5)
  await accepted
  clearInterval(stop)
  await rig.end()
}

/** The outcome of a promise so far. */
export function outcomeOf(promise: Promise<unknown>): {
  state: 'pending' | 'resolved' | 'rejected'
  value?: unknown
} {
  const outcome: { state: 'pending' | 'resolved' | 'rejected'; value?: unknown } = { state: 'pending' }
  promise.then(
    value => Object.assign(outcome, { state: 'resolved', value }),
    (value: unknown) => Object.assign(outcome, { state: 'rejected', value }),
  )
  return outcome
}
