import { faultPhraseKey } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import type { KeptProblem } from './rollout.repo.ts'

/** What a session could not do, in the asker's language; `detail` are the gateway's own words. */
export function wordedProblem(ctx: Pick<RequestContext, 'phrase'>, { path, code, text }: KeptProblem) {
  return { path, text: ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey), detail: text }
}
