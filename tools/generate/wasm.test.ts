import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assemble, TARGET } from './wasm.ts'

test('the committed WebAssembly matches its source', async () => {
  expect(readFileSync(TARGET, 'utf8')).toBe(await assemble())
})
