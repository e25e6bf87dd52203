import { access } from './access.ts'
import { account } from './account.ts'
import { acting } from './acting.ts'
import { applications } from './applications.ts'
import { audit } from './audit.ts'
import { common } from './common.ts'
import { companyMove } from './company-move.ts'
import { devices } from './devices.ts'
import { diagnostics } from './diagnostics.ts'
import { entry } from './entry.ts'
import { errors } from './errors.ts'
import { faults } from './faults.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { gateways } from './gateways.ts'
import { licences } from './licences.ts'
import { ota } from './ota.ts'
import { outlets } from './outlets.ts'
import { permissions } from './permissions.ts'
import { products } from './products.ts'
import { provisioning } from './provisioning.ts'
import { roles } from './roles.ts'
import { settings } from './settings.ts'
import { shell } from './shell.ts'
import { tenants } from './tenants.ts'
import { terminals } from './terminals.ts'
import { validation } from './validation.ts'
import { workbench } from './workbench.ts'

export const phrases = {
  ...entry,
  access,
  account,
  acting,
  applications,
  audit,
  common,
  companyMove,
  devices,
  diagnostics,
  errors,
  faults,
  gatewaySettings,
  gateways,
  licences,
  ota,
  outlets,
  permissions,
  products,
  provisioning,
  roles,
  shell,
  tenants,
  terminals,
  validation,
  settings,
  workbench,
}
