/** Comments, strings and templates. Comments come first, so that a quote inside a comment does not start a string. */
const NOT_CODE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g

/** A TypeScript source without its comments, strings and the fixed parts of templates. Line numbers stay the same. */
export function codeOnly(source: string): string {
  return source.replace(NOT_CODE, removed => {
    const expressions = removed.startsWith('`') ? [...removed.matchAll(/\$\{([^}]*)\}/g)] : []
    const kept = expressions.map(([, expression]) => expression).join(' ')
    const missing = removed.split('\n').length - kept.split('\n').length
    return ` ${kept}${'\n'.repeat(Math.max(0, missing))} `
  })
}
