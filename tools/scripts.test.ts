import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, readJson } from './packages/packages.ts'

/** `npm run NAME`, `npm test`, `npm start`, and the workspace if one is named. */
const COMMAND =
  /\bnpm (?:run (?:--silent )?(?<script>[a-z][\w-]*(?::[\w-]+)*)|(?<short>test|start)\b)(?:[^`'"\n#|]*--workspace (?<workspace>[\w/-]+))?/g
const TEXT = /\.(ts|tsx|js|json|md|yml|html|go|py)$|^\.ci\/run$/

function scriptsIn(folder: string): readonly string[] {
  const path = join(ROOT, folder, 'package.json')
  return existsSync(path)
    ? Object.keys(readJson<{ scripts?: Readonly<Record<string, string>> }>(path).scripts ?? {})
    : []
}

/** The scripts of the package that a file is in, and of the repository. */
function scriptsFor(file: string): readonly string[] {
  const folder = dirname(file)
  return folder === '.' ? scriptsIn('.') : [...scriptsIn(folder), ...scriptsFor(folder)]
}

/** The commands of a file that name a script which does not exist. `cd FOLDER` adds the scripts of that folder. */
function unknownScripts(file: string, text: string): readonly string[] {
  const entered = [...text.matchAll(/\bcd ([\w/-]+)/g)].flatMap(([, folder = '']) => scriptsIn(folder))
  return [...text.matchAll(COMMAND)].flatMap(({ 0: command, groups = {} }) => {
    const script = groups.script ?? groups.short ?? ''
    const known =
      groups.workspace === undefined ? [...entered, ...scriptsFor(file)] : scriptsIn(groups.workspace)
    return known.includes(script) ? [] : [`${file}: ${command}`]
  })
}

function textFiles(): readonly string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
  return stdout.split('\0').filter(file => TEXT.test(file) && existsSync(join(ROOT, file)))
}

test('there are at most 25 npm scripts: what is new is an option of one of them', () => {
  const scripts = scriptsIn('.')
  expect(scripts.length).toBeLessThanOrEqual(25)
})

test('every npm script that documents and messages name exists', () => {
  const files = textFiles().filter(file => file !== 'tools/scripts.test.ts')
  expect(files.flatMap(file => unknownScripts(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
})

test('a script that does not exist is found, also one of a workspace', () => {
  const text = [
    'Run `npm run retired -- PATH`, `npm test`, `npm run --silent lint`,',
    '`npm run edge --workspace demo` or `npm run retired --workspace demo`.',
  ].join('\n')
  expect(unknownScripts('docs/a.md', text)).toEqual([
    'docs/a.md: npm run retired',
    'docs/a.md: npm run retired --workspace demo',
  ])
})
