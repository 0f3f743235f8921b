import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGES, packageFolder, ROOT, readJson } from '../packages/packages.ts'
import { unknownNpxPackages } from './npx-packages.ts'
import { readPages } from './pages.ts'

interface Manifest {
  readonly name: string
  readonly devDependencies: Readonly<Record<string, string>>
}

const manifestOf = (folder: string): Manifest => readJson<Manifest>(join(folder, 'package.json'))

test('npx runs our own packages, or those that npm has installed', () => {
  const own = PACKAGES.map(name => manifestOf(packageFolder(name)).name)
  const installed = Object.keys(manifestOf(ROOT).devDependencies)
  expect(unknownNpxPackages(readPages(), [...own, ...installed])).toEqual([])
})

test('finds a command without its package', () => {
  const text =
    'npx kube-apiserver-fake --port 1, npx @kube-informer/apiserver, npx -p @kube-informer/x kube-apiserver-fake'
  expect(unknownNpxPackages([{ path: 'README.md', text }], ['@kube-informer/apiserver'])).toEqual([
    'README.md: npx kube-apiserver-fake would run a package of another publisher',
    'README.md: npx @kube-informer/x would run a package of another publisher',
  ])
})
