import { readFile } from 'node:fs/promises'
import type { CliHost } from './cli-host.ts'
import { HELP, parseCli, UsageError } from './cli-options.ts'
import { runOnce } from './run-once.ts'
import { watchInputs } from './watch-inputs.ts'

/** Runs the command. Resolves with its exit code: 0, 1 for problems, 2 for an invalid command line. */
export async function runCli(args: readonly string[], host: CliHost): Promise<0 | 1 | 2> {
  try {
    const options = parseCli(args)
    if (options === 'help') host.out(HELP)
    else if (options === 'version') host.out(`${await version()}\n`)
    else if (options.watch) await watchInputs(options.inputs, () => runOnce(options, host), host)
    else return (await runOnce(options, host)) ? 0 : 1
    return 0
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    host.err(`kube-informer-codegen: ${error.message}\n`)
    return 2
  }
}

async function version(): Promise<string> {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { readonly version: string }).version
}
