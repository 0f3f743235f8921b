// npm run fuzz -- [--minutes N] [--seed N] [--target NAME…]: random and mutated inputs for what reads bytes and messages of others.
// The targets take turns, each with a new seed, which is printed. With --seed and without --minutes, each target runs once with that
// seed. Exits with 1, and prints how to repeat it, after a result that is neither right nor a documented error, and after a hang.

import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { type Round, repeatCommand } from './fuzz/check.ts'
import { TARGETS } from './fuzz/targets.ts'

/** A round takes about a second. A loop that does not end is seen from outside only. */
const HANG_MS = 120_000

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    target: { type: 'string', multiple: true, default: TARGETS.map(({ name }) => name) },
  },
})

interface Plan {
  readonly targets: readonly string[]
  readonly seed: number
  /** 0 for one round of each target. */
  readonly minutes: number
}

/** What the thread that runs the rounds reports. */
type Report =
  | { readonly begins: Round }
  | { readonly failed: string }
  | { readonly rounds: number; readonly runs: number }

function planOf(): Plan {
  const unknown = values.target.filter(name => !TARGETS.some(target => target.name === name))
  if (unknown.length > 0)
    throw new Error(`--target must be of ${TARGETS.map(({ name }) => name)}, got ${unknown}`)
  const seed = values.seed === undefined ? Math.floor(Math.random() * 2 ** 31) : numberOf('seed')
  const minutes = values.minutes !== undefined ? numberOf('minutes') : values.seed === undefined ? 1 : 0
  return { targets: values.target, seed, minutes }
}

function numberOf(name: 'minutes' | 'seed'): number {
  const number = Number(values[name])
  if (!(number >= 0)) throw new Error(`--${name} must be a number, got ${values[name]}`)
  return number
}

/** Runs rounds until the time is over or one fails. */
async function runRounds({ targets, seed, minutes }: Plan, report: (message: Report) => void): Promise<void> {
  const chosen = TARGETS.filter(({ name }) => targets.includes(name))
  const end = performance.now() + minutes * 60_000
  let rounds = 0
  let runs = 0
  do {
    for (const target of chosen) {
      const round = { target: target.name, seed: seed + rounds }
      report({ begins: round })
      const result = await target.check(round.seed)
      runs += result.runs
      if (result.failure !== undefined) return report({ failed: result.failure })
    }
    rounds++
  } while (performance.now() < end)
  report({ rounds, runs })
}

/** @returns whether all rounds passed */
function watchRounds(plan: Plan): Promise<boolean> {
  const worker = new Worker(new URL(import.meta.url), { workerData: plan })
  return new Promise(resolve => {
    let watchdog: NodeJS.Timeout | undefined
    const finish = (passed: boolean) => {
      clearTimeout(watchdog)
      void worker.terminate().then(() => resolve(passed))
    }
    let repeat = ''
    worker.on('error', error => {
      console.error(error)
      console.error(repeat)
      finish(false)
    })
    worker.on('message', (message: Report) => {
      clearTimeout(watchdog)
      if ('begins' in message) {
        const { target, seed } = message.begins
        repeat = repeatCommand({ target, seed })
        watchdog = setTimeout(() => {
          console.error(`hang; ${repeat}`)
          finish(false)
        }, HANG_MS)
      } else if ('failed' in message) {
        console.error(message.failed)
        finish(false)
      } else {
        console.log(`fuzz: ${message.runs} inputs in ${message.rounds} rounds, no failure`)
        finish(true)
      }
    })
  })
}

if (isMainThread) {
  const plan = planOf()
  console.log(`fuzz: ${plan.targets.join(', ')}; seed ${plan.seed}`)
  process.exitCode = (await watchRounds(plan)) ? 0 : 1
} else await runRounds(workerData as Plan, message => parentPort?.postMessage(message))
