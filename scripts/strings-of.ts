/** A comment, which is passed over, or a literal, whose text is kept; an escape never ends a literal. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\[\s\S])*)`/g

/**
 * The texts of the string literals in a source, without those in comments. It knows no regular expressions and
 * no nested templates, which is enough to find the titles of tests.
 */
export function stringsOf(source: string): string[] {
  return [...source.matchAll(TOKEN)].flatMap(
    ([, single, double, template]) => single ?? double ?? template ?? [],
  )
}
