import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { BareStreams } from '../support/relay/bare-streams.ts'
import { measureFanOut } from '../support/relay/measure-fan-out.ts'
import { readStreams } from '../support/relay/streams.ts'

/** Many readers of one view, in one process. */
export const relayFanOut: BenchCase = {
  name: 'relay-fan-out',
  extra: true,
  description:
    '{readers} readers of one view in this process: one event of 1 KB a flush, and {burst} of them',
  metrics: [
    { key: 'cpuMicroseconds', unit: 'CPU us a write', digits: 2 },
    { key: 'deliveriesPerCpuSecond', unit: 'deliveries/CPU s in bursts' },
  ],
  setup: { readers: 1000, writes: 200, burst: 50, bursts: 100 },
  smoke: { readers: 20, writes: 4, bursts: 4 },
  contenders: [
    { name: 'a ReadableStream for each reader', run: pushToStreams, floor: true },
    { name: 'relay', run: pushToRelay },
  ],
}

async function pushToStreams(setup: Setup): Promise<Sample> {
  const server = new BareStreams()
  const streams = Array.from({ length: Number(setup.readers) }, () => server.open())
  return measureFanOut(
    setup,
    readStreams(streams, events => server.push(events)),
  )
}

async function pushToRelay(setup: Setup): Promise<Sample> {
  const { startRelay, WATCH_PATH } = await import('../support/relay/started-relay.ts')
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
