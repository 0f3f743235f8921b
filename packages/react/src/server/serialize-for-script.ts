const ESCAPES: Readonly<Record<string, string>> = {
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

/**
 * The JSON of a value, for `<script type="application/json">`: no text in it ends the script. Read it with `JSON.parse`. It
 * must not be a script of its own: in the source of a program, a member `__proto__` is no member.
 *
 * @example `<script type="application/json" id="informers">${serializeForScript(state)}</script>`
 */
export const serializeForScript = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>\u2028\u2029]/g, character => ESCAPES[character] ?? '')
