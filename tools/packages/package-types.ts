// Checks the types of each published package as its build does, with `isolatedDeclarations` and its own libraries, but
// from the sources of its dependencies. Part of npm run types.
import { spawnSync } from 'node:child_process'
import { PACKAGES, projectsOf, tool } from './packages.ts'

const OPTIONS = ['--noEmit', '--customConditions', '@kube-informer/source']

const results = PACKAGES.flatMap(projectsOf).map(project =>
  spawnSync(tool('tsc'), ['-p', project, ...OPTIONS], { stdio: 'inherit' }),
)
process.exitCode = results.every(({ status }) => status === 0) ? 0 : 1
