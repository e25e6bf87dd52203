import { purposeAndUsers, routes, entities, statesOfSession } from './sections-1-to-4.ts'
import { validation, roles, calls, errors, constants } from './sections-5-to-9.ts'
import type { Sentence } from './sentence.ts'

/** What the specification says, in its order. */
export const sentences: readonly Sentence[] = [
  ...purposeAndUsers,
  ...routes,
  ...entities,
  ...statesOfSession,
  ...validation,
  ...roles,
  ...calls,
  ...errors,
  ...constants,
]
