import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PACKAGES, packageFolder, readJson } from './packages.ts'

interface Manifest {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

// They share `@kube-informer/core/internal`, which any release may change.
test.each(PACKAGES)('%s depends on the other packages of this repository by exact version', name => {
  const { version, dependencies, peerDependencies } = readJson<Manifest>(
    join(packageFolder(name), 'package.json'),
  )
  const versions = Object.entries({ ...dependencies, ...peerDependencies })
    .filter(([dependency]) => dependency.startsWith('@kube-informer/'))
    .map(([, range]) => range)
  expect(new Set([version, ...versions])).toEqual(new Set([version]))
})
