import { createBrowserHistory, type HistoryLocation, type RouterHistory } from '@tanstack/react-router'

/**
 * The route in a URL of a static site: that of its hash. The parameters of the page before the hash belong to the route only
 * until it has its own. `createHashHistory` would always append them: a route with parameters would then have two `?`.
 */
export function routeIn({ hash, search }: Pick<Location, 'hash' | 'search'>): Omit<HistoryLocation, 'state'> {
  const route = hash.slice(1).replace(/^\/*/, '/')
  const href = route.includes('?') ? route : addSearch(route, search)
  const [, pathname = '/', query = '', fragment = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(href) ?? []
  return { href, pathname, search: query, hash: fragment }
}

function addSearch(route: string, search: string): string {
  const end = route.indexOf('#')
  return end < 0 ? route + search : route.slice(0, end) + search + route.slice(end)
}

/** Keeps routes in the hash of the URL, so that every file server can serve them. */
export function createStaticHistory(): RouterHistory {
  return createBrowserHistory({
    // The router has set the state before it reads the location.
    parseLocation: () => ({ ...routeIn(location), state: history.state }),
    createHref: href => `${location.pathname}${location.search}#${href}`,
  })
}
