import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LockedBytes, withIntegrity, withoutIntegrity } from './integrity.ts'
import { ROOT, readJson } from './packages.ts'

const LOCK_FILES = ['package-lock.json', 'examples/*/package-lock.json'].flatMap(path =>
  globSync(path, { cwd: ROOT }),
)

test.each(LOCK_FILES)('every package of the registry in %s has an integrity', path => {
  const { packages } = readJson<{ packages: Record<string, LockedBytes> }>(join(ROOT, path))
  expect(Object.keys(packages).length).toBeGreaterThan(10)
  expect([...withoutIntegrity(packages).values()]).toEqual([])
})

const PACKAGES: Readonly<Record<string, LockedBytes>> = {
  '': { version: '0.0.0' },
  'packages/core': { version: '0.0.0' },
  'node_modules/@kube-informer/core': { resolved: 'packages/core', link: true },
  'node_modules/packed': { version: '0.0.0', resolved: 'file:../../packages/packed' },
  'node_modules/complete': { version: '1.0.0', integrity: 'sha512-a' },
  'node_modules/@scope/bare': { version: '2.0.0' },
  'node_modules/a/node_modules/bare': { version: '3.0.0' },
  'node_modules/react-18': { name: 'react', version: '18.3.1' },
}

test('packages without a digest are found, but not the folders of this repository', () => {
  expect([...withoutIntegrity(PACKAGES)]).toEqual([
    ['node_modules/@scope/bare', '@scope/bare@2.0.0'],
    ['node_modules/a/node_modules/bare', 'bare@3.0.0'],
    ['node_modules/react-18', 'react@18.3.1'],
  ])
})

test('they get one, and the others stay as they are', () => {
  const complete = withIntegrity(PACKAGES, spec => `sha512-${spec}`)
  expect(withoutIntegrity(complete).size).toBe(0)
  expect(complete['node_modules/react-18']?.integrity).toBe('sha512-react@18.3.1')
  expect(complete['node_modules/complete']).toBe(PACKAGES['node_modules/complete'])
})
