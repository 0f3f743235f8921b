import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import type { Sample, Setup } from '../../runner/bench-case.ts'
import { medianLap } from '../measure/median-lap.ts'

/** Renders the tree of each request, and checks that it has every row. */
export async function measure({ count, passes, renders }: Setup, tree: () => ReactNode): Promise<Sample> {
  const { ms = Number.NaN, cpuMs = Number.NaN } = await medianLap(Number(passes), async () => {
    for (let render = 0; render < Number(renders); render++) {
      const rows = renderToString(tree()).split('<tr>').length - 1
      if (rows !== count) throw new Error(`${rows} rows`)
    }
  })
  return { ms: ms / Number(renders), cpuMs: cpuMs / Number(renders) }
}
