import { PACKAGES } from '../packages/packages.ts'
import { packageMinimums, type StatedMinimums } from './package-minimums.ts'
import { LABELS, TARGETS } from './targets.ts'
import { shortVersion } from './version.ts'

/** The lines of the README's table of minimum versions. */
export const readmeTable = (stated: StatedMinimums): readonly string[] => [
  `| | ${TARGETS.map(target => LABELS[target]).join(' | ')} |`,
  `|---${'|---'.repeat(TARGETS.length)}|`,
  ...PACKAGES.map(name => rowOf(name, stated)),
]

function rowOf(name: string, stated: StatedMinimums): string {
  const minimums = packageMinimums(stated, name)
  const cells = TARGETS.map(target => shortVersion(minimums[target]?.version ?? '-'))
  return `| ${name} | ${cells.join(' | ')} |`
}
