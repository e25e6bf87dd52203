import type { BuiltInRole, PermissionCode } from '@netward/contract/permissions'

/** What every permission is called and what it allows, and what the built-in roles are for. */
export const permissions = {
  codes: {
    DMS_SERVER_MANAGE_WORKBENCH: {
      name: 'Workbench',
      allows: 'See the workbench and what waits for somebody',
    },
    DMS_SERVER_MANAGE_OPERATIONS_CENTER: { name: 'Operations centre', allows: 'Open the operations centre' },
    DMS_SERVER_CENTER_GLOBAL_OPERATIONS: {
      name: 'Overall network operations',
      allows: 'See the overview of the whole network',
    },
    DMS_SERVER_CENTER_HEALTH_MONITOR: { name: 'Service health', allows: 'See how healthy the services are' },
    DMS_SERVER_CENTER_RESOURCE_DISTRIBUTION: {
      name: 'Resource distribution',
      allows: 'See where the resources are',
    },
    DMS_SERVER_CENTER_PERSONAL_PERFORMANCE: {
      name: 'Personal performance',
      allows: 'See workload and performance of people',
    },
    DMS_SERVER_ORGANIZATION_MANAGE: {
      name: 'Organisation management',
      allows: 'Open the menu of organisation management',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT: {
      name: 'See tenants',
      allows: 'See the list of tenants and their details',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CREATE: {
      name: 'Create tenants',
      allows: 'Create and import MSPs and end customers',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_EDIT: {
      name: 'Edit tenants',
      allows: 'Change the details and the validity of tenants',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE: {
      name: 'Freeze and thaw tenants',
      allows: 'Keep the members of a tenant out, and let them in again',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DEACTIVATE: {
      name: 'Deactivate tenants',
      allows: 'Deactivate tenants and reactivate them',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT: {
      name: 'Convert and extend',
      allows: 'Make trials and POCs formal, or extend them',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DELETE: {
      name: 'Delete tenants',
      allows: 'Delete deactivated tenants and their data for good',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE: {
      name: 'Move tenants',
      allows: 'Move tenants to another MSP',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_BREAK_GLASS: {
      name: 'Break the glass',
      allows: 'Enter a tenant without its consent in an emergency; it is told',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_TENANT_REGISTRATION: {
      name: 'Decide applications',
      allows: 'Approve or refuse companies that apply for a trial',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT: {
      name: 'See products',
      allows: 'See the products of the platform',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_PRODUCT_EDIT: {
      name: 'Manage products',
      allows: 'Create, publish, maintain and deactivate products',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE: {
      name: 'See packages',
      allows: 'See packages with their quotas and prices',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE_EDIT: {
      name: 'Manage packages',
      allows: 'Create packages and change their quotas and prices',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_LICENSE: {
      name: 'See licences',
      allows: 'See licences, usage and update history',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_ISSUE: {
      name: 'Issue licences',
      allows: 'Issue, renew and enlarge licences of companies below',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_REVOKE: {
      name: 'Revoke licences',
      allows: 'Revoke licences that were issued',
    },
    DMS_SERVER_ORGANIZATION_MANAGE_LICENSE_IMPORT: {
      name: 'Import licence files',
      allows: 'Import signed licence files',
    },
    DMS_SERVER_AUTH_MANAGE: {
      name: 'Permission management',
      allows: 'Open the menu of permission management',
    },
    DMS_SERVER_AUTH_MANAGE_ROLE: {
      name: 'See roles',
      allows: 'See roles, who has them, and why somebody can or cannot',
    },
    DMS_SERVER_AUTH_MANAGE_ROLE_EDIT: {
      name: 'Manage roles',
      allows: 'Create, change and delete roles, choose the default one',
    },
    DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH: {
      name: 'Publish roles',
      allows: 'Publish roles to companies below',
    },
    DMS_SERVER_AUTH_MANAGE_ORG_STRUCT: {
      name: 'See the organisation',
      allows: 'See departments and members',
    },
    DMS_SERVER_AUTH_MANAGE_ORG_STRUCT_EDIT: {
      name: 'Manage departments',
      allows: 'Create, change, move and delete departments',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_CREATE: {
      name: 'Add members',
      allows: 'Create, invite and import members',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_EDIT: {
      name: 'Edit members',
      allows: 'Change details, department and roles of members',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE: {
      name: 'Enable and disable members',
      allows: "A disabled member's sessions end at once",
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_REMOVE: {
      name: 'Remove members',
      allows: 'Take members out of the company',
    },
    DMS_SERVER_AUTH_MANAGE_MEMBER_RESET: {
      name: 'Send reset links',
      allows: "Send a link to a member's verified mail or phone",
    },
    DMS_SERVER_AUTH_MANAGE_STAFF_GRANT: {
      name: 'Grant staff',
      allows: 'Let own staff act in certain customers',
    },
    DMS_SERVER_AUTH_MANAGE_ACTING: {
      name: 'Control acting',
      allows: 'Decide whether and when those above may enter, and end it',
    },
    DMS_SERVER_SYSTEM_SETTING: { name: 'System settings', allows: 'Open the menu of system settings' },
    DMS_SERVER_SYSTEM_SETTING_USER_INFO: {
      name: 'Personal information',
      allows: "See and change one's own account",
    },
    DMS_SERVER_SYSTEM_SETTING_APPLICATION: {
      name: 'See applications',
      allows: 'See the applications of the company',
    },
    DMS_SERVER_SYSTEM_SETTING_APPLICATION_ACTIVATE: {
      name: 'Activate applications',
      allows: 'Activate products and retry what failed',
    },
    DMS_SERVER_SYSTEM_SETTING_APPLICATION_EDIT: {
      name: 'Manage applications',
      allows: 'Change applications, maintain, disable and enable them',
    },
    DMS_SERVER_SYSTEM_SETTING_APPLICATION_KEY: {
      name: 'Manage application keys',
      allows: 'Make and rotate the keys of applications',
    },
    DMS_SERVER_SYSTEM_SETTING_APPLICATION_DELETE: {
      name: 'Delete applications',
      allows: 'Delete disabled applications',
    },
    DMS_SERVER_SYSTEM_THIRD_MANAGER: { name: 'Integrations', allows: 'Manage third-party integrations' },
    DMS_SERVER_SYSTEM_AI_SETTING: { name: 'AI access', allows: 'Manage access to AI services' },
    DMS_SERVER_SYSTEM_GENERAL_SETTING: {
      name: 'General settings',
      allows: "Change the company's name, logo and settings",
    },
    DMS_SERVER_SYSTEM_GENERAL_SETTING_PLATFORM: {
      name: 'Platform settings',
      allows: 'Change settings of the whole platform',
    },
    DMS_SERVER_SYSTEM_AUDIT_LOG: { name: 'Audit log', allows: 'See and export the audit log' },
    DMS_SERVER_DEVICE_VIEW: { name: 'See devices', allows: 'See lists, details and parameters of devices' },
    DMS_SERVER_DEVICE_EDIT: { name: 'Edit devices', allows: 'Change names, tags and details of devices' },
    DMS_SERVER_DEVICE_CLAIM: { name: 'Claim devices', allows: 'Claim gateways that call in' },
    DMS_SERVER_DEVICE_RELEASE: { name: 'Release devices', allows: 'Release devices from the company' },
    DMS_SERVER_DEVICE_REBOOT: { name: 'Reboot devices', allows: 'Reboot devices and ask them to connect' },
    DMS_SERVER_DEVICE_FACTORY_RESET: {
      name: 'Reset devices',
      allows: 'Reset devices to factory settings',
    },
    DMS_SERVER_DEVICE_PARAMETER_SET: { name: 'Set parameters', allows: 'Change parameters on devices' },
    DMS_SERVER_DEVICE_DIAGNOSE: {
      name: 'Diagnose gateways',
      allows: 'Let gateways ping, trace routes and look up names',
    },
    DMS_SERVER_DEVICE_TEMPLATE_VIEW: {
      name: 'See templates',
      allows: 'See provisioning templates, their versions and what they would change',
    },
    DMS_SERVER_DEVICE_TEMPLATE_EDIT: {
      name: 'Manage templates',
      allows: 'Create, change and apply provisioning templates, and set their secrets',
    },
    DMS_SERVER_DEVICE_EXCHANGE_VIEW: {
      name: 'See exchanges',
      allows: 'See the raw messages between devices and the platform',
    },
    DMS_SERVER_DEVICE_PRE_REGISTER: {
      name: 'Pre-register devices',
      allows: 'Pre-register devices and import serial numbers',
    },
    DMS_SERVER_DEVICE_ENROLMENT: {
      name: 'Manage enrolment',
      allows: 'See and change the address and credentials of enrolment',
    },
    DMS_SERVER_DEVICE_POOL_VIEW: {
      name: 'See the whole pool',
      allows: 'See the unknown gateways of the whole platform',
    },
    DMS_SERVER_DEVICE_OTA_VIEW: {
      name: 'View upgrades',
      allows: 'See the firmware library and upgrade campaigns',
    },
    DMS_SERVER_DEVICE_OTA_FIRMWARE: {
      name: 'Manage firmware',
      allows: 'Create, release and withdraw firmware',
    },
    DMS_SERVER_DEVICE_OTA_CAMPAIGN: {
      name: 'Manage upgrade campaigns',
      allows: 'Create, approve, pause and cancel upgrade campaigns',
    },
    DMS_SERVER_DEVICE_OTA_BACKUP: {
      name: 'Manage configuration backups',
      allows: 'Make, download and restore backups of gateways, which may hold passwords',
    },
    DMS_SERVER_DEVICE_TERMINAL: { name: 'Open terminals', allows: 'Open a terminal on a device' },
    DMS_SERVER_DEVICE_TERMINAL_EDIT: {
      name: 'Manage terminal access',
      allows: 'Set how a device is entered and with what, trust a new host key',
    },
    DMS_SERVER_DEVICE_TERMINAL_SUPERVISE: {
      name: 'Supervise terminals',
      allows: 'See, watch, replay and end terminal sessions, answer those who ask from above',
    },
    DMS_SERVER_OUTLET_VIEW: { name: 'See sites', allows: 'See sites and internet lines' },
    DMS_SERVER_OUTLET_EDIT: { name: 'Manage sites', allows: 'Create, change and import sites and lines' },
    DMS_SERVER_OUTLET_DELETE: { name: 'Delete sites', allows: 'Delete sites and lines' },
  } satisfies Record<PermissionCode, { name: string; allows: string }>,
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
