export interface Import {
  /** As written. */
  specifier: string
  line: number
  typeOnly: boolean
}

const pattern =
  /(?:^|[\s;}])(?:(import|export)\s+(type\s)?(?:[\w*${},\s]+?\sfrom\s+)?|(import)\s*\(\s*)(['"])([^'"\n]+)\4/g

/**
 * Imports and re-exports of a TypeScript module. Comments are ignored; works on formatted code, not a parser.
 */
export function importsOf(text: string): Import[] {
  const code = withoutComments(text)
  return [...code.matchAll(pattern)].map((match) => ({
    specifier: match[5] ?? '',
    line: code.slice(0, match.index + match[0].length).split('\n').length,
    typeOnly: match[2] !== undefined,
  }))
}

/** The same text with comments blanked, so that lines stay where they are. Strings and templates are kept. */
export function withoutComments(text: string): string {
  return text.replace(
    /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    (whole, kept: string | undefined) => kept ?? whole.replace(/[^\n]/g, ' '),
  )
}
