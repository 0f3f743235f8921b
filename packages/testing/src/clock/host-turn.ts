/** Waits for one turn of the host's event loop, by when every promise chain that could run has run. */
export type HostTurn = () => Promise<void>

type SetImmediate = (callback: () => void) => unknown

/**
 * The cheapest turn the host offers: `setImmediate` where there is one, else a `MessageChannel` (which browsers
 * do not clamp to 4 ms). Taken once, so that a test which replaces the globals later does not stop the driver.
 */
export function createHostTurn(): HostTurn {
  const setImmediate = (globalThis as { setImmediate?: SetImmediate }).setImmediate
  if (setImmediate) return () => new Promise(resolve => setImmediate(resolve))
  return createMessageTurn()
}

function createMessageTurn(): HostTurn {
  const { port1, port2 } = new MessageChannel()
  const waiting: (() => void)[] = []
  port1.onmessage = () => waiting.shift()?.()
  return () =>
    new Promise(resolve => {
      waiting.push(resolve)
      port2.postMessage(undefined)
    })
}
