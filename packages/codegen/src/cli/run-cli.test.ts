import { mkdirSync, renameSync, statSync, symlinkSync, utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { crd, crdWithSpec, VERSION } from '../test/crds.ts'
import { TestHost } from '../test/test-host.ts'
import { writeOutput } from './write-output.ts'

const WIDGETS = stringify(crd())
const GADGETS = WIDGETS.replaceAll('widget', 'gadget').replaceAll('Widget', 'Gadget')

function hostWith(files: Readonly<Record<string, string>>): TestHost {
  const host = new TestHost()
  for (const [name, text] of Object.entries(files)) host.write(name, text)
  return host
}

test('C-GEN-1: a module for each served version of each definition of a folder', async () => {
  const versions = [
    VERSION,
    { ...VERSION, name: 'v2', storage: false },
    { ...VERSION, name: 'v3', served: false, storage: false },
  ]
  const host = hostWith({
    'crds/a.yaml': stringify(crd({ versions })),
    'crds/b.YML': GADGETS,
    'crds/kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n',
    'crds/notes.txt': '{',
    'crds/.b.yaml': '{',
    'crds/patches/x.yaml': '{',
  })
  expect(await host.run('crds', '--out', 'gen')).toEqual({
    code: 0,
    stdout: '2 resources, 3 files, 3 written\n',
    stderr: 'crds/kustomization.yaml: skipped Kustomization\n',
  })
  expect(host.files('gen')).toEqual([
    'example.com/v1/gadgets.ts',
    'example.com/v1/widgets.ts',
    'example.com/v2/widgets.ts',
  ])
})

test('a file may be UTF-16 with a mark, as PowerShell writes it', async () => {
  const host = hostWith({})
  host.write('named.yaml', Buffer.from(`\ufeff${WIDGETS}`, 'utf16le'))
  host.write('crds/gadgets.yaml', Buffer.from(`\ufeff${GADGETS}`, 'utf16le').swap16())
  expect(await host.run('named.yaml', 'crds', '--out', 'gen')).toMatchObject({ code: 0, stderr: '' })
})

test('the files of a folder that are no objects of Kubernetes are skipped, with a note', async () => {
  const host = hostWith({
    'crds/a.yaml': WIDGETS,
    'crds/kustomization.yaml': 'resources:\n- a.yaml\n',
    'crds/patch.yaml': '- op: remove\n  path: /status\n',
  })
  expect(await host.run('crds', '--out', 'gen')).toEqual({
    code: 0,
    stdout: '1 resource, 1 file, 1 written\n',
    stderr:
      'crds/kustomization.yaml: skipped a document without apiVersion and kind\n' +
      'crds/patch.yaml: skipped a document without apiVersion and kind\n',
  })
  // A file that the command line names must be a definition, and so must one that claims to be.
  expect((await host.run('crds/kustomization.yaml', '--out', 'gen')).code).toBe(1)
  host.write('crds/b.yaml', 'kind: CustomResourceDefinition\n')
  expect((await host.run('crds', '--out', 'gen')).stderr).toMatch(
    /^crds\/b\.yaml:1: must be a Kubernetes object, with apiVersion and kind/m,
  )
})

test('several inputs, the standard input among them; a file is read once', async () => {
  const host = hostWith({ 'crds/a.yaml': WIDGETS })
  host.stdin = GADGETS
  expect(await host.run('-o', 'gen', 'crds', './crds/a.yaml', '-')).toMatchObject({
    code: 0,
    stdout: '2 resources, 2 files, 2 written\n',
  })
  host.stdin = '{'
  expect((await host.run('-o', 'gen', '-')).stderr).toMatch(/^<stdin>:1: must be YAML: /)
})

test('C-GEN-22: a second run writes nothing, whatever the line ends of the files', async () => {
  const host = hostWith({ 'a.yaml': WIDGETS })
  await host.run('a.yaml', '--out', 'gen')
  const file = 'gen/example.com/v1/widgets.ts'
  const before = host.read(file)
  host.write(file, before.replaceAll('\n', '\r\n'))
  utimesSync(host.path(file), 1, 1)
  expect((await host.run('a.yaml', '--out', 'gen')).stdout).toBe('1 resource, 1 file, 0 written\n')
  expect(statSync(host.path(file)).mtimeMs).toBe(1000)
  expect(await host.run('a.yaml', '--out', 'gen', '--check')).toEqual({
    code: 0,
    stdout: '1 resource, 1 file, up to date\n',
    stderr: '',
  })
  host.write('a.yaml', WIDGETS.replaceAll('\n', '\r\n'))
  expect((await host.run('a.yaml', '--out', 'gen')).stdout).toBe('1 resource, 1 file, 0 written\n')
  host.write(file, before.replace('Widget', 'Wdiget'))
  expect((await host.run('a.yaml', '--out', 'gen')).stdout).toBe('1 resource, 1 file, 1 written\n')
  expect(host.read(file)).toBe(before)
})

test('C-GEN-22: --check lists what is missing, differs or is stale, and writes nothing', async () => {
  const host = hostWith({ 'a.yaml': WIDGETS, 'b.yaml': GADGETS })
  expect(await host.run('a.yaml', '--out', 'gen', '--check')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'gen/example.com/v1/widgets.ts: is missing\nkube-informer-codegen: run without --check to update gen\n',
  })
  expect(host.files('.')).toEqual(['a.yaml', 'b.yaml'])
  await host.run('a.yaml', 'b.yaml', '--out', 'gen')
  const file = 'gen/example.com/v1/widgets.ts'
  host.write(file, `${host.read(file)}// more\n`)
  const before = host.read(file)
  expect(await host.run('a.yaml', '--out', 'gen', '--check', '--quiet')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^gen\/example\.com\/v1\/gadgets\.ts: is stale\ngen\/example\.com\/v1\/widgets\.ts: differs\n/,
    ),
  })
  expect(host.read(file)).toBe(before)
  expect(host.files('gen')).toHaveLength(2)
})

test('modules without a resource are removed, with their folders; files of others stay', async () => {
  const host = hostWith({ 'a.yaml': WIDGETS, 'b.yaml': GADGETS.replaceAll('example.com', 'b.io') })
  await host.run('a.yaml', 'b.yaml', '--out', 'gen')
  host.write('gen/mine.ts', '')
  host.write('gen/b.io/v2/mine.ts', '')
  host.write('gen/example.com/v1/mine.ts', '')
  host.write('gen/x/y/z/deep.ts', host.read('gen/b.io/v1/gadgets.ts'))
  expect((await host.run('a.yaml', '--out', 'gen')).stdout).toBe('1 resource, 1 file, 0 written, 1 removed\n')
  expect(host.files('gen')).toEqual([
    'b.io/v2/mine.ts',
    'example.com/v1/mine.ts',
    'example.com/v1/widgets.ts',
    'mine.ts',
    'x/y/z/deep.ts',
  ])
})

test('a file in the way that was not generated is an error', async () => {
  const host = hostWith({ 'a.yaml': `${WIDGETS}---\n${GADGETS}`, 'gen/example.com/v1/widgets.ts': 'mine' })
  expect(await host.run('a.yaml', '--out', 'gen')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'gen/example.com/v1/widgets.ts: is in the way: it was not generated by this command\nkube-informer-codegen: 1 problem, nothing written\n',
  })
  expect(host.files('gen')).toEqual(['example.com/v1/widgets.ts'])
  host.write('out', 'a file')
  expect((await host.run('a.yaml', '--out', 'out')).stderr).toMatch(
    /^out: is in the way: it must be a folder/,
  )
  expect((await host.run('a.yaml', '--out', 'out/gen')).stderr).toMatch(
    /^out\/gen: is in a file, not in a folder/,
  )
  mkdirSync(host.path('other/example.com/v1/widgets.ts'), { recursive: true })
  expect((await host.run('a.yaml', '--out', 'other')).stderr).toMatch(
    /^other\/example\.com\/v1\/widgets\.ts: is in the way: it must be a file/,
  )
})

test('C-GEN-21: links do not lead out of the folder', async () => {
  const host = hostWith({ 'a.yaml': `${WIDGETS}---\n${GADGETS}`, 'other/keep.txt': '' })
  mkdirSync(host.path('gen'))
  symlinkSync(host.path('other'), host.path('gen/example.com'))
  expect(await host.run('a.yaml', '--out', 'gen')).toMatchObject({
    code: 1,
    stderr:
      'gen/example.com: is a symbolic link: remove it\nkube-informer-codegen: 1 problem, nothing written\n',
  })
  expect(host.files('other')).toEqual(['keep.txt'])
  // The folder itself may be one.
  symlinkSync(host.path('other'), host.path('linked'))
  expect((await host.run('a.yaml', '--out', 'linked')).code).toBe(0)
  expect(host.files('other')).toHaveLength(3)
  renameSync(host.path('other/example.com/v1/widgets.ts'), host.path('target.ts'))
  symlinkSync(host.path('target.ts'), host.path('other/example.com/v1/widgets.ts'))
  expect((await host.run('a.yaml', '--out', 'other')).stderr).toMatch(/widgets\.ts: is a symbolic link/)
})

test('C-GEN-21: an output folder that cannot be made is a problem', { timeout: 5000 }, async () => {
  const host = hostWith({ 'a.yaml': WIDGETS })
  symlinkSync(host.path('nowhere/gen'), host.path('gen'))
  expect((await host.run('a.yaml', '--out', 'gen')).stderr).toMatch(/^gen: is a symbolic link to nothing/)
  // The link above the folder exists, but no folder can be made in it.
  const { code, stderr } = await host.run('a.yaml', '--out', 'gen/sub')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^gen\/sub: cannot be written: ENOENT/)])
})

test('C-GEN-21: nothing is written if one of several inputs has a problem', async () => {
  const host = hostWith({
    'a.yaml': WIDGETS,
    'b.yaml': `a: b\n---\n${stringify(crdWithSpec({ type: 'object', properties: { a: {} } }))}`,
  })
  const { code, stderr } = await host.run('a.yaml', 'b.yaml', 'none.yaml', '--out', 'gen')
  expect(code).toBe(1)
  expect(stderr).toBe(
    'none.yaml: no such file or folder\nkube-informer-codegen: 1 problem, nothing written\n',
  )
  expect(
    (await host.run('a.yaml', 'b.yaml', '--out', 'gen')).stderr,
  ).toBe(`b.yaml:1: must be a Kubernetes object, with apiVersion and kind
b.yaml:3: widgets.example.com is defined twice: first in a.yaml:1
b.yaml:24: spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[a].type: is required for a property, unless x-kubernetes-int-or-string or x-kubernetes-preserve-unknown-fields is true
kube-informer-codegen: 3 problems, nothing written
`)
  expect(host.files('.')).toEqual(['a.yaml', 'b.yaml'])
})

test('a failure while the first files are prepared leaves no trace', async () => {
  const host = hostWith({ 'a.yaml': `${WIDGETS}---\n${GADGETS.replaceAll('example.com', 'z.io')}` })
  const inTheWay = `gen/z.io/v1/gadgets.ts.${process.pid}.tmp`
  mkdirSync(host.path(inTheWay), { recursive: true })
  const { code, stderr } = await host.run('a.yaml', '--out', 'gen')
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^gen: cannot be written: EISDIR/)])
  expect(host.files('gen')).toEqual([`z.io/v1/gadgets.ts.${process.pid}.tmp`])
})

test('a failure after some files were replaced restores them', async () => {
  const host = hostWith({ 'gen/a/v1/old.ts': 'old', 'gen/a/v1/stale.ts': 'stale' })
  const written = writeOutput(host.path('gen'), 'gen', {
    missing: [{ path: 'b/v1/new.ts', text: 'new' }],
    different: [{ path: 'a/v1/old.ts', text: 'new' }],
    stale: ['a/v1/stale.ts', 'a/v1/gone.ts'],
  })
  await expect(written).rejects.toThrow(/^gen: cannot be written: ENOENT/)
  expect(host.files('gen')).toEqual(['a/v1/old.ts', 'a/v1/stale.ts'])
  expect([host.read('gen/a/v1/old.ts'), host.read('gen/a/v1/stale.ts')]).toEqual(['old', 'stale'])
})

test('--group selects; a group without a resource is an error', async () => {
  const broken = GADGETS.replaceAll('example.com', 'b.io').replace('type: object', 'type: strin')
  const host = hostWith({ 'a.yaml': `${WIDGETS}---\n${broken}` })
  expect((await host.run('a.yaml', '--out', 'gen', '--group', 'example.com')).code).toBe(0)
  expect(host.files('gen')).toEqual(['example.com/v1/widgets.ts'])
  expect((await host.run('--help')).stdout).toMatch(/--group NAME .*; modules of others are removed\n/)
  expect((await host.run('a.yaml', '--out', 'gen', '--group', 'c.io', '--group=example.com')).stderr).toMatch(
    /^c\.io: no input has a resource of this group/,
  )
  expect(host.files('gen')).toEqual(['example.com/v1/widgets.ts'])
})

test('--no-descriptions', async () => {
  const host = hostWith({
    'a.yaml': stringify(
      crdWithSpec({ type: 'object', properties: { a: { type: 'string', description: 'Text A.' } } }),
    ),
  })
  await host.run('a.yaml', '--out', 'gen')
  expect(host.read('gen/example.com/v1/widgets.ts')).toContain('Text A.')
  await host.run('a.yaml', '--out', 'gen', '--no-descriptions')
  expect(host.read('gen/example.com/v1/widgets.ts')).not.toContain('Text A.')
})

test('--validations', async () => {
  const host = hostWith({
    'a.yaml': stringify(
      crdWithSpec({ type: 'object', properties: { a: { type: 'string', maxLength: 63 } } }),
    ),
  })
  await host.run('a.yaml', '--out', 'gen')
  expect(host.read('gen/example.com/v1/widgets.ts')).not.toContain('63')
  await host.run('a.yaml', '--out', 'gen', '--validations')
  expect(host.read('gen/example.com/v1/widgets.ts')).toContain('Limits: maxLength 63.')
})

test('inputs that are no files of definitions', async () => {
  const host = hostWith({ 'empty/a.txt': '', 'services/a.yaml': 'apiVersion: v1\nkind: Service\n' })
  expect((await host.run('empty', '--out', 'gen')).stderr).toMatch(/^empty: has no YAML or JSON file\n/)
  expect((await host.run('services', '--out', 'gen')).stderr).toMatch(
    /^services: has no CustomResourceDefinition, and no other custom resource\n/,
  )
})

test.each<[string[], string]>([
  [[], 'name a file or a folder, or use --cluster'],
  [['a.yaml'], '--out is required'],
  [['a.yaml', '--out', 'gen', '--colour'], "Unknown option '--colour'"],
  [['a.yaml', '--out'], "Option '-o, --out <value>' argument missing"],
  [['a.yaml', '--out', 'gen', '--watch', '--check'], '--watch and --check exclude each other'],
  [
    ['--cluster', '--out', 'gen', '--watch'],
    '--watch and --cluster exclude each other: only files can be watched',
  ],
  [['-', '--out', 'gen', '--watch'], '--watch cannot watch the standard input'],
  [['a.yaml', '--out', 'gen', '--context', 'a'], '--kubeconfig and --context need --cluster'],
])('the command line %j is invalid', async (args, message) => {
  expect(await new TestHost().run(...args)).toEqual({
    code: 2,
    stdout: '',
    stderr: `kube-informer-codegen: ${message} (--help lists the options)\n`,
  })
})

test('--help and --version', async () => {
  const host = new TestHost()
  const { code, stdout } = await host.run('--help')
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^Usage: kube-informer-codegen /)])
  expect(await host.run('--version')).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    stderr: '',
  })
})
