import { expect, test } from 'vitest'
import { PODS, POLL, RelayObjects } from '../test/relay-objects.ts'

/** The open watches of the only leaf. */
async function openWatches(relay: RelayObjects): Promise<number> {
  const text = await (await relay.get('/metrics')).text()
  return Number(/^apiserver_longrunning_requests\{.*\} (\d+)$/m.exec(text)?.[1])
}

test('a reader that leaves is noticed at the latest with the next event', { timeout: 60_000 }, async () => {
  const relay = await RelayObjects.start()
  await expect.poll(async () => (await relay.get(`${PODS}?resourceVersion=0`)).status, POLL).toBe(200)
  const from = `${PODS}?watch=1&resourceVersion=${relay.server.rv}`
  const watches = await Promise.all([1, 2, 3].map(() => relay.get(from)))
  await expect.poll(() => openWatches(relay), POLL).toBe(3)
  // workerd cancels no body: only the signals of the requests tell.
  for (const { body } of watches) await body?.cancel()
  const afterEvent = () => {
    relay.write()
    return openWatches(relay)
  }
  await expect.poll(afterEvent, POLL).toBe(0)
})
