import type { Run } from '../bench-case.ts'
import { BareStreams } from './bare-streams.ts'
import { measureFanOut } from './measure-fan-out.ts'
import { readStreams } from './streams.ts'

export const run: Run = async setup => {
  const server = new BareStreams()
  const streams = Array.from({ length: Number(setup.readers) }, () => server.open())
  return measureFanOut(
    setup,
    readStreams(streams, events => server.push(events)),
  )
}
