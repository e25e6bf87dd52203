import { lineSecretName } from '@netward/contract/template-values'
import { faultPhraseKey } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'

interface Fault {
  code: string
  text: string
}

/** A fault in the caller's language; `detail` is the gateway's own text, or its source. */
export function wordedFault(ctx: Pick<RequestContext, 'phrase'>, { code, text }: Fault) {
  const [secret, line = ''] = text.split(/: (.*)/s)
  if (code === 'secret_missing' && secret === lineSecretName) {
    return { text: ctx.phrase(line === '' ? 'faults.no_line' : 'faults.no_line_password'), detail: line }
  }
  return { text: ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey), detail: text }
}
