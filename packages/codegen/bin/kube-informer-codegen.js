#!/usr/bin/env node
// npm links a command when it installs this repository, and skips a file that does not exist: `dist` is built later.
import { existsSync } from 'node:fs'

const command = new URL('../dist/cli/main.js', import.meta.url)

if (existsSync(command)) {
  await import(command.href)
} else {
  process.stderr.write('kube-informer-codegen is not built: run `npm run build` first\n')
  process.exitCode = 1
}
