// oxlint-disable no-control-regex -- control characters are what is taken off
import { withoutSequences } from '../../terminal/index.ts'

/** ECMA-48 CUB and CHA: pagers go back over their question by them, or by carriage returns and backspaces. */
const backToStart = /\u001b\[(?:\d{2,4}D|1?G)/g
/** A pager's question, and the blanks that overwrite it. */
export const pager =
  /(?:^|[\r\n])[ \t]*(?:-{1,8} ?\(? ?more ?\)?[^\n\r]{0,60}?-*|<-+ ?more ?-+>|press any key to continue[^\n\r]{0,40})[ \t]*$/i
const pagerInLine = /^[ \t]*-{1,8} ?\(? ?more ?\)?[^\n\r]{0,60}?-{0,8}(?:[ \t]{2,}|$)/i

/** Longer lines are no configuration. */
const longestLine = 20_000

/** What a person would see at last, line by line. Device output is hostile: no control character but the tab stays. */
export function cleanLines(output: string): string[] {
  return withoutSequences(output.replaceAll(backToStart, '\r'))
    .split('\n')
    .map((line) => overwritten(line).slice(0, longestLine).toWellFormed())
}

function overwritten(line: string): string {
  const parts = line.replace(/\r+$/, '').split('\r')
  let shown = parts.at(-1) ?? ''
  if (shown.includes('\b')) shown = backspaced(shown)
  return shown
    .replace(pagerInLine, '')
    .replaceAll(/(?!\t)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, '')
    .trimEnd()
}

function backspaced(text: string): string {
  const shown: string[] = []
  for (const char of text) {
    if (char === '\b') shown.pop()
    else shown.push(char)
  }
  return shown.join('')
}
