import type { Errors, Events, Permissions } from './codes.ts'

export const errors = {
  'assistant.provider_not_found': 404,
  'assistant.name_taken': 409,
  'assistant.too_many_providers': 409,
  'assistant.key_missing': 400,
  'assistant.order_incomplete': 400,
  /** A model of a feature, or a price, of a provider that the company does not have. */
  'assistant.not_a_provider': 400,
  'assistant.price_twice': 400,
  'assistant.period_wrong': 400,
  /** The list of models could not be read; the data say why. */
  'assistant.models_unreadable': 502,
  /** Administrators of the company itself give and withdraw its consent. */
  'assistant.only_at_home': 403,
  'assistant.abroad_unconfirmed': 400,
  'assistant.no_consent': 404,
  /** While a question is answered: its calls end. */
  'assistant.consent_ended': 409,
  'assistant.service_gone': 409,
  'assistant.quota_used': 429,
  /** Offers: a company without companies below, one that is not below, and nobody at all. */
  'assistant.nobody_below': 409,
  'assistant.not_below': 400,
  'assistant.offer_to_nobody': 400,
  /** Who offers a service learns how much is used, not by whom. */
  'assistant.group_hidden': 400,
  'assistant.budget_left': 409,
  'assistant.request_open': 409,
  'assistant.request_not_found': 404,
  'assistant.request_decided': 409,
  /** It would leave the budget used up. */
  'assistant.grant_too_small': 400,
  'assistant.month_budget_used': 429,
  'assistant.day_budget_used': 429,
  'assistant.too_many_calls': 429,
  'assistant.too_many_at_once': 429,
} as const satisfies Errors

export const permissions = {
  DMS_SERVER_SYSTEM_AI_SETTING: { roles: [], companyWide: true, peopleOnly: true },
} as const satisfies Permissions

export const events = {} as const satisfies Events
