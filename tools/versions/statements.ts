import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGES, packageFolder, ROOT, readJson } from '../packages/packages.ts'
import { packageMinimums, type StatedMinimums } from './package-minimums.ts'
import { readmeTable } from './readme-table.ts'
import { compareVersions, shortVersion } from './version.ts'

/** A Node that a README asks for. */
const ASKED = /needs Node ([\d.]+) or newer/g

/** Where `engines`, the README, or the README of a package states another version than the committed minimums. */
export function statementProblems(stated: StatedMinimums): readonly string[] {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const missing = readmeTable(stated).filter(line => !readme.includes(line))
  return [
    ...missing.map(line => `README.md does not have the line ${line}`),
    ...PACKAGES.flatMap(name => packageProblems(name, packageMinimums(stated, name).nodejs?.version ?? '0')),
  ]
}

function packageProblems(name: (typeof PACKAGES)[number], node: string): readonly string[] {
  const folder = packageFolder(name)
  const { engines } = readJson<{ engines?: { node?: string } }>(join(folder, 'package.json'))
  const asked = [...readFileSync(join(folder, 'README.md'), 'utf8').matchAll(ASKED)].map(
    ([, version]) => version,
  )
  const problems = asked
    .filter(version => !isSame(version, node))
    .map(version => `packages/${name}/README.md asks for Node ${version}, not ${shortVersion(node)}`)
  if (!isSame(/^>=([\d.]+)$/.exec(engines?.node ?? '')?.[1], node))
    problems.push(
      `packages/${name}/package.json: engines.node is ${engines?.node}, not >=${shortVersion(node)}`,
    )
  return problems
}

const isSame = (version: string | undefined, node: string): boolean =>
  version !== undefined && compareVersions(version, node) === 0
