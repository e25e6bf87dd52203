import { meetsPasswordPolicy } from '@netward/contract/field-rules'
import type { Scopes } from '../../platform/db/scope.ts'
import type { CallContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { platformSettings } from '../settings/index.ts'

/**
 * The installation's rules for new passwords, beyond those every form enforces. Existing passwords stay
 * valid.
 * @throws AppError sign_in.password_policy at `field`
 */
export async function refuseWeak(
  scopes: Scopes,
  call: Pick<CallContext, 'phrase'>,
  password: string,
  field: string,
): Promise<void> {
  const { passwordLength: length, passwordClasses: classes } = await platformSettings(scopes)
  if (!meetsPasswordPolicy(password, { length, classes }))
    throw wrongField(call, 'sign_in.password_policy', field, { length, classes })
}
