import { createFakeBroadcasts, FakeClock } from '@kube-informer/testing'
import type { Connection, ConnectionOptions } from '../api/connection.ts'
import type { InformerDefinitions } from '../api/definition.ts'
import type { HostKind } from '../api/host-kind.ts'
import type { Subscription } from '../api/subscription.ts'
import { PageConnection } from '../page/page-connection.ts'
import { INITIAL_STATE } from '../page/replica.ts'
import type { SliceUpdate } from '../wire/protocol.ts'
import { fakeLifecycle } from './fake-lifecycle.ts'
import { informers } from './informers.ts'
import { podRow } from './rows.ts'
import { type ScriptedHost, type ScriptedTransport, scriptedTransport } from './scripted-transport.ts'

export const PODS: Subscription = { resource: 'pods' }
export const COMPLETE = { ...INITIAL_STATE.status, data: 'complete', link: 'live' } as const

/** The first update of a slice with these Pods, each `key` or `key@resourceVersion`. */
export function firstUpdate(id: number, ...pods: string[]): SliceUpdate {
  const rows = pods.map(pod => {
    const [key = '', resourceVersion = '1'] = pod.split('@')
    return podRow(key, resourceVersion)
  })
  const insert = rows.map(({ key }) => key)
  return { id, rows, order: { at: 0, remove: 0, insert }, total: rows.length, status: COMPLETE }
}

/** A page with a scripted transport, in virtual time, without access to the platform. */
export function openPage({ kind, ...options }: Partial<ConnectionOptions> & { kind?: HostKind } = {}) {
  const clock = new FakeClock()
  const lifecycle = fakeLifecycle()
  const broadcasts = createFakeBroadcasts().agent()
  const transport = scriptedTransport(clock, kind)
  // General: tests ask for names that the definitions need not have.
  const connection: Connection = new PageConnection<InformerDefinitions>({
    definitions: informers,
    transport,
    reason: 'requested by the test',
    options: {
      baseUrl: '/k8s',
      clock,
      lifecycle,
      openBroadcast: broadcasts.open,
      locks: NO_LOCKS,
      storage: { persist: async () => false },
      random: () => 0.5,
      ...options,
    },
  })
  /** Lets promises settle, and advances by one frame. */
  const settle = () => clock.advance(16)
  const nextHost = async (lock?: string): Promise<ScriptedHost> => {
    const host = transport.host()
    await settle()
    host.welcome(lock)
    return host
  }
  const send = async (host: ScriptedHost, ...updates: SliceUpdate[]) => {
    host.onMessage({ type: 'batch', updates })
    await settle()
  }
  return {
    clock,
    lifecycle,
    broadcasts,
    transport: transport as ScriptedTransport,
    connection,
    settle,
    nextHost,
    send,
  }
}

/** A lock manager that denies every request. */
const NO_LOCKS = { request: () => Promise.reject(new Error('no locks here')) }
