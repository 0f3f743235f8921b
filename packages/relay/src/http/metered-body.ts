import type { TakeBytes } from './byte-budget.ts'

/** What happens with a body that is passed on. */
export interface BodyMeter {
  /** Counts a chunk from its arrival until the receiver asks for the next one. A chunk without room ends the body with an error. */
  readonly take: TakeBytes
  /** Called after the body was read completely, was cancelled, or failed. May be called twice. */
  readonly onEnd?: () => void
}

/** The chunks of a body, each received only when it is asked for. */
export function meteredBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { take, onEnd }: BodyMeter,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  let giveBack: (() => void) | undefined
  const taken = () => {
    giveBack?.()
    giveBack = undefined
  }
  const end = () => {
    taken()
    onEnd?.()
  }
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async controller => {
        taken()
        try {
          const { done, value } = await reader.read()
          if (!done) {
            giveBack = take(value.byteLength)
            controller.enqueue(value)
            return
          }
          controller.close()
        } catch (error) {
          controller.error(error)
          reader.cancel(error).catch(() => undefined)
        }
        end()
      },
      cancel: reason => {
        end()
        return reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
