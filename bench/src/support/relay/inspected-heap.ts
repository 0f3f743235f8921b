/** The part of the protocol of V8's inspector that is used here. */
interface Answer {
  readonly id: number
  readonly result?: {
    readonly usedSize?: number
    readonly embedderHeapUsedSize?: number
    readonly backingStorageSize?: number
  }
}

/**
 * The heap of an isolate after two full collections, with the memory of its C++ objects and buffers, in bytes. workerd
 * collects garbage when the isolate runs next, so `poke` has to send it a request.
 */
export async function inspectedHeap(url: string, poke: () => Promise<unknown>): Promise<number> {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('the inspector does not answer')))
  })
  let sent = 0
  const call = (method: string): Promise<Answer> =>
    new Promise(resolve => {
      const id = ++sent
      socket.addEventListener('message', ({ data }) => {
        const answer = JSON.parse(String(data)) as Answer
        if (answer.id === id) resolve(answer)
      })
      socket.send(JSON.stringify({ id, method }))
    })
  for (let collection = 0; collection < 2; collection++) {
    let isDone = false
    const collected = call('HeapProfiler.collectGarbage').then(() => {
      isDone = true
    })
    while (!isDone) await Promise.race([collected, poke()])
  }
  const { result } = await call('Runtime.getHeapUsage')
  socket.close()
  const { usedSize, embedderHeapUsedSize = 0, backingStorageSize = 0 } = result ?? {}
  if (usedSize === undefined) throw new Error('the inspector does not know the heap')
  return usedSize + embedderHeapUsedSize + backingStorageSize
}
