/** meta/v1 GroupVersionKind. */
export interface GroupVersionKind {
  readonly group: string
  readonly version: string
  readonly kind: string
}

/** Undefined if a text is no API version: neither `v1` nor `apps/v1`. */
export function parseGroupVersionKind(apiVersion: string, kind: string): GroupVersionKind | undefined {
  const [first = '', second, ...more] = apiVersion.split('/')
  const [group, version] = second === undefined ? ['', first] : [first, second]
  return version === '' || more.length > 0 ? undefined : { group, version, kind }
}

/** `example.com/v1, Kind=Widget`, as in messages of Kubernetes. */
export const formatGroupVersionKind = ({ group, version, kind }: GroupVersionKind): string =>
  `${group === '' ? '' : `${group}/`}${version}, Kind=${kind}`
