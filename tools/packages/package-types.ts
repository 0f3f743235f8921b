// Checks the types of each published package as its build does, with `isolatedDeclarations` and its own libraries, but
// from the sources of its dependencies. Part of npm run types.
import { spawnSync } from 'node:child_process'
import { PACKAGES, packageFolder, tool } from './packages.ts'

const OPTIONS = ['--noEmit', '--customConditions', '@kube-informer/source']

const results = PACKAGES.map(name =>
  spawnSync(tool('tsc'), ['-p', packageFolder(name), ...OPTIONS], { stdio: 'inherit' }),
)
process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1
