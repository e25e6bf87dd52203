import type { BuiltInRole } from '@netward/contract/permissions'

/** What the built-in roles are for, and areas of permissions. */
export const permissions = {
  builtIn: {
    platform_administrator: 'Everything on the platform',
    administrator: 'Everything in the company',
    engineer: 'Claims, configures and reboots devices, manages sites',
    management_layer: 'Sees devices, sites, the operations centre and the audit log',
    execution_layer: 'Sees devices and sites, reboots devices',
    user_layer: 'Sees devices and sites',
  } satisfies Record<BuiltInRole, string>,
  areas: {
    workbench: 'Workbench',
    equipment: 'Devices',
    outlets: 'Sites',
    alarms: 'Alarms',
    operations: 'Operations centre',
    tenants: 'Tenants',
    catalogue: 'Products and packages',
    licences: 'Licences',
    roles: 'Roles',
    people: 'Organisation and members',
    acting: 'Acting in tenants',
    applications: 'Applications',
    settings: 'System settings',
  },
}
