import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CrdFile } from '../../../tools/crds/crd-file.ts'
import { publicCrds } from '../../../tools/crds/public-crds.ts'
import { syntheticCrd } from '../../../tools/crds/synthetic-crd.ts'
import type { Setup } from '../bench-case.ts'

/** Writes the definitions as files to a folder, which exists as long as this process. */
export function start({ count, synthetic }: Setup): Promise<Setup> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-codegen-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const { file, text } of definitions(Number(count), synthetic === true))
    writeFileSync(join(folder, file), text)
  return Promise.resolve({ folder })
}

/** The public ones first, then those of built-in kinds. */
function definitions(count: number, synthetic: boolean): readonly CrdFile[] {
  const found = synthetic ? { missing: 'a smoke run reads none' } : publicCrds()
  if ('missing' in found) {
    console.error(`made up definitions instead of public ones: ${found.missing}`)
    return Array.from({ length: count }, (_, index) => syntheticCrd(index))
  }
  return [...found.crds, ...found.builtIn].slice(0, count)
}
