import type { Scopes } from '../../platform/db/scope.ts'
import type { MessageDeps } from '../messages/index.ts'

/** Dependencies of this module. */
export interface IdentityDeps extends MessageDeps {
  readonly scopes: Scopes
}
