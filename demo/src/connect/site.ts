/** Whether this is the static site of `npm run build:static --workspace demo`: no server, the mock only, and routes in the URL's hash. */
export const IS_STATIC: boolean = import.meta.env.VITE_STATIC === 'true'

/** The path of a file or folder of the site, which may be in any folder of its origin. */
export function pathInSite(name: string): string {
  // With routes in the path, the base is `/`. With routes in the hash, it is `./`: the folder of the page.
  return new URL(import.meta.env.BASE_URL + name, globalThis.document?.baseURI ?? 'http://localhost').pathname
}
