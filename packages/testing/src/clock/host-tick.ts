/** Waits for one turn of the host's event loop, which drains all runnable promise chains. */
export type HostTick = () => Promise<void>

type SetImmediate = (callback: () => void) => unknown

/**
 * Uses `setImmediate` if it exists, otherwise a `MessageChannel` (which browsers do not clamp to 4 ms) and the body of a
 * response: Firefox reads bodies in another thread, and messages overtake them. Resolved once, so that a test that
 * replaces the globals later does not stop the clock.
 */
export function createHostTick(): HostTick {
  const { setImmediate, Response } = globalThis as typeof globalThis & { setImmediate?: SetImmediate }
  if (setImmediate) return () => new Promise(resolve => setImmediate(resolve))
  const messageTick = createMessageTick()
  return async () => {
    await messageTick()
    await new Response('body').text()
  }
}

function createMessageTick(): HostTick {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise(resolve => {
      waiting.push(resolve)
      port2.postMessage(undefined)
    })
}
