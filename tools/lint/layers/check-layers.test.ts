import { expect, test } from 'vitest'
import { checkLayers, checkLayersOf } from './check-layers.ts'
import type { Law } from './law.ts'
import { treeOfFiles } from './source-tree.ts'

const NO_LAW: Law = { layers: {}, tests: [] }
const MANIFESTS = {
  'packages/core/package.json': JSON.stringify({
    name: '@kube-informer/core',
    exports: { '.': {}, './config': {}, './internal': {}, './node': {} },
  }),
  'packages/worker/package.json': JSON.stringify({ name: '@kube-informer/worker', exports: { '.': {} } }),
}

/** What is wrong with a file that imports a module, if its folder has this row. */
function findings(file: string, row: readonly string[], specifier: string, type = ''): readonly string[] {
  const folder = file.slice(0, file.lastIndexOf('/'))
  const law = { ...NO_LAW, layers: { [folder]: row }, tests: row }
  const files = { ...MANIFESTS, [file]: `// A file\nimport ${type} { a } from '${specifier}'\n` }
  return checkLayersOf([file], treeOfFiles(files), law).map(
    ({ line, message, advice }) => `${line}: ${message}. ${advice}`,
  )
}

const WORKER = 'packages/worker/src'

test('a wrong import names its file, line, target and row, and says what to do', () => {
  expect(findings(`${WORKER}/wire/a.ts`, ['api'], '../page/slices.ts')).toEqual([
    `2: imports '../page/slices.ts' from ${WORKER}/page. The row in tools/layers.ts is '${WORKER}/wire': ['api']. ` +
      `Pass the value in, or move the code to a folder that may import it. If ${WORKER}/wire is to be above it, add the name.`,
  ])
})

test.each([
  ['a folder', ['api'], '../api/a.ts', '../api/deep/a.ts'],
  ['a folder with all below it', ['api/**'], '../api/deep/a.ts', '../wire/a.ts'],
  ['the top folder', ['.'], '../index.ts', '../api/a.ts'],
  ['everything of the package', ['**'], '../api/deep/a.ts', '../../../core/src/a.ts'],
  ['one file', ['api/clock.ts'], '../api/clock.ts', '../api/a.ts'],
  ['a folder from the root', ['/tools/engines'], '../../../../tools/engines/a.ts', '../../../../tools/a.ts'],
  ['a module of Node', ['node:fs'], 'node:fs', 'node:http'],
  ['all modules of Node', ['node:*'], 'node:http', 'ws'],
  ['a package of npm', ['npm:react'], 'react', 'react/jsx-runtime'],
  ['a package of npm with its subpaths', ['npm:react/**'], 'react/jsx-runtime', 'react-dom'],
  ['all of npm', ['npm:*'], 'react-dom', 'node:fs'],
  ['an entry', ['@kube-informer/core'], '@kube-informer/core', '@kube-informer/core/config'],
  [
    'all entries of a package',
    ['@kube-informer/core/**'],
    '@kube-informer/core/config',
    '@kube-informer/worker',
  ],
  ['all entries', ['@kube-informer/**'], '@kube-informer/worker', 'react'],
  [
    'an internal entry, which others do not include',
    ['@kube-informer/core/internal'],
    '@kube-informer/core/internal',
    '@kube-informer/core',
  ],
  ['public entries', ['@kube-informer/**'], '@kube-informer/core', '@kube-informer/core/internal'],
] as const)('a row that names %s allows that only', (_, row, right, wrong) => {
  expect(findings(`${WORKER}/page/a.ts`, row, right)).toEqual([])
  expect(findings(`${WORKER}/page/a.ts`, row, wrong)).toHaveLength(1)
})

test('files of one folder import each other', () => {
  expect(findings(`${WORKER}/page/a.ts`, [], './b.ts')).toEqual([])
})

test('a name with `type:` allows types only', () => {
  const row = ['type:api']
  expect(findings(`${WORKER}/page/a.ts`, row, '../api/a.ts', 'type')).toEqual([])
  expect(findings(`${WORKER}/page/a.ts`, row, '../api/a.ts')).toEqual([
    expect.stringContaining('write `import type`'),
  ])
  expect(
    findings(`${WORKER}/page/a.ts`, ['type:@kube-informer/core'], '@kube-informer/core', 'type'),
  ).toEqual([])
  expect(findings(`${WORKER}/page/a.ts`, ['type:@kube-informer/core'], '@kube-informer/core')).toHaveLength(1)
})

test('a path into another package is reported, with the entry to import instead', () => {
  expect(findings('demo/src/a.ts', ['@kube-informer/**'], '../../packages/core/src/index.ts')).toEqual([
    expect.stringContaining('Import a public entry of @kube-informer/core, as a user would.'),
  ])
})

test('what the package.json of a package does not export is no entry', () => {
  expect(findings('demo/src/a.ts', ['@kube-informer/**'], '@kube-informer/core/src/index.ts')).toEqual([
    expect.stringContaining('must be an entry of a package'),
  ])
})

test('an internal entry is reported with its reason', () => {
  expect(findings('demo/src/a.ts', ['@kube-informer/**'], '@kube-informer/core/internal')).toEqual([
    expect.stringContaining('Import the public entries, as a user would.'),
  ])
})

test('an entry for Node is allowed where the modules of Node are', () => {
  const entry = '@kube-informer/core/node'
  expect(findings('demo/src/a.ts', ['@kube-informer/**', 'node:*'], entry)).toEqual([])
  expect(findings('demo/src/a.ts', ['@kube-informer/**'], entry)).toEqual([
    expect.stringContaining("add 'node:*' if the folder is for Node"),
  ])
})

test('published files import no tests', () => {
  for (const specifier of ['./a.test.ts', '../test/rig.ts'])
    expect(findings(`${WORKER}/page/a.ts`, ['**'], specifier)).toEqual([
      expect.stringContaining('Published files import no tests'),
    ])
})

test.each(['page/a.test.ts', 'page/a.browser.test.tsx', 'page/a.test-d.ts', 'test/rig.ts'])(
  'the row of tests is that of %s',
  file => {
    const law = { ...NO_LAW, layers: { [`${WORKER}/page`]: [] }, tests: ['**', 'npm:vitest'] }
    const tree = treeOfFiles({
      [`${WORKER}/${file}`]: "import 'vitest'\nimport '../test/other.ts'\nimport 'ws'",
    })
    expect(checkLayersOf([`${WORKER}/${file}`], tree, law)).toMatchObject([{ line: 3 }])
  },
)

test('a folder without a row is reported once, with the row to add', () => {
  const files = { [`${WORKER}/new/a.ts`]: "import 'ws'\nimport 'idb'", [`${WORKER}/new/b.ts`]: '' }
  expect(checkLayersOf(Object.keys(files), treeOfFiles(files), NO_LAW)).toEqual([
    {
      file: `${WORKER}/new`,
      message: 'the folder has no row in tools/layers.ts',
      advice: `Add '${WORKER}/new': [] to LAYERS, with the names of what it may import.`,
    },
  ])
})

test('a row `folder/**` holds for folders below it without a row of their own, which import each other', () => {
  const law = { ...NO_LAW, layers: { 'bench/**': ['node:fs'], 'bench/src/own': [] } }
  const source = "import 'node:fs'\nimport '../other/b.ts'"
  const files = { 'bench/src/below/a.ts': source, 'bench/src/own/a.ts': source }
  expect(checkLayersOf(Object.keys(files), treeOfFiles(files), law)).toMatchObject([
    { file: 'bench/src/own/a.ts', line: 1 },
    { file: 'bench/src/own/a.ts', line: 2 },
  ])
})

test('the row of a file adds to that of its folder', () => {
  const law = { ...NO_LAW, layers: { [WORKER]: ['node:fs'], [`${WORKER}/a.ts`]: ['npm:ws'] } }
  const source = "import 'node:fs'\nimport 'ws'"
  const files = { [`${WORKER}/a.ts`]: source, [`${WORKER}/b.ts`]: source }
  expect(checkLayersOf(Object.keys(files), treeOfFiles(files), law)).toMatchObject([
    { file: `${WORKER}/b.ts`, line: 2 },
  ])
})

const CORE = 'packages/core/src'
const circle = (type: string) => ({
  [`${CORE}/cache/a.ts`]: `import ${type} { b } from './b.ts'`,
  [`${CORE}/cache/b.ts`]: `import ${type} { c } from './c.ts'`,
  [`${CORE}/cache/c.ts`]: `import ${type} { a } from './a.ts'`,
  [`${CORE}/cache/d.ts`]: `import { a } from './a.ts'`,
})
const ONE_FOLDER = { ...NO_LAW, layers: { [`${CORE}/cache`]: [] } }

test.each(['', 'type'])('a circle of files is reported (import %s)', type => {
  expect(checkLayers(treeOfFiles(circle(type)), ONE_FOLDER)).toEqual([
    {
      file: `${CORE}/cache/a.ts`,
      line: 1,
      message: `is part of a circle of imports: ${['a', 'b', 'c', 'a'].map(name => `${CORE}/cache/${name}.ts`).join(' → ')}`,
      advice: 'Move what both ends need to a file that imports neither.',
    },
  ])
})

test('a check of one file reports the circles that it is part of', () => {
  const tree = treeOfFiles(circle(''))
  expect(checkLayersOf([`${CORE}/cache/b.ts`], tree, ONE_FOLDER)).toMatchObject([
    { file: `${CORE}/cache/b.ts` },
  ])
  expect(checkLayersOf([`${CORE}/cache/d.ts`], tree, ONE_FOLDER)).toEqual([])
})

const FOLDERS = {
  [`${CORE}/cache/a.ts`]: "import '../client/b.ts'",
  [`${CORE}/client/b.ts`]: '',
  [`${CORE}/client/c.ts`]: "import type { D } from '../cache/d.ts'",
  [`${CORE}/cache/d.ts`]: '',
}
const TWO_FOLDERS = { ...NO_LAW, layers: { [`${CORE}/cache`]: ['client'], [`${CORE}/client`]: ['cache'] } }

test('a circle of folders is reported, with an import for each step', () => {
  expect(checkLayers(treeOfFiles(FOLDERS), TWO_FOLDERS)).toEqual([
    {
      file: `${CORE}/cache`,
      message: `is part of a circle of folders: ${CORE}/cache → ${CORE}/client → ${CORE}/cache`,
      advice: `Move what both need below them: ${CORE}/cache/a.ts:1 imports ${CORE}/client, ${CORE}/client/c.ts:1 imports ${CORE}/cache.`,
    },
  ])
})

test('the top folder of a package may form no circle with others, apart from its index.ts', () => {
  const files = (name: string) => ({
    [`${CORE}/${name}`]: "import './client/b.ts'",
    [`${CORE}/a.ts`]: '',
    [`${CORE}/client/b.ts`]: "import '../a.ts'",
  })
  const law = { ...NO_LAW, layers: { [CORE]: ['**'], [`${CORE}/client`]: ['.'] } }
  expect(checkLayers(treeOfFiles(files('index.ts')), law)).toEqual([])
  expect(checkLayers(treeOfFiles(files('b.ts')), law)).toHaveLength(1)
})

test('a folder and a folder below it are one part; tests are not counted', () => {
  const below = {
    [`${CORE}/client/a.ts`]: "import './list/b.ts'",
    [`${CORE}/client/c.ts`]: '',
    [`${CORE}/client/list/b.ts`]: "import '../c.ts'",
  }
  const law = {
    ...NO_LAW,
    layers: { [`${CORE}/client`]: ['client/list'], [`${CORE}/client/list`]: ['client'] },
  }
  expect(checkLayers(treeOfFiles(below), law)).toEqual([])

  const { [`${CORE}/client/c.ts`]: text = '', ...others } = FOLDERS
  const tested = { ...others, [`${CORE}/client/c.test.ts`]: text }
  expect(checkLayers(treeOfFiles(tested), { ...TWO_FOLDERS, tests: ['**'] })).toEqual([])
})

test('rows out of order, and rows and names of what does not exist, are reported', () => {
  const law = {
    ...NO_LAW,
    layers: {
      [`${CORE}/row`]: ['api', 'type:gone/a.ts', 'npm:x'],
      [`${CORE}/api`]: [],
      [`${CORE}/old/**`]: [],
    },
  }
  const tree = treeOfFiles({ [`${CORE}/api/a.ts`]: '', [`${CORE}/row/a.ts`]: '' })
  expect(checkLayers(tree, law).map(({ file, message }) => `${file}: ${message}`)).toEqual([
    `tools/layers.ts: the row of ${CORE}/api is out of order`,
    `tools/layers.ts: ${CORE}/old/** has a row and does not exist`,
    `tools/layers.ts: the row of ${CORE}/row names gone/a.ts, which does not exist`,
  ])
})
