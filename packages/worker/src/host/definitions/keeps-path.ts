import type { InformerDefinition } from '../../api/definition.ts'

/** Whether neither `trim` nor `pick` of a definition removes a path, given as dotted text, or a part of it. */
export function keepsPath(
  { pick, trim = [] }: Pick<InformerDefinition, 'pick' | 'trim'>,
  path: string,
): boolean {
  const steps = path.split('.')
  const above = steps.map((_, index) => steps.slice(0, index + 1).join('.'))
  const isCut = trim.some(each => above.includes(each) || each.startsWith(`${path}.`))
  return !isCut && (!pick || pick.some(each => above.includes(each)))
}
