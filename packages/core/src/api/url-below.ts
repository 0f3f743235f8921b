/**
 * Whether the path of a request is used unchanged. A URL resolves dot segments, also encoded ones, and reads a host after a
 * leading `//`.
 *
 * @param target the path, with or without a query
 */
export function isStraightPath(target: string): boolean {
  const [path = ''] = target.split(/[?#]/)
  return !path.startsWith('//') && !/(^|[/\\])(\.|%2e){1,2}([/\\]|$)/i.test(path)
}
