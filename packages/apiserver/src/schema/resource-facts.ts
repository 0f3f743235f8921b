/** What discovery reports about a built-in resource beyond the table in `@kube-informer/core/resources`. */
export interface ResourceFacts {
  readonly storageVersionHash?: string
  /** Group and version of subresource kinds that differ from the resource's own, by the subresource's name. */
  readonly subresources?: Readonly<Record<string, readonly [group: string, version: string]>>
}
