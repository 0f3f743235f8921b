/** Bytes alive in this process, after two full collections: heap and buffers, which are part of `external`. */
export function usedMemory(): number {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
