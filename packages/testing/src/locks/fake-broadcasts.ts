import { Inbox } from './inbox.ts'

/** As much of a `BroadcastChannel` as tests need. */
export interface FakeBroadcast {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** The broadcast channels of one tab or worker, and what can become of it. */
export interface FakeBroadcastAgent {
  /** Opens the channel of a name: what others post there is heard, and what it posts itself is not. */
  readonly open: (name: string) => FakeBroadcast
  /** How many channels it has open. */
  readonly openCount: number
  /** The tab is closed, or the worker crashes: it hears nothing more. */
  die(): void
  /** What is posted from now on is heard after {@link thaw}. */
  freeze(): void
  thaw(): void
}

/** The broadcast channels of one origin. */
export interface FakeBroadcasts {
  agent(): FakeBroadcastAgent
}

interface End {
  readonly name: string
  readonly hear: (data: unknown) => void
}

/**
 * Broadcast channels for tests: messages are cloned, arrive in order, in microtasks, and at nobody who has closed his end.
 *
 * @example
 * const broadcasts = createFakeBroadcasts()
 * const [tab, other] = [broadcasts.agent(), broadcasts.agent()]
 * other.open('news').addEventListener('message', ({ data }) => console.log(data))
 * tab.open('news').postMessage('hello')
 */
export function createFakeBroadcasts(): FakeBroadcasts {
  const ends = new Set<End>()
  return { agent: () => createAgent(ends) }
}

function createAgent(all: Set<End>): FakeBroadcastAgent {
  const own = new Set<End>()
  const inbox = new Inbox()
  const open = (name: string): FakeBroadcast => {
    const listeners: ((event: { readonly data: unknown }) => void)[] = []
    const hear = (data: unknown) =>
      inbox.add(() => {
        if (own.has(end)) for (const listener of listeners) listener({ data })
      })
    const end: End = { name, hear }
    all.add(end)
    own.add(end)
    return {
      postMessage(message) {
        if (!own.has(end)) throw new DOMException('the channel is closed', 'InvalidStateError')
        for (const other of all)
          if (other !== end && other.name === name) other.hear(structuredClone(message))
      },
      addEventListener: (_, listener) => listeners.push(listener),
      close() {
        own.delete(end)
        all.delete(end)
      },
    }
  }
  return {
    open,
    get openCount() {
      return own.size
    },
    die() {
      inbox.die()
      for (const end of own) all.delete(end)
      own.clear()
    },
    freeze: () => inbox.freeze(),
    thaw: () => inbox.thaw(),
  }
}
