import { expect, test } from 'vitest'
import type { Transport } from '../transport/transport.ts'
import { WatchTransports } from './watch-transports.ts'

const TRANSPORT = {} as Transport
const transports = () =>
  new WatchTransports(TRANSPORT, { webSocket: () => Promise.reject(new Error('no server')) })

test('a transport that cut the initial events off is not used for them again', () => {
  const cut = transports()
  const seen = () => [
    cut.streamsStateBy('auto'),
    cut.streamsStateBy('fetch'),
    cut.streamsStateBy('websocket'),
  ]
  expect(seen()).toEqual(['fetch', 'fetch', 'websocket'])
  cut.stateWasCut('fetch')
  expect(seen()).toEqual(['websocket', undefined, 'websocket'])
  cut.stateWasCut('websocket')
  expect(seen()).toEqual([undefined, undefined, undefined])
  const other = transports()
  other.stateWasCut('websocket')
  expect(other.streamsStateBy('auto')).toBe('fetch')
  expect(other.streamsStateBy('websocket')).toBeUndefined()
})
