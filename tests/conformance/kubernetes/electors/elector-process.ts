import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { BINARY } from '../../../../tools/kubernetes/controller-electors/build.ts'
import type { ElectorReport, ElectorSettings } from './elector-settings.ts'
import type { LeadershipSpan } from './leadership-span.ts'

/** The implementation of an elector: client-go's or ours. */
export type ElectorKind = 'go' | 'own'

const COMMANDS: Readonly<Record<ElectorKind, readonly [string, ...string[]]>> = {
  go: [BINARY],
  own: [process.execPath, '--conditions=@kube-informer/source', join(import.meta.dirname, 'own-elector.ts')],
}

const now = (): number => performance.timeOrigin + performance.now()

/** An elector in a process of its own, and the spans in which it led. */
export class ElectorProcess {
  readonly identity: string
  readonly #child: ChildProcess
  readonly #exited: Promise<unknown>
  readonly #spans: LeadershipSpan[] = []
  /** The start of the current span, and the last moment at which the process reported that it leads. */
  #open: { readonly fromMs: number; lastMs: number } | undefined
  #isPaused = false
  #errors = ''

  constructor(kind: ElectorKind, settings: ElectorSettings) {
    this.identity = settings.identity
    const [command, ...args] = COMMANDS[kind]
    const env = { ...process.env, ELECTOR: JSON.stringify(settings) }
    this.#child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
    // Closes of a process that is killed can fail.
    this.#child.stdin?.on('error', () => undefined)
    this.#child.stderr?.on('data', bytes => {
      this.#errors = `${this.#errors}${bytes}`.slice(-2000)
    })
    const lines = createInterface({ input: this.#child.stdout ?? process.stdin })
    lines.on('line', line => this.#record(JSON.parse(line)))
    this.#exited = Promise.all([once(this.#child, 'exit'), once(lines, 'close')])
  }

  get isLeading(): boolean {
    return this.#open !== undefined && !this.#isPaused
  }

  /** The spans so far; a current one ends now. */
  get spans(): readonly LeadershipSpan[] {
    return this.#open ? [...this.#spans, this.#span(this.#open.fromMs, this.#open.lastMs)] : this.#spans
  }

  /** The end of what it wrote to stderr. */
  get errors(): string {
    return this.#errors
  }

  get hasExited(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  /** A process that does not run does not lead, until it reports again. */
  pause(): void {
    this.#child.kill('SIGSTOP')
    this.#isPaused = true
    this.#close(now())
  }

  resume(): void {
    this.#isPaused = false
    this.#child.kill('SIGCONT')
  }

  /** Asks it to end, which gives up the lease of an elector that releases it. */
  async terminate(): Promise<void> {
    this.#child.kill('SIGTERM')
    await this.#exited
  }

  /** Its leadership ends with the process. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#exited
    this.#close(now())
  }

  #record({ at, event }: ElectorReport): void {
    if (event === 'ended') this.#close(at)
    // A line that was printed before a pause can arrive later.
    else if (this.#isPaused) return
    else if (this.#open) this.#open.lastMs = at
    else this.#open = { fromMs: at, lastMs: at }
  }

  #close(at: number): void {
    if (this.#open) this.#spans.push(this.#span(this.#open.fromMs, Math.max(at, this.#open.lastMs)))
    this.#open = undefined
  }

  #span(fromMs: number, toMs: number): LeadershipSpan {
    return { identity: this.identity, fromMs, toMs }
  }
}
