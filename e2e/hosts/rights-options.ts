/** The options of the rights page, passed in its URL. It shows all Pods, those of a namespace, or a Secret. */
export interface RightsOptions {
  /** The apiserver. */
  readonly api: string
  /** The bearer token. */
  readonly token: string
  /** The option `namespaces` of the connection. @default none */
  readonly namespaces?: readonly string[]
  /** Shows the Pods of this namespace. */
  readonly namespace?: string
  /** Shows this Secret: `namespace/name`. */
  readonly secret?: string
}

/** The page's URL for these options. */
export const rightsUrl = (site: string, options: RightsOptions): string =>
  `${site}/rights.html?options=${encodeURIComponent(JSON.stringify(options))}`

/** The options in the page's URL. */
export const rightsOptionsOf = (search: string): RightsOptions =>
  JSON.parse(new URLSearchParams(search).get('options') ?? '') as RightsOptions
