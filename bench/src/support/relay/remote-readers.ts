import { type ChildProcess, fork } from 'node:child_process'
import type { ReaderTask } from './reader-process.ts'

type Asked = ReaderTask extends infer Task ? (Task extends ReaderTask ? Omit<Task, 'number'> : never) : never

/** Readers over HTTP in another process, so that the CPU time of this one is that of the server. */
export class RemoteReaders {
  readonly #process: ChildProcess = fork(new URL('./reader-process.ts', import.meta.url))
  readonly #waiting = new Map<number, () => void>()
  #asked = 0

  constructor() {
    this.#process.on('message', (number: number) => this.#waiting.get(number)?.())
    this.#process.once('exit', () => {
      throw new Error('the readers have ended')
    })
  }

  /** Opens that many readers of one URL. */
  open(url: string, readers: number): Promise<void> {
    return this.#ask({ open: { url, readers } })
  }

  /** Resolves when all readers together have received that many more bytes. */
  received(bytes: number): Promise<void> {
    return this.#ask({ receive: bytes })
  }

  #ask(task: Asked): Promise<void> {
    const number = ++this.#asked
    return new Promise(resolve => {
      this.#waiting.set(number, resolve)
      this.#process.send({ number, ...task })
    })
  }
}
