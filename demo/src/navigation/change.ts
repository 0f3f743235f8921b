/** Changes some search parameters of the page: `undefined` removes one. */
export type OnSearch<TSearch> = (
  patch: { readonly [Name in keyof TSearch]?: TSearch[Name] | undefined },
  options?: {
    /** Replaces the entry of the history instead of adding one, for example while the user types. @default false */
    readonly replace?: boolean
  },
) => void
