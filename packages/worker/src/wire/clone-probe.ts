/** Both ends send it first: bytes arrive as bytes only where the channel clones structures. */
export const CLONE_PROBE: Uint8Array = new Uint8Array(1)

export const isCloned = (probe: unknown): boolean => ArrayBuffer.isView(probe)

/** Rows would arrive without their bodies. */
export const NOT_CLONED: string =
  'the channel between the page and the host copies JSON text, which has no bytes: ' +
  'it must clone messages, as `postMessage` does'
