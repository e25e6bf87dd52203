import { cleanText } from '../../../platform/clean-text.ts'

/** Our mails have it in their first line: what stands below is what was answered. */
export const replyMark = '##-'

/** Lines with which mail programs begin what they quote. */
const quoteBegins = [
  /^-{2,}\s*(?:original message|forwarded message|原始邮件|原邮件|转发邮件)\s*-{2,}$/i,
  /^_{20,}$/,
  /^on .{1,200} wrote[:：]$/i,
  /^(?:在|于)?.{4,200}(?:写道|寫道)[:：]$/,
  /^(?:from|发件人)\s*[:：].*$/i,
  /^-- $/,
]

/** What somebody wrote, without what they answered and without their signature; '' if that is all. */
export function replyText(text: string, most: number): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const marked = lines.findIndex((line) => line.includes(replyMark))
  const above = marked === -1 ? lines : lines.slice(0, marked)
  const quoted = above.findIndex(
    (line, index) =>
      quoteBegins.some((begin) => begin.test(line === '-- ' ? line : line.trim())) ||
      // Outlook and others wrap the line.
      /^on .{1,200} wrote[:：]$/i.test(`${line.trim()} ${above[index + 1]?.trim() ?? ''}`) ||
      (line.startsWith('>') && above.slice(index).every((later) => later === '' || later.startsWith('>'))),
  )
  return cleanText((quoted === -1 ? above : above.slice(0, quoted)).join('\n'), most).trim()
}
