// The first script of the console. It shows rows before the console itself is loaded. A bundle has it in the page.
import type { KubernetesObject } from '@kube-informer/core'
import '../styles/tokens.css'
import '../styles/base.css'
import '../styles/ui.css'
import '../styles/shell.css'
import '../styles/table.css'
import { holdKeys } from '../ui/held-keys.ts'
import { applyTheme } from '../ui/theme.ts'
import { endFrame, showFrame } from './frame.ts'
import { forgetFrame, keptFrame } from './kept-frame.ts'
import { podsFrame, ROW_HEIGHT } from './pods-frame.ts'
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

async function start(): Promise<void> {
  await showFirstFrame()
  forgetFrame()
  setTimeout(endFrame, END_BY)
  preloadConsole()
  await import('../main.tsx')
}

/** Loads the console's files at the same time, not one after the other. Only a bundle has this template. */
function preloadConsole(): void {
  const files = document.getElementById('console-files')
  if (files instanceof HTMLTemplateElement) document.body.append(files.content)
}

/** After a reload what was there before it, else the first rows of the server. */
async function showFirstFrame(): Promise<void> {
  const kept = keptFrame()
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
    const { frame, addRest } = podsFrame(items, path, Math.ceil(innerHeight / ROW_HEIGHT))
    showFrame(frame)
    await nextFrame()
    addRest()
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
