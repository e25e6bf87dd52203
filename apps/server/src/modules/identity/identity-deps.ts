import type { Scopes } from '../../platform/db/scope.ts'
import type { MessageDeps } from '../messages/index.ts'

/** What the functions of this module work with. */
export interface IdentityDeps extends MessageDeps {
  readonly scopes: Scopes
}
