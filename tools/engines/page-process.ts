import { readdirSync, readFileSync } from 'node:fs'
import type { EnginePage } from './engine-browser.ts'

/** How long the page keeps its process busy: some thirty ticks of the clock of /proc. */
const BUSY_MS = 300

/**
 * The process that runs a page's scripts, on Linux. No protocol of Firefox or WebKit names it: it is the one below `root`
 * that takes the most time while the page does.
 */
export async function processOf(page: EnginePage, root: number): Promise<number> {
  const before = ticksBelow(root)
  await page.evaluate(ms => {
    const end = performance.now() + ms
    while (performance.now() < end);
  }, BUSY_MS)
  const grown = [...ticksBelow(root)].map(([pid, ticks]) => [pid, ticks - (before.get(pid) ?? 0)] as const)
  const [busiest] = grown.toSorted(([, a], [, b]) => b - a)
  if (!busiest) throw new Error('the browser has no processes')
  return busiest[0]
}

/** Stops a process; returns a function that lets it continue. */
export function hangProcess(pid: number): () => Promise<void> {
  process.kill(pid, 'SIGSTOP')
  return async () => {
    process.kill(pid, 'SIGCONT')
  }
}

/** The processor time of each process below `root`, in ticks. */
function ticksBelow(root: number): Map<number, number> {
  const all = new Map(readdirSync('/proc').filter(isNumber).flatMap(statOf))
  const isBelow = (pid: number): boolean => {
    const parent = all.get(pid)?.parent ?? 0
    return parent === root || (parent > 1 && isBelow(parent))
  }
  return new Map([...all].filter(([pid]) => isBelow(pid)).map(([pid, { ticks }]) => [pid, ticks]))
}

const isNumber = (name: string): boolean => /^\d+$/.test(name)

function statOf(pid: string): [number, { readonly parent: number; readonly ticks: number }][] {
  try {
    // The name is in parentheses and may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return [[Number(pid), { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }]]
  } catch {
    // It has exited meanwhile.
    return []
  }
}
