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

// A later major version may change what the packages rely on.
test.each(PACKAGES)('%s accepts known major versions of its peers only', name => {
  const { peerDependencies = {} } = readJson<Manifest>(join(packageFolder(name), 'package.json'))
  const others = Object.entries(peerDependencies).filter(([peer]) => !peer.startsWith('@kube-informer/'))
  for (const [peer, range] of others) expect([peer, range]).toEqual([peer, expect.stringMatching(/^\^\d/)])
})
