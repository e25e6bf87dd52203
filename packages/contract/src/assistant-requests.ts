import { z } from 'zod'
import { requestKinds, requestStates } from './assistant-values.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, nothing, pageInput, pageOf } from './schemas.ts'

const request = {
  id,
  kind: z.enum(requestKinds),
  reason: z.string(),
  state: z.enum(requestStates),
  askedAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  answer: z.string(),
  /** Granted on top of the budget: yuan and tokens. */
  cost: z.number().nullable(),
  tokens: z.number().int().nullable(),
}

export const ownTokenBudget = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/request',
  access: 'own',
  summary: 'Which budget of the assistant is used up for the person, and what they asked for lately',
  input: nothing,
  output: z.object({
    /** Null: none is. */
    used: z.enum(requestKinds).nullable(),
    /** The last ones first: one at most is open. */
    requests: z.array(z.object(request)),
  }),
})

export const askForTokens = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/request',
  access: 'own',
  summary: 'Ask the administrators of the own company for more, once a budget is used up',
  input: z.object({ reason: z.string().trim().min(1).max(500) }),
  output: z.object({ id, kind: z.enum(requestKinds) }),
  errors: ['assistant.budget_left', 'assistant.request_open'],
  audit: 'assistant.tokens_asked',
})

const access = 'DMS_SERVER_SYSTEM_AI_SETTING'

export const pageTokenRequests = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/assistant/request/lists',
  access,
  summary: 'Requests for more than the budget, the open ones first, then the last ones',
  input: pageInput.extend({ state: z.enum(requestStates).optional() }),
  output: pageOf(z.object({ ...request, personName: z.string() })),
})

export const decideTokenRequest = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/request/:requestId/decide',
  access,
  summary: 'Grant more for this day or this month, or refuse it with a reason; the person is notified',
  input: z
    .object({
      requestId: id,
      grant: z.boolean(),
      cost: z.number().min(0.01).max(100_000_000).nullable().default(null),
      tokens: z.number().int().min(1).max(1_000_000_000_000).nullable().default(null),
      answer: z.string().trim().max(500).default(''),
    })
    .superRefine(({ grant, answer }, context) => {
      if (!grant && answer === '')
        context.addIssue({ code: 'custom', path: ['answer'], message: 'validation.missing' })
    }),
  output: done,
  errors: ['assistant.request_not_found', 'assistant.request_decided', 'assistant.grant_too_small'],
  audit: 'assistant.tokens_decided',
})
