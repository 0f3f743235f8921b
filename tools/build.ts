// npm run build [-- --check]: emits packages/*/dist. `--check` also checks what npm would publish.
import { parseArgs } from 'node:util'
import { buildPackages } from './packages/build-packages.ts'
import { checkPackages } from './packages/check-packages.ts'

const { values } = parseArgs({ options: { check: { type: 'boolean' } } })
try {
  buildPackages()
  if (values.check && !(await checkPackages())) process.exitCode = 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
