import { z } from 'zod'
import {
  callOutcomes,
  consentContents,
  consentEnds,
  assistantFeatures,
  maskedKinds,
  modelFailures,
  modelForms,
  modelPresetNames,
  mostPrices,
  mostProviders,
  providerStates,
  routedFeatures,
  statisticGroups,
  statisticSources,
  leastKeptDays,
  mostKeptDays,
} from './assistant-values.ts'
import { usualKeptDays } from './conversation-values.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, nothing, pageInput, pageOf } from './schemas.ts'

const access = 'DMS_SERVER_SYSTEM_AI_SETTING'
const modelName = z
  .string()
  .trim()
  .max(200)
  .regex(/^[\w.:/@ -]+$/)
  .meta({ examples: ['sample-model'] })
const day = z.iso.date().meta({ examples: ['2026-01-31'] })
const yuan = z.number().min(0).max(100_000_000)
const budgetTokens = z.number().int().min(1).max(1_000_000_000_000)
const failure = z.object({ reason: z.enum(modelFailures), detail: z.string() })

/** Yuan for a million tokens, from a day on. */
export const modelPrice = z.object({
  /** Empty: every model of the provider without a price of its own. */
  model: z.union([modelName, z.literal('')]),
  since: day,
  input: yuan,
  cached: yuan,
  output: yuan,
})
export type ModelPrice = z.output<typeof modelPrice>

const provider = z.object({
  id,
  name: z.string(),
  preset: z.enum(modelPresetNames),
  form: z.enum(modelForms),
  address: z.string(),
  hasKey: z.boolean(),
  /** As the service listed them when they were last read. */
  models: z.array(z.string()),
  modelsReadAt: instant.nullable(),
  model: z.string(),
  isAbroad: z.boolean(),
  mostOutput: z.number().int(),
  prices: z.array(modelPrice),
  state: z.enum(providerStates),
  failingSince: instant.nullable(),
  failure: failure.nullable(),
  /** The service asked not to be called before. */
  waitsUntil: instant.nullable(),
  usedAt: instant.nullable(),
  /** The company agreed that its data go there. */
  consented: z.boolean(),
  editedAt: instant,
  editedBy: z.string(),
})

const given = z.object({
  name,
  preset: z.enum(modelPresetNames),
  address: z
    .string()
    .trim()
    .max(300)
    .refine((value) => /^https?:\/\/[^\s?#@]+$/.test(value) && URL.canParse(value), 'validation.format')
    .meta({ examples: ['https://models.example.test/v1'] }),
  /** Left out, the stored one stays. Empty: none. */
  key: z.string().trim().max(500).optional(),
  model: modelName,
  isAbroad: z.boolean(),
  mostOutput: z.number().int().min(256).max(65_536).default(4096),
})

export const listProviders = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/provider',
  access,
  summary: 'Model services of the company acted in, in the order in which they are tried; never their keys',
  input: nothing,
  output: z.array(provider),
})

export const addProvider = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/provider',
  access,
  summary: 'Add a model service; it is tried last',
  input: given,
  output: z.object({ id }),
  errors: ['assistant.name_taken', 'assistant.too_many_providers', 'assistant.key_missing'],
  audit: 'assistant.provider_added',
})

export const editProvider = endpoint({
  method: 'PUT',
  path: '/api/v1/assistant/provider/:providerId',
  access,
  summary: 'Change a model service; another address or country ends the consent to it',
  input: given.extend({ providerId: id }),
  output: done,
  errors: ['assistant.provider_not_found', 'assistant.name_taken', 'assistant.key_missing'],
  audit: 'assistant.provider_edited',
})

export const pauseProvider = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/provider/:providerId/pause',
  access,
  summary: 'Pause or resume a model service',
  input: z.object({ providerId: id, paused: z.boolean() }),
  output: done,
  errors: ['assistant.provider_not_found'],
  audit: 'assistant.provider_paused',
})

export const orderProviders = endpoint({
  method: 'PUT',
  path: '/api/v1/assistant/order',
  access,
  summary: 'The order in which model services are tried: all of them, the first one first',
  input: z.object({ providerIds: z.array(id).min(1).max(mostProviders) }),
  output: done,
  errors: ['assistant.order_incomplete'],
  audit: 'assistant.providers_ordered',
})

export const deleteProvider = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistant/provider/:providerId',
  access,
  summary: 'Delete a model service with its key and the consent to it; its calls stay in the statistics',
  input: z.object({ providerId: id }),
  output: done,
  errors: ['assistant.provider_not_found'],
  audit: 'assistant.provider_deleted',
})

export const readModels = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/provider/:providerId/models',
  access,
  summary: 'Read from the service which models it has',
  input: z.object({ providerId: id }),
  output: z.object({ models: z.array(z.string()) }),
  errors: ['assistant.provider_not_found', 'assistant.models_unreadable'],
  audit: 'assistant.models_read',
})

export const testProvider = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/provider/:providerId/test',
  access,
  summary: 'Call the model with a fixed text and one tool that it must use; no data of the company leave',
  input: z.object({ providerId: id }),
  output: z.object({
    failure: failure.nullable(),
    model: z.string(),
    milliseconds: z.number().int(),
    input: z.number().int(),
    cached: z.number().int(),
    output: z.number().int(),
    estimated: z.boolean(),
    /** Yuan. */
    cost: z.number(),
  }),
  errors: [
    'assistant.provider_not_found',
    'assistant.month_budget_used',
    'assistant.day_budget_used',
    'assistant.too_many_calls',
    'assistant.too_many_at_once',
  ],
  audit: 'assistant.provider_tested',
})

export const setPrices = endpoint({
  method: 'PUT',
  path: '/api/v1/assistant/provider/:providerId/prices',
  access,
  summary: 'Prices of a model service with the days from which they hold; calls before keep their cost',
  input: z.object({ providerId: id, prices: z.array(modelPrice).max(mostPrices) }),
  output: done,
  errors: ['assistant.provider_not_found', 'assistant.price_twice'],
  audit: 'assistant.prices_set',
})

const limits = {
  /** Yuan and tokens of the company in a month, and of a person in a day; null: no limit. */
  monthCost: yuan.nullable(),
  monthTokens: budgetTokens.nullable(),
  dayCost: yuan.nullable(),
  dayTokens: budgetTokens.nullable(),
  /** Calls of a person. */
  perMinute: z.number().int().min(1).max(600),
  atOnce: z.number().int().min(1).max(50),
  /** Days that conversations with all that was sent are kept. */
  keptDays: z.number().int().min(leastKeptDays).max(mostKeptDays).default(usualKeptDays),
  /** The first choice of a feature; without it the order of the services decides. */
  routes: z
    .array(z.object({ feature: z.enum(routedFeatures), providerId: id, model: modelName }))
    .max(routedFeatures.length)
    .refine((all) => new Set(all.map(({ feature }) => feature)).size === all.length, 'validation.format'),
}

export const assistantSettings = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/settings',
  access,
  summary: 'Budgets, limits and models by feature of the company acted in, and what is used of them',
  input: nothing,
  output: z.object({
    ...limits,
    used: z.object({
      month: z.string(),
      /** With what running calls may take at most. */
      cost: z.number(),
      tokens: z.number().int(),
      /** Granted on top of the month's budget. */
      extraCost: z.number(),
      extraTokens: z.number().int(),
      /** People who used the most of their budget today. */
      today: z.array(z.object({ name: z.string(), cost: z.number(), tokens: z.number().int() })),
    }),
  }),
})

export const setAssistantSettings = endpoint({
  method: 'PUT',
  path: '/api/v1/assistant/settings',
  access,
  summary: 'Set budgets, limits and models by feature',
  input: z.object(limits),
  output: done,
  errors: ['assistant.not_a_provider'],
  audit: 'assistant.settings_changed',
})

const consent = z.object({
  id,
  /** Null: the service is deleted. */
  providerId: id.nullable(),
  providerName: z.string(),
  address: z.string(),
  isAbroad: z.boolean(),
  contents: z.array(z.enum(consentContents)),
  /** What is masked before it leaves. */
  masked: z.array(z.enum(maskedKinds)),
  givenAt: instant,
  givenBy: z.string(),
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  endedBecause: z.enum(consentEnds).nullable(),
})

export const listConsents = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/consent',
  access,
  summary: 'Consents of the company acted in, those in force first, then the last 100 that ended',
  input: nothing,
  output: z.object({
    /** Whether the caller may give and withdraw. */
    mayDecide: z.boolean(),
    items: z.array(consent),
  }),
})

export const giveConsent = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/consent',
  access,
  summary: 'Agree that data of the company go to a model service; one abroad is confirmed apart',
  input: z.object({
    providerId: id,
    contents: z.array(z.enum(consentContents)).min(1).max(consentContents.length),
    masked: z.array(z.enum(maskedKinds)).max(maskedKinds.length),
    /** Data leave the country. */
    abroad: z.boolean().default(false),
  }),
  output: z.object({ id }),
  errors: ['assistant.provider_not_found', 'assistant.only_at_home', 'assistant.abroad_unconfirmed'],
  audit: 'assistant.consent_given',
})

export const withdrawConsent = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/consent/:consentId/withdraw',
  access,
  summary: 'Withdraw a consent; nothing goes there any more',
  input: z.object({ consentId: id }),
  output: done,
  errors: ['assistant.no_consent', 'assistant.only_at_home'],
  audit: 'assistant.consent_withdrawn',
})

const statisticInput = z.object({
  from: day,
  /** With this day. */
  to: day,
  by: z.enum(statisticGroups),
  /** Also companies below. */
  below: z.boolean().default(false),
  of: z.enum(statisticSources).default('own'),
})

const sums = {
  calls: z.number().int(),
  /** With the cached ones. */
  input: z.number().int(),
  cached: z.number().int(),
  output: z.number().int(),
  cost: z.number(),
  /** Share of the tokens that the service did not report, from 0 to 1. */
  estimatedShare: z.number(),
}

export const tokenStatistics = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/assistant/statistics',
  access,
  summary:
    'Tokens and cost of a period by day, company, person, feature or model, with their total; of offers what companies below used',
  input: statisticInput,
  output: z.object({
    /** The first 1,000 by cost; by day all. */
    rows: z.array(z.object({ key: z.string(), name: z.string(), ...sums })),
    total: z.object(sums),
  }),
  errors: ['assistant.period_wrong', 'assistant.group_hidden'],
})

export const exportTokenStatistics = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/assistant/statistics/export',
  access,
  summary: 'The same as CSV',
  input: statisticInput,
  output: z.null(),
  answer: 'csv',
  errors: ['assistant.period_wrong', 'assistant.group_hidden'],
})

const reconciled = {
  calls: z.number().int(),
  /** By the usage that the service reported. */
  reported: z.number().int(),
  /** By the text, where it reported none. */
  estimated: z.number().int(),
  /** Their process stopped: by what was reserved. */
  abandoned: z.number().int(),
  running: z.number().int(),
  /** Tokens of the ledger, and those that the service reported. */
  tokens: z.number().int(),
  reportedTokens: z.number().int(),
}

export const reconcileTokens = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/assistant/reconciliation',
  access,
  summary: 'The ledger beside the usage that services reported, by service: to compare with their bills',
  input: z.object({ from: day, to: day }),
  output: z.object({
    rows: z.array(z.object({ name: z.string(), model: z.string(), ...reconciled })),
    total: z.object(reconciled),
  }),
  errors: ['assistant.period_wrong'],
})

export const pageModelCalls = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/assistant/call/lists',
  access,
  summary: 'The ledger: each call of a model that the company acted in pays for',
  input: pageInput.extend({
    feature: z.enum(assistantFeatures).optional(),
    sort: z.enum(['at', '-at']).default('-at'),
  }),
  output: pageOf(
    z.object({
      id,
      at: instant,
      personName: z.string(),
      feature: z.enum(assistantFeatures),
      providerName: z.string(),
      model: z.string(),
      state: z.enum(['reserved', 'settled']),
      /** Null: it still runs. */
      outcome: z.enum(callOutcomes).nullable(),
      input: z.number().int(),
      cached: z.number().int(),
      output: z.number().int(),
      estimated: z.boolean(),
      cost: z.number(),
    }),
  ),
})
