import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testsOf } from './test-files.ts'

function folderOf(...files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), 'test-files-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const file of files) {
    mkdirSync(join(root, dirname(file)), { recursive: true })
    writeFileSync(join(root, file), '')
  }
  return root
}

test('the tests of the file itself come first, those in a browser last, slow ones not at all', () => {
  const root = folderOf(
    'p/src/a/a.test.ts',
    'p/src/a/b.browser.test.ts',
    'p/src/a/b.isolated.test.ts',
    'p/src/a/b.slow.test.ts',
    'p/src/a/b.ts',
  )
  expect(testsOf(root, 'p/src/a/b.ts')).toEqual({
    folder: 'p/src/a',
    files: [
      { path: 'p/src/a/b.isolated.test.ts', project: 'node-isolated' },
      { path: 'p/src/a/a.test.ts', project: 'node' },
      { path: 'p/src/a/b.browser.test.ts', project: 'browser' },
    ],
  })
})

test('a folder without tests has those of the next folder above it, within its package', () => {
  const root = folderOf('p/src/a/a.test.ts', 'p/src/a/b/c/d.ts', 'q/src/e/f.ts', 'q/g.test.ts')
  expect(testsOf(root, 'p/src/a/b/c/d.ts')?.folder).toBe('p/src/a')
  expect(testsOf(root, 'q/src/e/f.ts')).toBeUndefined()
})
