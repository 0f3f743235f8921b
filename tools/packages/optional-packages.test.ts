import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type LockedPackage, missingOptionalPackages } from './optional-packages.ts'
import { ROOT, readJson } from './packages.ts'

test('an optional package that the lock file lacks is added with the platform in its name', () => {
  const packages: Record<string, LockedPackage> = {
    'node_modules/linter': {
      dev: true,
      optionalDependencies: { '@linter/linux-x64-musl': '1.2.3', '@linter/darwin-arm64': '1.2.3' },
    },
    'node_modules/@linter/darwin-arm64': { version: '1.2.3' },
  }
  expect(missingOptionalPackages(packages)).toEqual({
    'node_modules/@linter/linux-x64-musl': {
      version: '1.2.3',
      cpu: ['x64'],
      dev: true,
      libc: ['musl'],
      optional: true,
      os: ['linux'],
    },
  })
})

test('a nested optional package is found in any folder above its dependent', () => {
  const dependent: LockedPackage = {
    optionalDependencies: { '@a/linux-x64': '1.0.0', '@b/linux-x64': '1.0.0' },
  }
  const packages: Record<string, LockedPackage> = {
    'node_modules/outer/node_modules/inner': dependent,
    'node_modules/outer/node_modules/inner/node_modules/@a/linux-x64': {},
    'node_modules/outer/node_modules/@b/linux-x64': {},
  }
  expect(missingOptionalPackages(packages)).toEqual({})
})

test('a version range and a name without a platform are rejected', () => {
  const packageWith = (name: string, version: string) => ({
    'node_modules/a': { optionalDependencies: { [name]: version } },
  })
  expect(() => missingOptionalPackages(packageWith('@a/linux-x64', '^1.0.0'))).toThrow('exact version')
  expect(() => missingOptionalPackages(packageWith('fsevents', '1.0.0'))).toThrow('does not name a platform')
})

test('the lock file of this repository is complete', () => {
  const { packages } = readJson<{ packages: Record<string, LockedPackage> }>(join(ROOT, 'package-lock.json'))
  expect(missingOptionalPackages(packages)).toEqual({})
})
