import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { FakeClock } from '@kube-informer/testing'
import { onTestFinished } from 'vitest'
import type { CliHost } from '../cli/cli-host.ts'
import { runCli } from '../cli/run-cli.ts'

/** A folder of its own, in which the command runs. */
export class TestHost implements CliHost {
  readonly cwd: string = mkdtempSync(join(tmpdir(), 'codegen-'))
  readonly clock: FakeClock = new FakeClock()
  readonly #ended = new AbortController()
  readonly signal: AbortSignal = this.#ended.signal
  readonly watched = new Map<string, Set<(name: string | undefined) => void>>()
  stdin = ''
  stdout = ''
  stderr = ''
  /** Both outputs. */
  output = ''

  constructor() {
    onTestFinished(() => {
      this.end()
      rmSync(this.cwd, { recursive: true, force: true })
    })
  }

  /** Ends the command, as Ctrl-C does. */
  end(): void {
    this.#ended.abort()
  }

  async readStdin(): Promise<string> {
    return this.stdin
  }

  out(text: string): void {
    this.stdout += text
    this.output += text
  }

  err(text: string): void {
    this.stderr += text
    this.output += text
  }

  watchFolder(folder: string, onChange: (name: string | undefined) => void): () => void {
    const path = relative(this.cwd, folder) || '.'
    const listeners = this.watched.get(path) ?? new Set()
    this.watched.set(path, listeners.add(onChange))
    return () => {
      listeners.delete(onChange)
    }
  }

  /** Reports a change, as the file system does. */
  change(folder: string, name: string | undefined): void {
    for (const listener of this.watched.get(folder) ?? []) listener(name)
  }

  /** Runs the command, and returns its exit code and what it printed. */
  async run(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    this.stdout = ''
    this.stderr = ''
    const code = await runCli(args, this)
    return { code, stdout: this.stdout, stderr: this.stderr }
  }

  path(name: string): string {
    return join(this.cwd, name)
  }

  write(name: string, text: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true })
    writeFileSync(this.path(name), text)
  }

  rename(from: string, to: string): void {
    renameSync(this.path(from), this.path(to))
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8')
  }

  /** The files below a folder, and the folders that are empty, with slashes. */
  files(folder: string): string[] {
    return readdirSync(this.path(folder), { recursive: true, withFileTypes: true })
      .filter(entry => !entry.isDirectory() || readdirSync(join(entry.parentPath, entry.name)).length === 0)
      .map(entry => relative(this.path(folder), join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort()
  }
}
