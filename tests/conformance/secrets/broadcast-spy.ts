import { createFakeBroadcasts } from '@kube-informer/testing'
import { vi } from 'vitest'

/** Replaces the global BroadcastChannel by one that passes on each message, until the result is called. */
export function watchBroadcasts(record: (message: unknown) => void): () => void {
  const { open } = createFakeBroadcasts().agent()
  function RecordingChannel(name: string): object {
    const channel = open(name)
    return {
      ...channel,
      postMessage(message: unknown) {
        record(message)
        channel.postMessage(message)
      },
    }
  }
  vi.stubGlobal('BroadcastChannel', RecordingChannel)
  return () => vi.unstubAllGlobals()
}
