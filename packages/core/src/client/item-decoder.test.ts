import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { defineResource } from '../api/resource.ts'
import type { Row } from '../row/row.ts'
import { rowDecoder } from './item-decoder.ts'
import { readWatch } from './watch-stream.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const frame = (name: string, resourceVersion: number) => {
  const metadata = { name, namespace: 'default', uid: name, resourceVersion: String(resourceVersion) }
  const object = { kind: 'Pod', apiVersion: 'v1', metadata, spec: { note: 'x'.repeat(1_000) } }
  return `${JSON.stringify({ type: 'MODIFIED', object })}\n`
}

test('a row keeps its own text alive, and not the network read that it came with', async () => {
  const encoder = new TextEncoder()
  let reads = 0
  const body = new ReadableStream<Uint8Array>({
    pull: controller => {
      if (reads++ === 400) return controller.close()
      // One Pod that never changes again, and sixty events of another.
      const noise = Array.from({ length: 60 }, () => frame('noise', reads)).join('')
      controller.enqueue(encoder.encode(frame(`quiet-${reads}`, reads) + noise))
    },
  })
  const kept = new Map<string, Row>()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for await (const events of readWatch(body, { decoder: rowDecoder(pods) })) {
    for (const { type, object } of events) if (type === 'MODIFIED') kept.set(object.key, object)
  }
  collectGarbage()
  // 401 rows of about a kilobyte; their reads were 26 MB.
  expect(kept.size).toBe(401)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000)
})

test('the key of a row does not keep the row alive', () => {
  const nodes = defineResource({ group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false })
  const decoder = rowDecoder(nodes)
  const keys = new Set<string>()
  collectGarbage()
  const before = process.memoryUsage().heapUsed
  for (let i = 0; i < 4_000; i++) {
    const metadata = { name: `a-node-with-a-long-name-${i % 2_000}`, uid: 'u', resourceVersion: String(i) }
    const spec = { note: 'x'.repeat(4_000) }
    keys.add(decoder.decode(JSON.stringify({ kind: 'Node', apiVersion: 'v1', metadata, spec })).key)
  }
  collectGarbage()
  expect(keys.size).toBe(2_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(3_000_000)
})
