import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assemble, TARGET } from './build-wasm.ts'

test('the WebAssembly that is committed is what its source says', async () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(await assemble())
})
