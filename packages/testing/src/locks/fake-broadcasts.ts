import { Inbox } from './inbox.ts'

/** The part of `BroadcastChannel` that tests use. */
export interface FakeBroadcast {
  postMessage(message: unknown): void
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void
  close(): void
}

/** The broadcast channels of one tab or worker, with its lifecycle. */
export interface FakeBroadcastAgent {
  /** Opens a channel; it receives the messages of other channels with the name. */
  readonly open: (name: string) => FakeBroadcast
  /** The number of open channels. */
  readonly openCount: number
  /** Simulates a closed tab or crashed worker: it receives no more messages. */
  die(): void
  /** Delays messages from now on until {@link thaw}. */
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
 * Broadcast channels for tests: messages are cloned and delivered in order, in microtasks, and not to closed channels.
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
