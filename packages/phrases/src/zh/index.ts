import { access } from './access.ts'
import { account } from './account.ts'
import { common } from './common.ts'
import { devices } from './devices.ts'
import { entry } from './entry.ts'
import { errors } from './errors.ts'
import { faults } from './faults.ts'
import { gateways } from './gateways.ts'
import { permissions } from './permissions.ts'
import { roles } from './roles.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { validation } from './validation.ts'
import { workbench } from './workbench.ts'

export const phrases = {
  ...entry,
  access,
  account,
  common,
  devices,
  errors,
  faults,
  gateways,
  permissions,
  roles,
  shell,
  validation,
  settings,
  workbench,
}
