import type { Run } from '../bench-case.ts'
import { measureIdle } from './idle.ts'

/** The floor: streams with a pending read and no data. */
export const run: Run = ({ watches }) =>
  measureIdle(Number(watches), async count =>
    Array.from({ length: count }, () => {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined
      const stream = new ReadableStream<Uint8Array>({
        start: given => {
          controller = given
        },
      })
      const reader = stream.getReader()
      return [controller, reader, reader.read()]
    }),
  )
