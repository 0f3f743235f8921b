import { type KubeClientOptions, webSocketWatch } from '@kube-informer/core'
import { relaySocket } from '@kube-informer/relay/client'
import { WebSocket } from 'ws'
import { PAGE } from './relay-of.ts'

const own = { WebSocket: WebSocket as unknown as typeof globalThis.WebSocket, headers: { Origin: PAGE } }

/** The ways to watch a relay, as options of a client. */
export const TRANSPORTS: Readonly<Record<'fetch' | 'webSocket' | 'relaySocket', Partial<KubeClientOptions>>> =
  {
    fetch: {},
    webSocket: { webSocket: webSocketWatch(own), watchTransport: 'websocket' },
    relaySocket: { webSocket: relaySocket(own), watchTransport: 'websocket' },
  }
