/** Bytes in use after two full collections: heap and external memory, which includes buffers. */
export function usedMemory(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
