/** The selected theme; `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark'

const KEY = 'kube-informer-demo.theme'
const ORDER: readonly Theme[] = ['auto', 'light', 'dark']

export const readTheme = (): Theme => ORDER.find(theme => theme === localStorage.getItem(KEY)) ?? 'auto'

export const nextTheme = (theme: Theme): Theme => ORDER[(ORDER.indexOf(theme) + 1) % ORDER.length] ?? 'auto'

/** Sets `data-theme`, from which the style sheet derives `color-scheme` and `light-dark()`. */
export function applyTheme(theme: Theme): void {
  localStorage.setItem(KEY, theme)
  if (theme === 'auto') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
