/** Character codes of JSON syntax, as returned by `charCodeAt`. */

export const QUOTE: number = 0x22
export const BACKSLASH: number = 0x5c
export const COMMA: number = 0x2c
export const COLON: number = 0x3a
export const OPEN_BRACE: number = 0x7b
export const CLOSE_BRACE: number = 0x7d
export const OPEN_BRACKET: number = 0x5b
export const CLOSE_BRACKET: number = 0x5d
export const NEWLINE: number = 0x0a
export const SPACE: number = 0x20
