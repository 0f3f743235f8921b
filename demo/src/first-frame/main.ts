// The first script of the console. It shows rows before the console itself is loaded.
import type { KubernetesObject } from '@kube-informer/core'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/ui.css'
import '../styles/shell.css'
import '../styles/table.css'
import { holdKeys } from '../ui/held-keys.ts'
import { applyTheme } from '../ui/theme.ts'
import { endFrame, showFrame } from './frame.ts'
import { takeFrame } from './kept-frame.ts'
import { podsFrame } from './pods-frame.ts'
import { type PodsSource, podsSource } from './pods-source.ts'

/** The console starts then at the latest, in milliseconds: a slow server must not delay it. */
const START_BY = 150

/** In milliseconds. */
const NEVER_PAINTED = 50

/** A console that shows nothing by then has failed, in milliseconds. */
const END_BY = 10_000

applyTheme()
holdKeys()
void start()

// No await at the top level: the console imports modules of this chunk, and would wait for it forever.
async function start(): Promise<void> {
  await showFirstFrame()
  setTimeout(endFrame, END_BY)
  await import('../main.tsx')
}

/** After a reload what was there before it, else the first rows of the server. */
async function showFirstFrame(): Promise<void> {
  const kept = takeFrame()
  const source = podsSource(location)
  if (kept) {
    showFrame(kept)
    await nextFrame()
  } else if (source) await Promise.race([showFirstPods(source), after(START_BY)])
  else endFrame()
}

/** The console lists the Pods itself, and reports what fails. */
async function showFirstPods({ list, path }: PodsSource): Promise<void> {
  try {
    const response = await fetch(list)
    if (!response.ok) return
    const { items } = (await response.json()) as { readonly items: readonly KubernetesObject[] }
    showFrame(podsFrame(items, path))
    await nextFrame()
  } catch {
    // The console tries again.
  }
}

/** After what was shown has been painted. A page in the background paints nothing. */
function nextFrame(): Promise<void> {
  const painted = new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
  return Promise.race([painted, after(NEVER_PAINTED)])
}

function after(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms))
}
