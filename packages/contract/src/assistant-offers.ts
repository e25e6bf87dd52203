import { z } from 'zod'
import { modelPrice } from './assistant.ts'
import { mostOfferCompanies, mostPrices, modelPresetNames, offeredStates } from './assistant-values.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, nothing } from './schemas.ts'

const access = 'DMS_SERVER_SYSTEM_AI_SETTING'
const named = z.object({ id, name: z.string() })
const monthTokens = z.number().int().min(1).max(1_000_000_000_000)

const offer = {
  /** All companies below, also those that come later. */
  forAll: z.boolean(),
  /** What those companies pay: in their own ledgers. */
  prices: z.array(modelPrice).max(mostPrices),
  /** Tokens of each company in a month; null: as many as its budget allows. */
  monthTokens: monthTokens.nullable(),
}

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/offer',
  access,
  summary: 'Model services that the company acted in offers to companies below',
  input: nothing,
  output: z.object({
    /** Whether it may have companies below. */
    mayOffer: z.boolean(),
    items: z.array(
      z.object({
        providerId: id,
        ...offer,
        companies: z.array(named),
        editedAt: instant,
        editedBy: z.string(),
        /** Of this month, by all companies. */
        taken: z.number().int(),
        /** Companies that agreed that their data go there. */
        consents: z.number().int(),
      }),
    ),
  }),
})

export const offerCompanies = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/offer/companies',
  access,
  summary: 'Companies below by their name or code, for an offer: the first 50',
  input: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.array(named),
})

export const setOffer = endpoint({
  method: 'PUT',
  path: '/api/v1/assistant/provider/:providerId/offer',
  access,
  summary: 'Offer a model service to companies below; consents of those that lose it end',
  input: z.object({ providerId: id, ...offer, companyIds: z.array(id).max(mostOfferCompanies) }),
  output: done,
  errors: [
    'assistant.provider_not_found',
    'assistant.nobody_below',
    'assistant.not_below',
    'assistant.offer_to_nobody',
    'assistant.price_twice',
  ],
  audit: 'assistant.offer_set',
})

export const withdrawOffer = endpoint({
  method: 'DELETE',
  path: '/api/v1/assistant/provider/:providerId/offer',
  access,
  summary: 'Offer a model service no more; consents to it end',
  input: z.object({ providerId: id }),
  output: done,
  errors: ['assistant.provider_not_found'],
  audit: 'assistant.offer_withdrawn',
})

export const listOffered = endpoint({
  method: 'GET',
  path: '/api/v1/assistant/offered',
  access,
  summary: 'Model services that companies above offer to the company acted in, and the order of all services',
  input: nothing,
  output: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        /** Who offers it. */
        ownerName: z.string(),
        preset: z.enum(modelPresetNames),
        address: z.string(),
        model: z.string(),
        models: z.array(z.string()),
        isAbroad: z.boolean(),
        prices: z.array(modelPrice),
        monthTokens: monthTokens.nullable(),
        /** Of this month, with what running calls may take. */
        taken: z.number().int(),
        state: z.enum(offeredStates),
        waitsUntil: instant.nullable(),
        hidden: z.boolean(),
        consented: z.boolean(),
      }),
    ),
    /** Services of the company and those offered, in the order in which they are tried. */
    order: z.array(id),
  }),
})

export const hideOffered = endpoint({
  method: 'POST',
  path: '/api/v1/assistant/offered/:providerId/hide',
  access,
  summary: 'Hide an offered model service, which is not called then, or use it again',
  input: z.object({ providerId: id, hidden: z.boolean() }),
  output: done,
  errors: ['assistant.provider_not_found'],
  audit: 'assistant.offered_hidden',
})
