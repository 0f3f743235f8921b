import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT, tool } from '../packages/packages.ts'
import type { Block } from './blocks.ts'

/** The repository's compiler options without the rules that do not suit excerpts. */
const CONFIG = {
  extends: '../../tsconfig.json',
  compilerOptions: {
    isolatedDeclarations: false,
    noUnusedLocals: false,
    noUnusedParameters: false,
    moduleDetection: 'force',
  },
  include: ['**/*'],
  exclude: [],
}

/** Compiles blocks as one program. @returns the diagnostics, with the line numbers of the pages */
export function compileBlocks(blocks: readonly Block[]): readonly string[] {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(ROOT, '.cache', 'blocks-'))
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(CONFIG))
    for (const block of blocks) writeBlock(folder, block)
    const { stdout, status } = spawnSync(tool('tsc'), ['-p', folder, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    const errors = stdout.split('\n').filter(line => line !== '')
    return status === 0 || errors.length > 0 ? errors : [`tsc ended with ${status}`]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Blank lines before the code preserve the page's line numbers. The given declarations come last. */
function writeBlock(folder: string, { page, line, extension, code, name, given }: Block): void {
  const path = join(folder, page, name ?? `line-${line}.${extension}`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${'\n'.repeat(line - 1)}${code}\n${given}`)
}
