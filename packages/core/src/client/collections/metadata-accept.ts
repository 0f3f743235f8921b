const accept = (kind: string): string => `application/json;as=${kind};g=meta.k8s.io;v=v1`

/** The Accept headers for a list, and for a watch or a get. The server rejects each form for the other. */
export const METADATA_ACCEPT: Readonly<Record<'list' | 'watch', string>> = {
  list: /* @__PURE__ */ accept('PartialObjectMetadataList'),
  watch: /* @__PURE__ */ accept('PartialObjectMetadata'),
}
