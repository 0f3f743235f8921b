import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT, tool } from '../packages/packages.ts'

const CALLS = ['Date.now()', 'new Date()', 'Math.random()', 'setTimeout(() => {}, 1)', 'AbortSignal.any([])']
const SETTINGS = ['biome.json', 'tools/lint/lint-newer-apis.grit', 'tools/lint/lint-time.grit']
const callFile = (index: number, test = '') => `packages/core/src/cache/call-${index}${test}.ts`

const folder = mkdtempSync(join(tmpdir(), 'biome-'))
let complaints: Map<string, string>

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}

/** The finding of each file that has one. */
function lint(): Map<string, string> {
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout } = spawnSync(tool('biome'), args, { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: readonly { location: { path: string } }[]
  }
  return new Map(diagnostics.map(found => [found.location.path, JSON.stringify(found)]))
}

// A copy of the settings in a temporary tree: violations inside the repository would fail its own lint.
beforeAll(() => {
  for (const name of SETTINGS) cpSync(join(ROOT, name), join(folder, name))
  for (const [index, call] of CALLS.entries())
    for (const kind of ['', '.test']) write(callFile(index, kind), `export const value: unknown = ${call}\n`)
  complaints = lint()
})
afterAll(() => rmSync(folder, { recursive: true }))

test.each(CALLS.map((call, index) => [call, index] as const))('a library may not call %s', (_, index) => {
  expect(complaints.get(callFile(index))).toMatch(/injected (Clock|Random)|noRestrictedGlobals|Baseline/)
  expect(complaints.get(callFile(index, '.test'))).toBeUndefined()
})
