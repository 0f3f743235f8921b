import type { ServerControl } from './informers.ts'
import type { SteeringMessage } from './informers.worker.ts'

/** The control of a server that lives in the worker of this name, which says when it listens. */
export async function steerWorker(name: string): Promise<ServerControl> {
  const steering = new BroadcastChannel(name)
  await new Promise(resolve => {
    steering.onmessage = resolve
  })
  const waiting = new Map<number, (result: unknown) => void>()
  let lastId = 0
  steering.onmessage = ({ data }: MessageEvent<SteeringMessage>) => {
    if (data.type === 'response') waiting.get(data.id)?.(data.result)
  }
  const call = (operation: keyof ServerControl, argument?: unknown): Promise<never> =>
    new Promise(resolve => {
      const id = ++lastId
      waiting.set(id, resolve as (result: unknown) => void)
      steering.postMessage({ type: 'request', id, operation, argument } satisfies SteeringMessage)
    })
  return {
    put: object => call('put', object),
    remove: object => call('remove', object),
    relist: () => call('relist'),
    refusePods: code => call('refusePods', code),
    count: kind => call('count', kind),
  }
}
