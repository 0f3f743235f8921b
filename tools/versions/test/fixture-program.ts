import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../packages/packages.ts'
import { openProgram } from '../program.ts'
import { type Use, usesOf } from '../uses.ts'

export interface FixtureProgram {
  /** The uses in a source, by its text. */
  usesIn(source: string): readonly Use[]
  close(): void
}

const CONFIG = {
  compilerOptions: {
    target: 'ESNext',
    module: 'NodeNext',
    lib: ['ESNext', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
    strict: true,
  },
  include: ['*.ts'],
}

/** A program with each of the sources as a module of its own. */
export function openFixtures(sources: readonly string[]): FixtureProgram {
  const folder = mkdtempSync(join(tmpdir(), 'minimum-versions-'))
  const config = join(folder, 'tsconfig.json')
  const pathOf = (source: string) => join(folder, `source-${sources.indexOf(source)}.ts`)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(config, JSON.stringify(CONFIG))
  for (const source of sources) writeFileSync(pathOf(source), `${source}\nexport {}\n`)
  const { program, checker, close } = openProgram(config)
  return {
    usesIn: source => {
      const file = program.getSourceFile(pathOf(source))
      if (!file) throw new Error(`not in the program: ${source}`)
      return usesOf(file, checker)
    },
    close: () => {
      close()
      rmSync(folder, { recursive: true })
    },
  }
}
