/** Of the last frame of this tab, in sessionStorage. */
const KEY = 'kube-informer.first-frame'

interface KeptFrame {
  readonly url: string
  readonly html: string
}

/**
 * Keeps what this tab shows, for a reload of the same URL: the table that is there, unless it is scrolled or shows Secrets.
 *
 * @param shown the URL of what is shown. The table of another one, perhaps of another user, is not kept
 */
export function keepFrame(root: Element, shown: string): void {
  const grid = root.querySelector('.table-page .grid')
  const isComplete = grid?.getAttribute('aria-busy') === 'false' && grid.scrollTop === 0
  try {
    sessionStorage.removeItem(KEY)
    if (!isComplete || isPrivate() || shown !== location.href) return
    const kept: KeptFrame = { url: shown, html: htmlOf(root) }
    sessionStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage, or with too little of it, a reload is like a first visit.
  }
}

/** What is shown, as HTML. The policy of the page forbids `style` attributes in it, so they have another name there. */
function htmlOf(root: Element): string {
  const copy = root.cloneNode(true) as Element
  for (const element of copy.querySelectorAll('[style]')) {
    element.setAttribute('data-style', element.getAttribute('style') ?? '')
    element.removeAttribute('style')
  }
  // What has just changed would flash again.
  for (const cell of copy.querySelectorAll('.flash')) cell.classList.remove('flash')
  return copy.innerHTML
}

const isPrivate = (): boolean => location.pathname.endsWith('/core/v1/secrets')

/** What this tab showed at this URL before it was reloaded. A first visit does not wait for the storage. */
export function keptFrame(): Element | undefined {
  if (!isReload()) return undefined
  try {
    const { url, html } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<KeptFrame>
    if (url !== location.href || html === undefined) return undefined
    const frame = document.createElement('div')
    // What this page serialized: its texts are escaped, and its policy allows no inline script.
    frame.innerHTML = html
    for (const styled of frame.querySelectorAll<HTMLElement>('[data-style]')) restoreStyle(styled)
    for (const row of frame.querySelectorAll('[data-testid]')) row.removeAttribute('data-testid')
    for (const row of frame.querySelectorAll('[data-key]')) row.setAttribute('data-testid', 'first-row')
    return frame.firstElementChild ?? undefined
  } catch {
    return undefined
  }
}

/** Nothing stays in the storage: a user who signs out leaves no rows behind. */
export function forgetFrame(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage nothing was kept.
  }
}

function restoreStyle(element: HTMLElement): void {
  element.style.cssText = element.dataset.style ?? ''
  delete element.dataset.style
}

function isReload(): boolean {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry as PerformanceNavigationTiming | undefined)?.type === 'reload'
}
