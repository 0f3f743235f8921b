import { expect, test } from 'vitest'
import { CacherRig } from '../../test/cacher-rig.ts'
import { SharedChunks } from './shared-chunks.ts'
import { watchBody } from './watch-body.ts'

test('an event that cannot be encoded fails its own body only', async () => {
  const rig = new CacherRig().load()
  const watch = await rig.cacher.watch({ resourceVersion: '1000' })
  const encoder = {
    encode: (): string => {
      throw new TypeError('no such cell')
    },
  }
  const reader = watchBody(watch, { chunks: new SharedChunks(encoder, encoder) }).getReader()
  const read = expect(reader.read()).rejects.toThrow('no such cell')
  await rig.clock.settle()
  rig.put('ns/foo')
  await read
  expect(rig.cacher.openWatches).toBe(0)
})
