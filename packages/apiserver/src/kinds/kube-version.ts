const SHAPE = /^v(\d+)(?:(alpha|beta)(\d+))?$/
const STAGES = ['alpha', 'beta', '']

/**
 * Orders API versions as discovery does, stable and newest first: `v2`, `v1`, `v1beta2`, `v1alpha1`; other names come
 * last, alphabetically.
 */
export function compareKubeVersions(a: string, b: string): number {
  const [left, right] = [weightOf(a), weightOf(b)]
  if (left && right) return right[0] - left[0] || right[1] - left[1] || right[2] - left[2]
  if (left || right) return left ? -1 : 1
  return a < b ? -1 : a > b ? 1 : 0
}

function weightOf(version: string): readonly [stage: number, major: number, minor: number] | undefined {
  const [, major, stage = '', minor = '0'] = SHAPE.exec(version) ?? []
  return major === undefined ? undefined : [STAGES.indexOf(stage), Number(major), Number(minor)]
}
