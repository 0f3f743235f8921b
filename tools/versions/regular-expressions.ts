const REGULAR_EXPRESSIONS = 'javascript.regular_expressions'

/** The parts of patterns that are younger than ES2015, by what they look like. */
const PARTS = [
  [/\(\?<[=!]/, `${REGULAR_EXPRESSIONS}.lookbehind_assertion`],
  [/\(\?<[^=!]/, `${REGULAR_EXPRESSIONS}.named_capturing_group`],
  [/\\k</, `${REGULAR_EXPRESSIONS}.named_backreference`],
  [/\\[pP]\{/, `${REGULAR_EXPRESSIONS}.unicode_character_class_escape`],
  [/\(\?[ims]*(?:-[ims]+)?:(?<!\(\?:)/, `${REGULAR_EXPRESSIONS}.modifier`],
] as const

const FLAGS: Readonly<Record<string, string>> = {
  d: 'javascript.builtins.RegExp.hasIndices',
  s: 'javascript.builtins.RegExp.dotAll',
  u: 'javascript.builtins.RegExp.unicode',
  v: 'javascript.builtins.RegExp.unicodeSets',
  y: 'javascript.builtins.RegExp.sticky',
}

/** An escaped backslash, and an escaped parenthesis: neither begins a part of a pattern. */
const ESCAPED = /\\[\\(]/g

/** The features of a regular expression, by their paths in the compat data. */
export function featuresOfPattern(pattern: string, flags: string): readonly string[] {
  const plain = pattern.replace(ESCAPED, '')
  return [
    ...PARTS.filter(([part]) => part.test(plain)).map(([, feature]) => feature),
    ...[...flags].flatMap(flag => FLAGS[flag] ?? []),
  ]
}
