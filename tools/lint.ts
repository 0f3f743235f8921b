// npm run lint [-- PATH…]: Biome, the layers (tools/layers.ts) and retired terms; without a path also knip, which needs
// the whole repository.
import { spawn } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { lintLayers } from './lint/layers/lint-layers.ts'
import type { Report } from './lint/report.ts'
import { lintWords } from './lint/words/lint-words.ts'
import { ROOT, tool } from './packages/packages.ts'

/** Runs a command of npm, and keeps its output, so that those of several commands do not mix. */
function run(command: string, args: readonly string[]): Promise<Report> {
  const { promise, resolve: finish, reject } = Promise.withResolvers<Report>()
  // knip imports the configurations of tools, which import the sources of packages.
  const child = spawn(process.execPath, ['--conditions=@kube-informer/source', tool(command), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  child.on('error', reject).on('close', code => finish({ passed: code === 0, output }))
  return promise
}

function biome(paths: readonly string[]): Promise<Report> {
  const options = ['check', '--formatter-enabled=false', '--error-on-warnings']
  // Paths may be documents, which Biome does not know.
  const given =
    paths.length > 0 ? ['--no-errors-on-unmatched', '--files-ignore-unknown=true', ...paths] : ['.']
  return run('biome', [...options, ...given])
}

const knip = async (): Promise<Report> => {
  const report = await run('knip', ['--no-config-hints'])
  return { ...report, output: report.output || 'knip: no unused files, exports and dependencies\n' }
}

/** From the repository's root, without `./` and a slash at the end. */
const paths = process.argv.slice(2).map(path => relative(ROOT, resolve(path)))
const running = [biome(paths), ...(paths.length === 0 ? [knip()] : [])]
const reports = [lintLayers(ROOT, paths), lintWords(ROOT, paths), ...(await Promise.all(running))]
for (const { output } of reports) process.stdout.write(output)
process.exitCode = reports.every(({ passed }) => passed) ? 0 : 1
