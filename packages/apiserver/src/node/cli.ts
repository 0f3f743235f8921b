import { CliError, HELP, parseCli } from './cli-options.ts'
import { startCli } from './cli-serve.ts'

/** Runs the command until a signal stops it. */
async function main(args: readonly string[]): Promise<void> {
  const options = parseCli(args)
  if (options === 'help') {
    process.stdout.write(HELP)
    return
  }
  const running = await startCli(options)
  process.stdout.write(running.greeting)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      void running.stop()
    })
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof CliError)) throw error
  process.stderr.write(`kube-apiserver-fake: ${error.message}\n`)
  process.exitCode = error.exitCode
}
