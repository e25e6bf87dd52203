import { withoutSequences } from './device-text.ts'

/** A longer line is prose that happens to end like a prompt. */
const longestPrompt = 100

const asksPasswordAtEnd =
  /(?:password|passwd|密码|口令)(?: for [^:：]{1,60}| ?\([^()]{1,60}\))?\s*(?<colon>[:：]?)$/iu
/** A one-time code, or a new password: not the stored one. */
const anotherSecret =
  /one[- ]?time|\botp\b|token|dynamic|verif|\bnew\b|re-?(?:type|enter)|again|confirm|动态|一次性|验证|新|确认|再次|重复/iu
const asksNameAtEnd =
  /(?:(?<![\p{L}\p{N}])(?:login(?: as| name)?|user(?:[ -]?(?:name|id))?|account(?: name)?)|用户名?|[账帐][号户]|登[录陆]名)\s*[:：]$/iu
/** "Last login:", "Current user:": statements, not prompts. */
const aboutLogins = /\b(?:last|previous|failed|successful|current|logged)\b|上次|最近|当前/iu

/** Whether an SSH prompt asks for the login password. */
export const asksPassword = (prompt: string): boolean =>
  asksPasswordAtEnd.test(prompt.trim()) && !anotherSecret.test(prompt)

/** What the end of a telnet login asks for, as far as read. Prompts there end in a colon. */
export function confirmedAtEnd(shown: string): 'name' | 'password' | null {
  const line = lastLine(shown)
  if (line.length > longestPrompt) return null
  if (asksNameAtEnd.test(line)) return aboutLogins.test(line) ? null : 'name'
  const colon = asksPasswordAtEnd.exec(line)?.groups?.['colon'] ?? ''
  return colon !== '' && asksPassword(line) ? 'password' : null
}

function lastLine(shown: string): string {
  const lines = withoutSequences(shown).split('\n')
  const parts = (lines.at(-1) ?? '').split('\r').map((part) => part.replaceAll(/\p{Cc}/gu, '').trim())
  return parts.findLast((part) => part !== '') ?? ''
}
