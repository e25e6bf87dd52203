import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ModelTimes } from '../assistant/index.ts'
import type { Turns } from './turns.ts'

export interface ConversationDeps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  /** NETWARD_OUTGOING_RANGES. */
  readonly outgoingRanges: readonly string[]
  readonly turns: Turns
  /** Shorter in tests. */
  readonly times?: ModelTimes
}
