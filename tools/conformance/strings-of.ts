/** A comment (skipped) or a literal (its text is captured). An escape never ends a literal. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\[\s\S])*)`/g

/**
 * The texts of the string literals in a source, without comments. It supports neither regular expressions nor
 * nested templates, which is sufficient for the titles of tests.
 */
export function stringsOf(source: string): string[] {
  return [...source.matchAll(TOKEN)].flatMap(
    ([, single, double, template]) => single ?? double ?? template ?? [],
  )
}
