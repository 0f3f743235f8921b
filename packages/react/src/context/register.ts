/**
 * Extend this interface once to register an application's definition: the hooks of `@kube-informer/react` then have the types
 * of its resources, indexes and rows.
 *
 * @example
 * declare module '@kube-informer/react' {
 *   interface Register {
 *     informers: typeof informers
 *     resource: 'pods' // optional: types the hooks that pass no `resource`; the provider then has to pass resource="pods"
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: applications extend it by declaration merging
export interface Register {}
