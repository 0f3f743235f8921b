import type { Run } from '../bench-case.ts'
import { measureFanOut } from './measure-fan-out.ts'
import { startRelay, WATCH_PATH } from './started-relay.ts'
import { readStreams } from './streams.ts'

export const run: Run = async setup => {
  const { relay, upstream } = await startRelay()
  const streams: ReadableStream<Uint8Array>[] = []
  for (let reader = 0; reader < Number(setup.readers); reader++) {
    const { body } = await relay.fetch(new Request(`http://relay${WATCH_PATH}`))
    if (!body) throw new Error('a watch has no body')
    streams.push(body)
  }
  return measureFanOut(
    setup,
    readStreams(streams, events => upstream.push(events)),
  )
}
