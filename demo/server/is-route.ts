/** First segments of paths that are no pages: files of the bundle, clusters, and what Vite's development server adds. */
const NO_PAGES = /^\/(assets|fake|k8s|clusters|src|node_modules|@[^/]*)(\/|$)/

/**
 * Whether a path is a route of the console, which `index.html` answers. Routes below `/c/` may have dots, as names of
 * objects and groups do. Elsewhere a dot means a file.
 */
export const isRoute = (path: string): boolean =>
  path === '/c' || path.startsWith('/c/') || (!path.includes('.') && !NO_PAGES.test(path))
