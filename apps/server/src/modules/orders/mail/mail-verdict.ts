/** Header fields of a mail, the topmost first; names in lower case. */
export type MailHeaders = readonly { readonly name: string; readonly value: string }[]

/**
 * Whether a program sent it: an automatic answer (RFC 3834 §5), a list, a bounce (RFC 3464), or ourselves. An answer to one
 * may be answered for ever.
 */
export function isAutomatic(headers: MailHeaders, from: string, inbox: string): boolean {
  const value = (name: string) =>
    headers
      .find((header) => header.name === name)
      ?.value.trim()
      .toLowerCase()
  const autoSubmitted = value('auto-submitted')
  const [local = '', domain] = from.toLowerCase().split('@')
  const [inboxLocal, inboxDomain] = inbox.toLowerCase().split('@')
  return (
    (autoSubmitted !== undefined && !/^no\b/.test(autoSubmitted)) ||
    /^(?:bulk|junk|list|auto_reply)$/.test(value('precedence') ?? '') ||
    value('list-id') !== undefined ||
    value('x-autoreply') !== undefined ||
    value('return-path') === '<>' ||
    /^multipart\/report\b/.test(value('content-type') ?? '') ||
    /^(?:mailer-daemon|postmaster|no-?reply)$/.test(local) ||
    (domain === inboxDomain && local.split('+', 1)[0] === inboxLocal)
  )
}

/**
 * Whether the receiving server found that the domain of the sender stands behind the mail: `dmarc=pass` (RFC 8601, RFC 7489).
 * That server removes results which a sender wrote under its name (RFC 8601 §5). What stands below its own trace is not read
 * all the same: it was there when the mail came.
 */
export function isDmarcPass(headers: MailHeaders, authServer: string, from: string): boolean {
  const domain = from.slice(from.lastIndexOf('@') + 1).toLowerCase()
  let isBelow = false
  for (const { name, value } of headers) {
    if (name === 'received' && isBelow) return false
    if (name !== 'authentication-results') continue
    const [server = '', ...results] = withoutComments(value)
      .split(';')
      .map((part) => part.trim().toLowerCase())
    if (server.split(/\s/, 1)[0] !== authServer.toLowerCase()) continue
    isBelow = true
    const found = results.map((result) => result.split(/\s+/)).find(([first]) => first?.startsWith('dmarc='))
    if (found !== undefined) return found[0] === 'dmarc=pass' && found.includes(`header.from=${domain}`)
  }
  return false
}

/** RFC 5322 §3.2.2: comments nest. */
function withoutComments(value: string): string {
  let depth = 0
  let kept = ''
  for (const sign of value.replaceAll(/[\r\n]+/g, ' ')) {
    if (sign === '(') depth += 1
    else if (sign === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0) kept += sign
  }
  return kept
}
