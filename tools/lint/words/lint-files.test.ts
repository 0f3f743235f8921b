import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, readJson } from '../../packages/packages.ts'
import { findRetiredWords, type RetiredWord } from './find-retired-words.ts'
import { lintFiles } from './lint-files.ts'
import { lintWords } from './lint-words.ts'

const words = readJson<readonly RetiredWord[]>(join(ROOT, 'tools/lint/words/retired-words.json'))
let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lint-words-'))
  git('init', '--quiet')
})
afterEach(() => rmSync(root, { recursive: true }))

function git(...args: readonly string[]): void {
  spawnSync('git', args, { cwd: root })
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** What `npm run lint` says about the test's repository. */
const lint = (...paths: readonly string[]) => lintWords(root, paths)

test('a planted word fails the check, which names its file and line', () => {
  write('src/a.ts', 'export const a = 1\n/** The SilenceGuard. */\n')
  const { passed, output } = lint()
  expect(output).toContain('src/a.ts:2: "SilenceGuard": write idle timeout')
  expect(passed).toBe(false)
})

test('the check passes where there is no retired term', () => {
  write('src/a.ts', '/** The idle timeout. */\nexport const a = 1\n')
  const { passed, output } = lint()
  expect(output).toContain('0 uses of')
  expect(passed).toBe(true)
})

test('the check reads the given paths only', () => {
  write('src/a.ts', '// SilenceGuard\n')
  write('docs/a.md', 'plain\n')
  expect(lint('docs').passed).toBe(true)
  expect(lint('src', 'docs').passed).toBe(false)
})

test('tracked and new files are checked; ignored and deleted ones are not', () => {
  for (const file of ['tracked.md', 'deleted.md']) write(file, 'a glimpse\n')
  git('add', '--all')
  rmSync(join(root, 'deleted.md'))
  write('.gitignore', 'dist\n')
  write('dist/ignored.md', 'a glimpse\n')
  write('new.md', 'a glimpse\n')
  expect(
    lintFiles(root, [], words)
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(['new.md', 'tracked.md'])
})

test('the decisions, which are history, and the list itself are not checked', () => {
  write('docs/decisions/001-a.md', 'a glimpse\n')
  write('tools/lint/words/retired-words.json', '["glimpse"]\n')
  expect(lintFiles(root, [], words)).toEqual([])
})

test('each term of the list is a valid expression, stated once', () => {
  const patterns = words.map(({ pattern }) => pattern)
  expect(new Set(patterns).size).toBe(patterns.length)
  for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow()
})

/** A use of each term that was replaced in the worker, the core and the simulation. */
const RETIRED_USES = [
  'class HostLine {}',
  'class HostLink {}',
  'class PresentHost {}',
  'const entrances = 1',
  'overheard(channel)',
  '// a glimpse of the slice',
  'class RowsBehind {}',
  'class WarmStores {}',
  'class CoveredView {}',
  'class Narrowing {}',
  'class ConnectionGate {}',
  'const lane = 1',
  'class Keeping {}',
  'class OwnerEra {}',
  'type Verdict = string',
  "const result = 'elsewhere'",
  'class SilenceGuard {}',
  'const watchSilenceMs = 1',
  'class Reconnects {}',
  'class StoreFeeder {}',
  'class StateStream {}',
  '// the first state',
  'class QueueGate {}',
  'const fence = 1',
  'const nextTurn = 1',
  'type Place = number',
  '// the robbed tab',
  '// the page vouches for it',
  'const refusal = 1',
  '// returns its undo',
  'const resumeVersion = 1',
  'const who = 1',
  'const behind = 1',
  'const told = 1',
  '// nobody is told',
  '// it lives in the worker',
  'interface Deed {}',
  'interface Temper {}',
]

test.each(RETIRED_USES)('the list finds %j', use => {
  expect(findRetiredWords('packages/worker/src/a.ts', use, words)).not.toEqual([])
})
