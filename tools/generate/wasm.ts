import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'
import { ROOT } from '../packages/packages.ts'

const FOLDER = join(ROOT, 'packages/core/src/json')
const SOURCE = join(FOLDER, 'simd-scanner.wat')
/** The generated module. */
export const TARGET: string = join(FOLDER, 'simd-scanner-wasm.ts')

/** The text of the generated module. */
export async function assemble(): Promise<string> {
  const { parseWat } = await wabt()
  const module = parseWat(SOURCE, readFileSync(SOURCE, 'utf8'), { simd: true, bulk_memory: true })
  module.validate()
  const { buffer } = module.toBinary({})
  // Base64 would take 240 bytes more of a bundle that is compressed: its characters do not begin where bytes begin.
  const digits = Buffer.from(buffer).toString('hex')
  const lines = digits.match(/.{1,100}/g)?.map(line => `  '${line}'`) ?? []
  return [
    '// Assembled from simd-scanner.wat by `npm run generate -- wasm`; do not edit.',
    '',
    '/** The module in hexadecimal digits. */',
    'export const SIMD_SCANNER_WASM: string =',
    lines.join(' +\n'),
    '',
  ].join('\n')
}

/** Assembles core's WebAssembly: simd-scanner.wat becomes a module that holds its bytes. */
export async function generateWasm(): Promise<void> {
  writeFileSync(TARGET, await assemble())
}
