/** Zero-width and bidi controls, tags, soft hyphens, variation selectors beyond the usual: they hide text from a reader. */
const invisible =
  /\u{AD}|\u{34F}|\u{61C}|[\u{115F}\u{1160}]|[\u{17B4}\u{17B5}]|\u{180B}|\u{180C}|\u{180D}|[\u{180E}\u{200B}-\u{200F}\u{202A}-\u{202E}\u{2060}-\u{206F}\u{3164}\u{FEFF}\u{FFA0}\u{FFF0}-\u{FFFB}]|[\u{E0000}-\u{E0FFF}]/gu

/** Text without control characters (but line feeds and tabs) and without characters that nobody sees. */
export const plainCharacters = (text: string) =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(invisible, '')
