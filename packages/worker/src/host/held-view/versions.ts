import { compareResourceVersions } from '@kube-informer/core'

/** Whether a resourceVersion is older than another. The empty one is older than any other. */
export function isOlder(resourceVersion: string, than: string): boolean {
  if (resourceVersion === '' || than === '') return than !== ''
  try {
    return compareResourceVersions(resourceVersion, than) < 0
  } catch {
    // A resourceVersion that is not a number cannot be compared.
    return false
  }
}

/** The newest of several resourceVersions; "" for none. */
export const newestOf = (versions: readonly string[]): string =>
  versions.reduce((newest, each) => (isOlder(newest, each) ? each : newest), '')

/** The oldest of several resourceVersions; "" for none. */
export const oldestOf = (versions: readonly string[]): string =>
  versions.reduce((oldest, each) => (isOlder(each, oldest) ? each : oldest), versions[0] ?? '')
