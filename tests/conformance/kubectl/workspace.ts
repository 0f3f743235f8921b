import { afterAll, beforeAll, expect } from 'vitest'
import type { Kubectl, Result, Running, RunOptions } from './kubectl.ts'
import { plain, plainLines } from './plain.ts'
import type { Target } from './targets.ts'

/** kubectl in a namespace of its own. */
export interface Workspace {
  readonly kubectl: Kubectl
  readonly namespace: string
  /** Runs a command that must succeed; resolves with its normalized output. */
  ok(command: string, options?: RunOptions): Promise<string>
  /** Like {@link ok}, as lines. */
  okLines(command: string, options?: RunOptions): Promise<readonly string[]>
  /** Runs a command that must fail; resolves with its normalized error output. */
  fails(command: string, options?: RunOptions): Promise<string>
  /** Starts a command that does not exit by itself. */
  start(command: string, options?: RunOptions): Running
}

/** Opens a target before the tests of a suite, and closes it after them. */
export function openWorkspace(open: () => Promise<Target>): Workspace {
  let target: Target
  const namespace = `kubectl-${Math.random().toString(36).slice(2, 8)}`
  const inNamespace = (command: string) => `--namespace ${namespace} ${command}`
  const run = (command: string, options?: RunOptions): Promise<Result> =>
    target.kubectl.run(inNamespace(command), options)

  beforeAll(async () => {
    target = await open()
    const created = await target.kubectl.run(`create namespace ${namespace}`)
    expect(created, created.stderr).toMatchObject({ code: 0 })
  }, 180_000)
  afterAll(async () => {
    await target?.kubectl.run(`delete namespace ${namespace} --wait=false`)
    await target?.close()
  }, 60_000)

  const succeeded = async (command: string, options?: RunOptions): Promise<string> => {
    const { code, stdout, stderr } = await run(command, options)
    expect(code, `kubectl ${command}: ${stderr}`).toBe(0)
    return stdout
  }
  return {
    get kubectl() {
      return target.kubectl
    },
    namespace,
    ok: async (command, options) => plain(await succeeded(command, options)).trimEnd(),
    okLines: async (command, options) => plainLines(await succeeded(command, options)),
    fails: async (command, options) => {
      const { code, stdout, stderr } = await run(command, options)
      expect(code, `kubectl ${command}: ${stdout}`).not.toBe(0)
      return plain(stderr).trimEnd()
    },
    start: (command, options) => target.kubectl.start(inNamespace(command), options),
  }
}
