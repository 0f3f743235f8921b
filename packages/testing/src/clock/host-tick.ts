/** Waits for one turn of the host's event loop, which drains all runnable promise chains. */
export type HostTick = () => Promise<void>

type SetImmediate = (callback: () => void) => unknown

/**
 * Uses `setImmediate` if it exists, otherwise a `MessageChannel` (which browsers do not clamp to 4 ms). Resolved once,
 * so that a test that replaces the globals later does not stop the clock.
 */
export function createHostTick(): HostTick {
  const setImmediate = (globalThis as { setImmediate?: SetImmediate }).setImmediate
  if (setImmediate) return () => new Promise(resolve => setImmediate(resolve))
  return createMessageTick()
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
