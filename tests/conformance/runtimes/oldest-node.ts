import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, sep } from 'node:path'
import { packageFolder, readJson } from '../../../tools/packages/packages.ts'

/** The oldest major version of Node that the packages declare in `engines`. */
export function declaredNodeMajor(): number {
  const { engines } = readJson<{ engines: { node: string } }>(
    join(packageFolder('apiserver'), 'package.json'),
  )
  return Number(/^>=(\d+)/.exec(engines.node)?.[1])
}

function majorOf(executable: string): number {
  const { stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8' })
  return Number(/^v(\d+)/.exec(stdout)?.[1])
}

/**
 * Finds a Node of the oldest declared major version on the PATH. The one in `node_modules` is newer; it runs the scripts
 * and the tests.
 */
export function findOldestNode(): string | undefined {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => !folder.split(sep).includes('node_modules'))
  const executables = folders.map(folder => join(folder, 'node')).filter(path => existsSync(path))
  return executables.find(path => majorOf(path) === declaredNodeMajor())
}
