import { watch } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { systemClock } from '@kube-informer/core'
import { decodeText } from '@kube-informer/core/yaml'
import { runCli } from './run-cli.ts'

const ended = new AbortController()
const isWatching = process.argv.includes('--watch')
// Without --watch, a signal ends the process as usual.
if (isWatching) for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())

process.exitCode = await runCli(process.argv.slice(2), {
  cwd: process.cwd(),
  clock: systemClock,
  signal: ended.signal,
  readStdin: async () => decodeText(await buffer(process.stdin)),
  out: line => process.stdout.write(line),
  err: line => process.stderr.write(line),
  watchFolder(folder, onChange) {
    const watcher = watch(folder, (_event, name) => onChange(name ?? undefined))
    // The folder was removed.
    watcher.on('error', () => onChange(undefined))
    return () => watcher.close()
  },
})
