import type { Clock } from '@kube-informer/core'
import type { HostKind } from '../api/host-kind.ts'
import type { HostTransport, TransportListener } from '../transports/host-transport.ts'
import { type TappedChannel, tapChannel } from '../transports/tap-channel.ts'
import { CLONE_PROBE } from '../wire/clone-probe.ts'
import type { HostMessage, PageMessage } from '../wire/protocol.ts'
import { PROTOCOL_VERSION } from '../wire/protocol.ts'
import { type FakeChannel, fakeChannel } from './fake-channel.ts'

/** A host that a test controls. */
export interface ScriptedHost extends FakeChannel<PageMessage, HostMessage> {
  welcome(lock?: string): void
  /** The messages of one type that the page has sent. */
  sent<TType extends PageMessage['type']>(type: TType): Extract<PageMessage, { readonly type: TType }>[]
}

/** A transport whose hosts a test controls. */
export interface ScriptedTransport extends HostTransport {
  readonly listener: TransportListener
  /** The reasons of the `restart` calls. */
  readonly restarts: string[]
  /** `open` and `close`, in the order of the calls. */
  readonly calls: string[]
  readonly closed: boolean
  /** Replaces the current host by a new one. */
  host(): ScriptedHost
}

export function scriptedTransport(clock: Clock, kind: HostKind = 'dedicated'): ScriptedTransport {
  const restarts: string[] = []
  const calls: string[] = []
  let channel: TappedChannel | undefined
  let listener: TransportListener | undefined
  let closed = false
  const opened = (): TransportListener => {
    if (!listener) throw new Error('the transport was not opened')
    return listener
  }
  return {
    kind,
    restarts,
    calls,
    isShared: kind === 'shared' || kind === 'leader',
    get lastHeardAt() {
      return channel?.lastHeardAt
    },
    get listener() {
      return opened()
    },
    get closed() {
      return closed
    },
    open(given) {
      calls.push('open')
      closed = false
      listener = given
    },
    restart: reason => restarts.push(reason),
    close() {
      if (!closed) calls.push('close')
      closed = true
    },
    host() {
      const host = scriptedHost()
      channel = tapChannel(host, { clock, onFailure: () => {} })
      opened().onChannel(channel)
      return host
    },
  }
}

function scriptedHost(): ScriptedHost {
  const channel = fakeChannel<PageMessage, HostMessage>()
  return Object.assign(channel, {
    welcome: (lock?: string) =>
      channel.onMessage({
        type: 'welcome',
        version: PROTOCOL_VERSION,
        probe: CLONE_PROBE,
        ...(lock !== undefined && { lock }),
      }),
    sent: <TType extends PageMessage['type']>(type: TType) =>
      channel.posted.filter(
        (message): message is Extract<PageMessage, { readonly type: TType }> => message.type === type,
      ),
  })
}
