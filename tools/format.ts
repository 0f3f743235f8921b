// npm run format [-- --check] [PATH…]: formats files with Biome. `--check` only reports those that are not formatted.
import { spawnSync } from 'node:child_process'
import { ROOT, tool } from './packages/packages.ts'

const args = process.argv.slice(2)
const paths = args.filter(argument => argument !== '--check')
const biome = [
  'format',
  ...(args.includes('--check') ? [] : ['--write']),
  ...(paths.length > 0 ? paths : ['.']),
]
process.exitCode = spawnSync(tool('biome'), biome, { cwd: ROOT, stdio: 'inherit' }).status ?? 1
