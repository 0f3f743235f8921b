import { strikeWorkers } from '../informers/worker-faults.ts'
import type { Controls } from './controls.ts'

/** Something that goes wrong at the press of a button. */
export interface Fault {
  readonly id: string
  readonly label: string
  /** What happens, and what the console does about it. */
  readonly explanation: string
  readonly strike: (controls: Controls) => Promise<void> | void
}

/** A fault rule for a limited time. */
const rule = (action: object, match: object, forMs: number) => ({
  type: 'rule',
  rule: { match, action },
  forMs,
})

const WATCHES = { watch: true }
const TEN_SECONDS = 10_000

/** What can happen to the server and to its connections. */
export const SERVER_FAULTS: readonly Fault[] = [
  {
    id: 'expired',
    label: '410 Gone',
    explanation: 'The history is compacted and all watches end. The list is read again and compared.',
    strike: controls => controls.post('relist'),
  },
  {
    id: 'drop-watches',
    label: 'Drop watches',
    explanation: 'All watches end. They continue where they were, without a list.',
    strike: controls => controls.post('drop-watches'),
  },
  {
    id: 'slow',
    label: 'Slow streams',
    explanation: 'For 10 s, watches arrive in pieces of 200 bytes and break off after 20 events.',
    strike: async controls => {
      await controls.post('strike', rule({ type: 'slow', everyMs: 20, bytes: 200 }, WATCHES, TEN_SECONDS))
      // A slow stream stays slow after the 10 s, and its end waits behind what it has not sent. So it must end itself.
      await controls.post('strike', rule({ type: 'truncate', afterEvents: 20 }, WATCHES, TEN_SECONDS))
      await controls.post('drop-watches')
    },
  },
  {
    id: 'truncated',
    label: 'Truncated streams',
    explanation: 'Watches break off within an event, for 10 s.',
    strike: async controls => {
      await controls.post('strike', rule({ type: 'truncate', afterEvents: 20 }, WATCHES, TEN_SECONDS))
      await controls.post('drop-watches')
    },
  },
  {
    id: 'too-many-requests',
    label: '429 storm',
    explanation: 'Every request gets a 429 for 10 s, and the watches end.',
    strike: async controls => {
      const answer = { type: 'status', code: 429, retryAfterSeconds: 1 }
      await controls.post('strike', rule(answer, {}, TEN_SECONDS))
      await controls.post('drop-watches')
    },
  },
  {
    id: 'restart',
    label: 'Restart',
    explanation: 'The apiserver restarts: all connections end, and its watch cache is empty.',
    strike: controls => controls.post('restart'),
  },
  {
    id: 'offline',
    label: 'Network down',
    explanation: 'No request gets an answer for 10 s, and the watches end.',
    strike: async controls => {
      await controls.post('strike', rule({ type: 'drop' }, {}, TEN_SECONDS))
      await controls.post('drop-watches')
    },
  },
]

/** What can happen to the worker of the informers. */
export const WORKER_FAULTS: readonly Fault[] = [
  {
    id: 'kill-worker',
    label: 'Kill the worker',
    explanation: 'The worker ends without a word. Another one starts, and continues from the disk.',
    strike: () => strikeWorkers({ type: 'close' }),
  },
  {
    id: 'freeze-worker',
    label: 'Freeze the worker',
    explanation: 'The worker, in this tab or in the one that leads, hangs for 60 s. It is replaced before.',
    strike: () => strikeWorkers({ type: 'freeze', forMs: 60_000 }),
  },
]
