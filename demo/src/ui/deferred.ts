import { type ComponentType, createElement, type ReactNode, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'

const loads: (() => Promise<void>)[] = []
const listeners = new Set<() => void>()
let loading: Promise<void> | undefined
let pressed: HTMLElement | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * A component that the first rows do not need, in a chunk of its own. Until `loadDeferred` has loaded it, `Placeholder`
 * is shown, which has the same size and as many controls.
 */
export function deferred<TProps extends object>(
  load: () => Promise<ComponentType<TProps>>,
  Placeholder: ComponentType<TProps>,
): (props: TProps) => ReactNode {
  let component: ComponentType<TProps> | undefined
  const start = async (): Promise<void> => {
    component = await load()
  }
  loads.push(start)
  if (loading) loading = loading.then(start).then(show)
  return function Deferred(props: TProps): ReactNode {
    return createElement(
      useSyncExternalStore(subscribe, () => component ?? Placeholder),
      props,
    )
  }
}

/** Loads all deferred components, and shows them at once. After a failure, the next call tries again. */
export function loadDeferred(): Promise<void> {
  loading ??= Promise.all(loads.map(load => load())).then(show, error => {
    loading = undefined
    throw error
  })
  return loading
}

/** For the `onClick` of a placeholder: presses the component that replaces it. */
export function pressWhenLoaded({ currentTarget }: { readonly currentTarget: HTMLElement }): void {
  pressed = currentTarget
  loadDeferred().catch(() => {})
}

/** Replaces the placeholders. The controls at the places of the focused and the pressed one get the focus and the press. */
function show(): void {
  const before = controls()
  const focused = document.activeElement as HTMLElement
  flushSync(() => {
    for (const listener of listeners) listener()
  })
  const after = controls()
  const replacementOf = (control: HTMLElement): HTMLElement | undefined => after[before.indexOf(control)]
  if (!focused.isConnected) moveFocus(focused, replacementOf(focused))
  if (pressed?.isConnected === false) replacementOf(pressed)?.click()
  pressed = undefined
}

function moveFocus(from: HTMLElement, to: HTMLElement | undefined): void {
  to?.focus({ preventScroll: true })
  if (from instanceof HTMLInputElement && to instanceof HTMLInputElement && to.type === 'text')
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

/** What the user can focus, without the hidden inputs of Base UI. */
const controls = (): readonly HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(
    '#root :is(a, button, input):not([aria-hidden], [tabindex="-1"])',
  ),
]
